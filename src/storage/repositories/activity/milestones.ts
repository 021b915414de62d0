import type { Instant } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import type { Milestone } from '../../tables/stores.ts';
import { doNothing, hasChanged } from '../rows/rows.ts';

export function createMilestoneRepository(database: Database) {
  return {
    /** Keeps the first instant. Returns false when it was reached before. */
    reach(storeId: string, milestone: Milestone, now: string): Promise<boolean> {
      return hasChanged(
        database.insertInto('store_milestones').values({ storeId, milestone, at: now }).onConflict(doNothing),
      );
    },

    async listOfStore(storeId: string): Promise<Partial<Record<Milestone, Instant>>> {
      const rows = await database
        .selectFrom('store_milestones')
        .selectAll()
        .where('storeId', '=', storeId)
        .execute();
      return Object.fromEntries(rows.map(({ milestone, at }) => [milestone, at]));
    },
  };
}
