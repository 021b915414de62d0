import { LRUCache } from 'lru-cache';
import { limitEntries } from '../commerce/paging/max-entries.ts';
import { MINUTE_MS, toIso } from '../commerce/time/time.ts';
import type { ServiceLog } from '../observability/log.ts';
import type { JobRequest, Jobs } from '../storage/repositories/jobs/jobs.ts';

export interface Enqueuing {
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => number;
  log: Pick<ServiceLog, 'error'>;
}

const MAX_STORES = 20_000;

/** Returns the function that enqueues a job of a store: at most once a minute for each store and process. `failure` is logged. */
export function createOnceAMinute(
  { jobs, now, log }: Enqueuing,
  job: Omit<JobRequest, 'storeId'>,
  failure: string,
): (storeId: string) => void {
  const enqueuedAt = new LRUCache<string, number>(limitEntries(MAX_STORES));
  return (storeId) => {
    const at = now();
    // A clock that is set back must not hold the job up.
    if (Math.abs(at - (enqueuedAt.get(storeId) ?? Number.NEGATIVE_INFINITY)) < MINUTE_MS) return;
    enqueuedAt.set(storeId, at);
    jobs.enqueue({ storeId, ...job }, toIso(at)).catch((error: unknown) => log.error(error, failure));
  };
}
