import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../commerce/time/time.ts';
import { createCounts, createWindowCounts } from '../limits/window-counts.ts';
import type { FoundProfile } from '../protocols/ucp/negotiation/agent-platform-profile.ts';

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

/** Names of the quotas that a fetch counts for. */
function toQuotas({ origin, address }: Discovery): string[] {
  return address === undefined ? [origin] : [origin, address];
}

interface CachedProfile {
  lookup: FoundProfile;
  /** Earliest time of the next fetch. */
  nextFetchAt: number;
  /** End of the lifetime that the origin's cache headers allow. */
  expiresAt: number;
  failures: number;
  discovery: Discovery;
}

export interface ProfileCacheLimits {
  all: number;
  ofOrigin: number;
  ofAddress: number;
}

/** Estimate for the map's entry, the objects and the timestamps around the text. */
const OVERHEAD_BYTES = 1_000;

/** Cache of profiles by URL, bounded in bytes: an origin or client network at its quota evicts its own oldest entries first. */
export function createProfileCache(limits: ProfileCacheLimits) {
  const profiles = new LRUCache<string, { profile: CachedProfile; bytes: number }>({
    maxSize: limits.all,
    sizeCalculation: ({ bytes }) => bytes,
  });

  function makeRoom(part: keyof Discovery, name: string, bytesLeft: number): void {
    let left = bytesLeft;
    for (const [url, { profile, bytes }] of [...profiles.entries()]) {
      if (profile.discovery[part] !== name) continue;
      left -= bytes;
      if (left < 0) profiles.delete(url);
    }
  }

  return {
    get: (url: string): CachedProfile | undefined => profiles.get(url)?.profile,

    set(url: string, profile: CachedProfile): void {
      profiles.delete(url);
      const { origin, address } = profile.discovery;
      // Two bytes for a character, the cost of strings outside Latin-1.
      const bytes = OVERHEAD_BYTES + 2 * (url.length + JSON.stringify(profile.lookup).length);
      makeRoom('origin', origin, limits.ofOrigin - bytes);
      if (address !== undefined) makeRoom('address', address, limits.ofAddress - bytes);
      profiles.set(url, { profile, bytes });
    },

    bytes: (): number => profiles.calculatedSize,
  };
}
