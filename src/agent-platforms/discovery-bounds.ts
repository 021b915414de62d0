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

/** Names of the quotas that a fetch or a cached profile counts for. */
function toQuotas({ origin, address }: Discovery): string[] {
  return address === undefined ? [origin] : [origin, address];
}

export interface CachedProfile {
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
  const usage = new Map<string, { bytes: number; urls: Set<string> }>();
  const profiles = new LRUCache<string, CachedProfile>({
    maxSize: limits.all,
    sizeCalculation: computeBytes,
    dispose: (entry, url) => subtract(entry, url),
  });

  const limitOf = (name: string, { origin }: Discovery) =>
    name === origin ? limits.ofOrigin : limits.ofAddress;

  function subtract(entry: CachedProfile, url: string): void {
    for (const name of toQuotas(entry.discovery)) {
      const used = usage.get(name);
      if (!used?.urls.delete(url)) continue;
      used.bytes -= computeBytes(entry, url);
      if (used.urls.size === 0) usage.delete(name);
    }
  }

  function makeRoom(name: string, bytes: number, limit: number): void {
    for (const oldest of usage.get(name)?.urls ?? []) {
      if ((usage.get(name)?.bytes ?? 0) + bytes <= limit) return;
      profiles.delete(oldest);
    }
  }

  return {
    get: (url: string): CachedProfile | undefined => profiles.get(url),

    set(url: string, entry: CachedProfile): void {
      profiles.delete(url);
      const bytes = computeBytes(entry, url);
      for (const name of toQuotas(entry.discovery)) makeRoom(name, bytes, limitOf(name, entry.discovery));
      profiles.set(url, entry);
      for (const name of toQuotas(entry.discovery)) {
        const used = usage.get(name) ?? { bytes: 0, urls: new Set() };
        used.bytes += bytes;
        used.urls.add(url);
        usage.set(name, used);
      }
    },

    bytes: (): number => profiles.calculatedSize,
  };
}

/** Counts two bytes for a character, the cost of strings outside Latin-1. */
function computeBytes({ lookup }: CachedProfile, url: string): number {
  return OVERHEAD_BYTES + 2 * (url.length + JSON.stringify(lookup).length);
}
