import type { CallCount, CountCalls } from '../commerce/call/rate-limits.ts';
import { decideByCounts } from './decide-by-counts.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

/** Counts calls under a store's own limits, by the counters of the rate limiter. */
export function countCalls(counters: RateCounters): CountCalls {
  const countOf = (counter: Counter): CallCount => ({
    calls: counter.here + counter.elsewhere,
    add: () => counters.add(counter),
  });
  return (limits, at, decide) =>
    decideByCounts(counters, (mayExchange) => {
      const limitCounters = limits.map(
        (limit) => limit && counters.getCounter(limit.bucket, { name: 'rule', quota: limit.max }, at),
      );
      if (mayExchange && limitCounters.some((counter) => counter && counters.mustExchange(counter)))
        return undefined;
      return decide(limitCounters.map((counter) => counter && countOf(counter)));
    });
}
