import type { Instant } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import type { Milestone } from '../../tables/stores.ts';
import { insertNew, matchRows } from '../rows/rows.ts';

export function createMilestoneRepository(database: Database) {
  return {
    /** Keeps the first instant. Returns false when it was reached before. */
    reach(storeId: string, milestone: Milestone, now: string): Promise<boolean> {
      return insertNew(database, 'store_milestones', { storeId, milestone, at: now });
    },

    async listOfStore(storeId: string): Promise<Partial<Record<Milestone, Instant>>> {
      const rows = await matchRows(database, 'store_milestones', { storeId }).list();
      return Object.fromEntries(rows.map(({ milestone, at }) => [milestone, at]));
    },
  };
}
