import { MINUTE_MS } from '../commerce/time/time.ts';
import { createCounts, createWindowCounts } from '../limits/window-counts.ts';

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

const ALL = '';

/** Bounds fetches of profiles, so that no client network and no origin exhausts the budget of all others. */
export function createDiscoveryBudget(limits: DiscoveryLimits, now: () => number) {
  const fetches = createWindowCounts(MINUTE_MS);
  const running = createCounts();

  function isWithin({ origin, address }: Discovery): boolean {
    if (fetches.get(ALL) >= limits.perMinute || running.get(ALL) >= limits.concurrent) return false;
    if (fetches.get(origin) >= limits.perMinuteOfOrigin) return false;
    if (address !== undefined && fetches.get(address) >= limits.perMinuteOfAddress) return false;
    return toQuotas({ origin, address }).every((each) => running.get(each) < limits.concurrentOfOne);
  }

  return {
    /** Returns false when a bound is reached; otherwise counts the fetch, which `release` must end. */
    take(discovery: Discovery): boolean {
      fetches.enter(now());
      if (!isWithin(discovery)) return false;
      for (const quota of [ALL, ...toQuotas(discovery)]) {
        fetches.add(quota);
        running.add(quota);
      }
      return true;
    },

    release(discovery: Discovery): void {
      for (const quota of [ALL, ...toQuotas(discovery)]) running.add(quota, -1);
    },

    secondsLeft: () => Math.ceil(fetches.enter(now()) / 1_000),
  };
}

/** Names of the quotas that a fetch or a cached profile counts for. */
export function toQuotas({ origin, address }: Discovery): string[] {
  return address === undefined ? [origin] : [origin, address];
}
