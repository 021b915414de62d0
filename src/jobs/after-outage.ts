import { CATCH_UP, CHECK_SUBSCRIPTIONS } from '../operations/store-jobs.ts';
import type { Jobs } from '../storage/repositories/jobs.ts';

/** A store's shop answers again: what it has dropped is mended, and what was missed is read, without waiting for their time. */
export async function catchUpAfterOutage(jobs: Jobs, storeId: string, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await jobs.shopIsBack(storeId, at);
  for (const kind of [CHECK_SUBSCRIPTIONS, CATCH_UP]) await jobs.enqueue({ storeId, kind }, at);
}
