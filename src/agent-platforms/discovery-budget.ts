import { MINUTE_MS } from '../commerce/time/time.ts';
export interface DiscoveryLimits {
  /** Fetches per minute: in all, to one origin, and for one client network. */
  perMinute: number;
  perMinuteOfOrigin: number;
  perMinuteOfAddress: number;
  /** Concurrent fetches: in all, and per origin or client network. */
  concurrent: number;
  concurrentOfOne: number;
}

/** The origin and the client network that one fetch of a profile is counted for. */
export interface Discovery {
  origin: string;
  /** Client network, prefixed so that it equals no origin; undefined for background work, which has no quota of its own. */
  address: string | undefined;
}

/** Bounds fetches of profiles, so that no client network and no origin exhausts the budget of all others. */
export function createDiscoveryBudget(limits: DiscoveryLimits, now: () => number) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  let running = 0;
  const takenBy = new Map<string, number>();
  const runningBy = new Map<string, number>();

  function startMinute(): void {
    if (now() >= startedAt && now() - startedAt < MINUTE_MS) return;
    startedAt = now();
    count = 0;
    takenBy.clear();
  }

  function isWithin({ origin, address }: Discovery): boolean {
    if (count >= limits.perMinute || running >= limits.concurrent) return false;
    if (countOf(takenBy, origin) >= limits.perMinuteOfOrigin) return false;
    if (address !== undefined && countOf(takenBy, address) >= limits.perMinuteOfAddress) return false;
    return toQuotas({ origin, address }).every((each) => countOf(runningBy, each) < limits.concurrentOfOne);
  }

  return {
    /** Returns false when a bound is reached; otherwise counts the fetch, which `release` must end. */
    take(discovery: Discovery): boolean {
      startMinute();
      if (!isWithin(discovery)) return false;
      count += 1;
      running += 1;
      for (const quota of toQuotas(discovery)) {
        takenBy.set(quota, countOf(takenBy, quota) + 1);
        runningBy.set(quota, countOf(runningBy, quota) + 1);
      }
      return true;
    },

    release(discovery: Discovery): void {
      running -= 1;
      for (const quota of toQuotas(discovery)) {
        const left = countOf(runningBy, quota) - 1;
        if (left > 0) runningBy.set(quota, left);
        else runningBy.delete(quota);
      }
    },

    secondsLeft: () => Math.max(1, Math.min(60, Math.ceil((startedAt + MINUTE_MS - now()) / 1_000))),
  };
}

/** Names of the quotas that a fetch or a cached profile counts for. */
export function toQuotas({ origin, address }: Discovery): string[] {
  return address === undefined ? [origin] : [origin, address];
}

function countOf(counts: ReadonlyMap<string, number>, quota: string): number {
  return counts.get(quota) ?? 0;
}
