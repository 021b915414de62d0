import { LRUCache } from 'lru-cache';
import { maxEntries } from '../commerce/max-entries.ts';
import { iso, MINUTE_MS } from '../commerce/time.ts';
import type { ServiceLog } from '../observability/log.ts';
import type { JobRequest, Jobs } from '../storage/repositories/jobs.ts';

export interface Enqueuing {
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => number;
  log: Pick<ServiceLog, 'error'>;
}

const MAX_STORES = 20_000;

/** Returns the function that enqueues a job of a store: at most once a minute for each store and process. `failure` is logged. */
export function onceAMinute(
  { jobs, now, log }: Enqueuing,
  job: Omit<JobRequest, 'storeId'>,
  failure: string,
): (storeId: string) => void {
  const enqueued = new LRUCache<string, true>({ ...maxEntries(MAX_STORES), ttl: MINUTE_MS });
  return (storeId) => {
    if (enqueued.has(storeId)) return;
    enqueued.set(storeId, true);
    jobs.enqueue({ storeId, ...job }, iso(now())).catch((error: unknown) => log.error(error, failure));
  };
}
