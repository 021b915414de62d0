import { type CountProcesses, WINDOW_MS } from '../commerce/rate-limits.ts';
import type { RateCounters } from './rate-counters.ts';

const POLICY = { name: 'processes-at-shop', quota: 1 };
/** Interval at which a process that goes on learns of others. */
const RENEW_INTERVAL_MS = 5_000;

/**
 * Counts the processes that read at a shop in this minute or the last one, by the counters of the rate limiter. Each holds its part of the
 * shop for so long; without the database a process knows of those of before.
 */
export function processesAt(counters: Pick<RateCounters, 'of' | 'add'>, now: () => number) {
  return (storeId: string): CountProcesses => {
    const bucket = `${POLICY.name} ${storeId}`;
    let minute: Minute = { endsAt: 0, before: 1, processes: 1, renewedAt: 0 };
    return () => {
      const at = now();
      const counter = counters.of(bucket, POLICY, at);
      if (counter.endsAt !== minute.endsAt) minute = minuteBehind(minute, counter.endsAt);
      if (at >= minute.renewedAt + RENEW_INTERVAL_MS) {
        counters.add(counter, counter.here === 0 ? 1 : 0);
        minute.renewedAt = at;
      }
      minute.processes = 1 + counter.elsewhere;
      return Math.max(minute.before, minute.processes);
    };
  };
}

interface Minute {
  endsAt: number;
  /** Processes in the minute before. */
  before: number;
  processes: number;
  renewedAt: number;
}

function minuteBehind({ endsAt: lastEndsAt, processes }: Minute, endsAt: number): Minute {
  const isNext = endsAt === lastEndsAt + WINDOW_MS;
  return { endsAt, before: isNext ? processes : 1, processes: 1, renewedAt: 0 };
}
