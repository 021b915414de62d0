import type { CallCount, CountCalls } from '../commerce/rate-limits.ts';
import { afterExchanges } from './after-exchanges.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

/** Counts calls under a store's own limits, by the counters of the rate limiter. */
export function countCalls(counters: RateCounters): CountCalls {
  const countOf = (counter: Counter): CallCount => ({
    calls: counter.here + counter.elsewhere,
    add: () => counters.add(counter),
  });
  return async (limits, at, decide) => {
    const attempt = (mayExchange: boolean) => {
      const limitCounters = limits.map(
        (limit) => limit && counters.of(limit.bucket, { name: 'rule', quota: limit.max }, at),
      );
      if (mayExchange && limitCounters.some((counter) => counter && counters.mustExchange(counter)))
        return undefined;
      return decide(limitCounters.map((counter) => counter && countOf(counter)));
    };
    return attempt(true) ?? afterExchanges(counters, attempt);
  };
}
