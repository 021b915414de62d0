import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../commerce/time/time.ts';
import type { SummedFigures } from '../../storage/repositories/activity/product-statistics.ts';
import type { CountedPeriod } from '../../storage/repositories/activity/statistics.ts';

/** Sums of more carts, sessions and orders are reused: they cost more than 100 ms. */
const MAX_SUMMED = 20_000;

type Figures = SummedFigures['figures'];

type SumFigures = (storeId: string, period: CountedPeriod) => Promise<SummedFigures>;

export type ReadProductFigures = (storeId: string, period: CountedPeriod) => Promise<Figures>;

/** Returns a function that reads figures by product, and reuses those of much traffic for a minute. */
export function createProductFigures(sumFigures: SumFigures): ReadProductFigures {
  const large = new LRUCache<string, Figures>({ max: 20, ttl: MINUTE_MS });
  return async (storeId, period) => {
    const { from, to, timeZone, tests } = period;
    const key = JSON.stringify([storeId, from, to, timeZone, tests]);
    const cached = large.get(key);
    if (cached) return cached;
    const { figures, rowCount } = await sumFigures(storeId, period);
    if (rowCount > MAX_SUMMED) large.set(key, figures);
    return figures;
  };
}
