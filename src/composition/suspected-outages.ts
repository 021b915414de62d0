import { LRUCache } from 'lru-cache';
import { isShopFailure } from '../commerce/errors.ts';
import { CHECK_SHOP } from '../commerce/job-names.ts';
import { maxEntries } from '../commerce/max-entries.ts';
import { iso, MINUTE_MS } from '../commerce/time.ts';
import type { ServiceLog } from '../observability/log.ts';
import type { Jobs } from '../storage/repositories/jobs.ts';
import { aroundPlatform } from '../store-platforms/around-platform.ts';
import type { StorePlatform } from '../store-platforms/store-platform.ts';

interface Suspecting {
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => number;
  log: Pick<ServiceLog, 'error'>;
}

const MAX_STORES = 20_000;

/** Has a shop checked when an agent's call fails there: at most once a minute for each store and process. */
export function suspectedOutages({ jobs, now, log }: Suspecting) {
  const suspected = new LRUCache<string, true>({ ...maxEntries(MAX_STORES), ttl: MINUTE_MS });

  function suspect(storeId: string): void {
    if (suspected.has(storeId)) return;
    suspected.set(storeId, true);
    jobs
      .enqueue({ storeId, kind: CHECK_SHOP, subject: 'failed call' }, iso(now()))
      .catch((error: unknown) => log.error(error, 'A check of a shop could not be enqueued'));
  }

  const watch = (platform: StorePlatform, storeId: string) =>
    aroundPlatform(platform, (_name, call) => {
      const answer = call();
      answer.catch((error: unknown) => {
        if (isShopFailure(error)) suspect(storeId);
      });
      return answer;
    });

  /** One for each connection to a shop: wrapping its methods in each request costs more than a read. */
  const watched = new WeakMap<StorePlatform, StorePlatform>();

  return (platform: StorePlatform, storeId: string): StorePlatform => {
    const existing = watched.get(platform);
    if (existing) return existing;
    const watching = watch(platform, storeId);
    watched.set(platform, watching);
    return watching;
  };
}
