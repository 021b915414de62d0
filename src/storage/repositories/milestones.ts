import type { Database } from '../engine/database.ts';
import type { Milestone } from '../tables/stores.ts';

export type Milestones = ReturnType<typeof milestones>;

export function milestones(database: Database) {
  return {
    /** Keeps the first instant. */
    async reach(storeId: string, milestone: Milestone, now: string): Promise<void> {
      await database
        .insertInto('store_milestones')
        .values({ store_id: storeId, milestone, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Returns ISO instants by milestone. */
    async ofStore(storeId: string): Promise<Partial<Record<Milestone, string>>> {
      const rows = await database
        .selectFrom('store_milestones')
        .select(['milestone', 'at'])
        .where('store_id', '=', storeId)
        .execute();
      return Object.fromEntries(rows.map(({ milestone, at }) => [milestone, at]));
    },
  };
}
