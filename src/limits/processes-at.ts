import { type Counter, type RateCounters, WINDOW_MS } from './rate-counters.ts';

/** Counts this process among the processes that call a shop, and returns their number: each gets an equal part of the calls. */
export type CountProcesses = () => number;

const POLICY = { name: 'processes-at-shop', quota: 1 };
/** Interval at which a process that goes on learns of others. */
const RENEW_INTERVAL_MS = 5_000;

type Counters = Pick<RateCounters, 'getCounter' | 'add' | 'exchange'>;

/** Counts the processes at a shop by the rate limiter's counters of two minutes. Without the database the last number holds. */
export function createProcessCounts(counters: Counters, now: () => number) {
  /** Windows that have this process, the oldest first. */
  const joined = new Set<Counter>();
  const isOver = ({ endsAt }: Counter) => endsAt <= now() - WINDOW_MS;

  function join(counter: Counter): void {
    for (const earlier of joined) {
      if (!isOver(earlier)) break;
      joined.delete(earlier);
    }
    joined.add(counter);
    counters.add(counter);
  }

  /** `counter` learns what other processes have counted. */
  function renew(counter: Counter): void {
    if (counter.here === 0) join(counter);
    else counters.add(counter, 0);
  }

  return {
    bindStore(storeId: string): CountProcesses {
      const bucket = `${POLICY.name} ${storeId}`;
      let recent: Counter[] = [];
      let renewedAt = 0;
      return () => {
        const at = now();
        const counter = counters.getCounter(bucket, POLICY, at);
        if (counter !== recent.at(-1)) {
          recent = [...recent.filter(({ endsAt }) => endsAt === counter.endsAt - WINDOW_MS), counter];
          renewedAt = 0;
        }
        if (at >= renewedAt + RENEW_INTERVAL_MS) {
          recent.forEach(renew);
          renewedAt = at;
        }
        return 1 + Math.max(...recent.map(({ elsewhere }) => elsewhere));
      };
    },

    /** Gives this process's parts to the others, which learn of it at their next renewal. */
    async leave(): Promise<void> {
      for (const counter of joined) if (!isOver(counter)) counters.add(counter, -1);
      joined.clear();
      await counters.exchange();
    },
  };
}
