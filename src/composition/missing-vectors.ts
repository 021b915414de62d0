import { LRUCache } from 'lru-cache';
import { EMBED_PRODUCTS } from '../commerce/job-names.ts';
import { maxEntries } from '../commerce/max-entries.ts';
import { iso, MINUTE_MS } from '../commerce/time.ts';
import type { ServiceLog } from '../observability/log.ts';
import type { Jobs } from '../storage/repositories/jobs.ts';

interface Needed {
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => number;
  log: Pick<ServiceLog, 'error'>;
}

const MAX_ASKED = 20_000;

/** Returns the function that has a store's vectors made, once a minute at most. */
export function missingVectors({ jobs, now, log }: Needed): (storeId: string) => void {
  const askedAt = new LRUCache<string, number>(maxEntries(MAX_ASKED));
  return (storeId) => {
    if (now() - (askedAt.get(storeId) ?? -Infinity) < MINUTE_MS) return;
    askedAt.set(storeId, now());
    jobs
      .enqueue({ storeId, kind: EMBED_PRODUCTS, keepsBackoff: true }, iso(now()))
      .catch((error: unknown) => log.error(error, 'Vectors of products could not be requested'));
  };
}
