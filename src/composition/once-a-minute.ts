import { LRUCache } from 'lru-cache';
import { limitEntries } from '../commerce/paging/max-entries.ts';
import { MINUTE_MS, toIso } from '../commerce/time/time.ts';
import type { JobRequest } from '../storage/repositories/jobs/jobs.ts';
import type { WithInfrastructure } from './infrastructure.ts';

const MAX_STORES = 20_000;

/** Returns the function that enqueues a job of a store: at most once a minute for each store and process. `failure` is logged. */
export function createOnceAMinute(
  { infrastructure: { repositories, now }, log }: WithInfrastructure,
  job: Omit<JobRequest, 'storeId'>,
  failure: string,
): (storeId: string) => void {
  const enqueuedAt = new LRUCache<string, number>(limitEntries(MAX_STORES));
  return (storeId) => {
    const at = now();
    // A clock that is set back must not hold the job up.
    if (Math.abs(at - (enqueuedAt.get(storeId) ?? Number.NEGATIVE_INFINITY)) < MINUTE_MS) return;
    enqueuedAt.set(storeId, at);
    repositories.jobs
      .enqueue({ storeId, ...job }, toIso(at))
      .catch((error: unknown) => log.error(error, failure));
  };
}
