import type { Database } from '../engine/database.ts';
import type { Milestone } from '../tables/stores.ts';
import { hasChanged } from './row-counts.ts';

export type Milestones = ReturnType<typeof milestones>;

export function milestones(database: Database) {
  return {
    /** Keeps the first instant. Returns false when it was reached before. */
    reach(storeId: string, milestone: Milestone, now: string): Promise<boolean> {
      return hasChanged(
        database
          .insertInto('store_milestones')
          .values({ store_id: storeId, milestone, at: now })
          .onConflict((conflict) => conflict.doNothing()),
      );
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
