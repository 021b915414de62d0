import type { Store } from '../../../client/index.ts';

/** Whether views of a store have tests until a person chooses: at a test store, and while no real agent has called. */
export function showsTests(store: Pick<Store, 'test_mode' | 'last_agent_activity_at'>): boolean {
  return store.test_mode || store.last_agent_activity_at === null;
}
