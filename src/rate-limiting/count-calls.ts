import type { CountCalls } from '../commerce/rate-limits.ts';
import type { RateCounters } from './rate-counters.ts';

/** Exchanges before an answer; each lets a tenth of a quota pass. */
const MAX_EXCHANGES = 20;

/** Counts calls under a store's own limits, by the counters of the rate limiter. */
export function countCalls(counters: RateCounters): CountCalls {
  return async (bucket, max, at) => {
    const counter = () => counters.of(bucket, { name: 'rule', quota: max }, at);
    for (let exchanges = 0; exchanges < MAX_EXCHANGES && counters.mustExchange(counter()); exchanges += 1)
      await counters.exchange();
    return {
      get calls() {
        const { here, elsewhere } = counter();
        return here + elsewhere;
      },
      add: () => counters.add(counter()),
    };
  };
}
