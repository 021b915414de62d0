import { CATCH_UP, CHECK_SUBSCRIPTIONS } from '../commerce/job/job-names.ts';
import { toIso } from '../commerce/time/time.ts';
import type { Jobs } from '../storage/repositories/jobs/jobs.ts';

/**
 * After an outage of a shop, restores its webhooks and reads missed events at once, not at their next regular run. A job whose
 * own call fails keeps its backoff: the end of the outage only shows that other calls succeed.
 */
export async function catchUpAfterOutage(jobs: Jobs, storeId: string, now: number): Promise<void> {
  const at = toIso(now);
  await jobs.endShopOutage(storeId, at);
  for (const kind of [CHECK_SUBSCRIPTIONS, CATCH_UP])
    await jobs.enqueue({ storeId, kind, keepsBackoff: true }, at);
}
