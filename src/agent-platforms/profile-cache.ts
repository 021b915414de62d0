import { LRUCache } from 'lru-cache';
import type { FoundProfile } from '../protocols/ucp/agent-platform-profile.ts';
import type { Discovery } from './discovery-budget.ts';

/** The outcome of the last fetch of one profile. */
export interface CachedProfile {
  found: FoundProfile;
  /** Not fetched again before. */
  nextFetchAt: number;
  /** End of the time for which its origin lets a profile be kept. */
  expiresAt: number;
  /** Failed fetches in a row. */
  failures: number;
  /** The shares that it takes up. */
  discovery: Discovery;
}

/** In bytes of memory. */
export interface ProfileCacheLimits {
  all: number;
  ofOrigin: number;
  ofAddress: number;
}

/** The map's entry, the objects and the instants around the text. */
const OVERHEAD_BYTES = 1_000;

/** Profiles by address, weighed: each origin and each asking address evicts its own oldest ones before it takes others' room. */
export function profileCache(limits: ProfileCacheLimits) {
  const shares = new Map<string, { bytes: number; urls: Set<string> }>();
  const kept = new LRUCache<string, CachedProfile>({
    maxSize: limits.all,
    sizeCalculation: bytesOf,
    dispose: (entry, url) => leave(entry, url),
  });

  const sharesOf = ({ origin, address }: Discovery): [string, number][] => [
    [origin, limits.ofOrigin],
    ...(address === undefined ? [] : [[address, limits.ofAddress] as [string, number]]),
  ];

  function leave(entry: CachedProfile, url: string): void {
    for (const [name] of sharesOf(entry.discovery)) {
      const share = shares.get(name);
      if (!share?.urls.delete(url)) continue;
      share.bytes -= bytesOf(entry, url);
      if (share.urls.size === 0) shares.delete(name);
    }
  }

  function makeRoom(name: string, bytes: number, limit: number): void {
    for (const oldest of shares.get(name)?.urls ?? []) {
      if ((shares.get(name)?.bytes ?? 0) + bytes <= limit) return;
      kept.delete(oldest);
    }
  }

  return {
    get: (url: string): CachedProfile | undefined => kept.get(url),

    set(url: string, entry: CachedProfile): void {
      kept.delete(url);
      const bytes = bytesOf(entry, url);
      for (const [name, limit] of sharesOf(entry.discovery)) makeRoom(name, bytes, limit);
      kept.set(url, entry);
      for (const [name] of sharesOf(entry.discovery)) {
        const share = shares.get(name) ?? { bytes: 0, urls: new Set() };
        share.bytes += bytes;
        share.urls.add(url);
        shares.set(name, share);
      }
    },

    /** Bytes of all that is kept. */
    bytes: (): number => kept.calculatedSize,
  };
}

/** Two bytes for a character, as strings outside Latin-1 take. */
function bytesOf({ found }: CachedProfile, url: string): number {
  return OVERHEAD_BYTES + 2 * (url.length + JSON.stringify(found).length);
}
