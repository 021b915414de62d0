import { MINUTE_MS } from '../commerce/time.ts';
import { LRUCache } from 'lru-cache';
import { backoffMs } from '../commerce/backoff.ts';
import { networkOf } from '../commerce/network.ts';
import type { FoundProfile, AgentPlatformProfiles } from '../protocols/ucp/agent-platform-profile.ts';
import type { Probe } from '../outbound/guarded-fetch/probe.ts';
import { type Discovery, type DiscoveryLimits, discoveryBudget } from './discovery-budget.ts';
import { fetchProfile } from './fetch-profile.ts';
import { type CachedProfile, type ProfileCacheLimits, profileCache } from './profile-cache.ts';
import type { KnownAgentPlatforms } from './known-agent-platforms.ts';
import { profileAddress } from './profile-address.ts';

interface Dependencies {
  /** Guarded; follows no redirects. */
  probe: Probe;
  known: KnownAgentPlatforms;
  /** Allows profiles on loopback over HTTP. */
  allowLoopback: boolean;
  /** Multiplies the quota of one client network (`RATE_LIMIT`); 0 removes it. */
  rateLimit: number;
  now: () => number;
}

const MAX_BACKOFF_MS = 10 * MINUTE_MS;
/** How long an expired profile is served while a known platform is unreachable or the fetch budget is exhausted. */
const MAX_STALE_MS = 24 * 60 * MINUTE_MS;
const MAX_REFETCHED_ORIGINS = 1_000;

const MIB = 1024 * 1024;
const UNTRUSTED_FETCHES: DiscoveryLimits = {
  perMinute: 300,
  perMinuteOfOrigin: 60,
  perMinuteOfAddress: 30,
  concurrent: 20,
  concurrentOfOne: 5,
};
const UNTRUSTED_CACHE: ProfileCacheLimits = { all: 16 * MIB, ofOrigin: MIB, ofAddress: 2 * MIB };
/** Known platforms have a budget and a cache of their own, which one host may use alone. */
const TRUSTED_FETCHES: DiscoveryLimits = {
  ...UNTRUSTED_FETCHES,
  perMinuteOfOrigin: UNTRUSTED_FETCHES.perMinute,
};
const TRUSTED_CACHE: ProfileCacheLimits = { all: 4 * MIB, ofOrigin: 4 * MIB, ofAddress: 2 * MIB };

/**
 * Fetches agent platforms' profiles on demand and caches them within bounds of memory. Concurrent requests for one profile
 * share one fetch.
 */
export function agentPlatformProfiles(dependencies: Dependencies): AgentPlatformProfiles {
  const { probe, known, allowLoopback, rateLimit, now } = dependencies;
  const poolWith = (fetches: DiscoveryLimits, room: ProfileCacheLimits) => ({
    cached: profileCache(room),
    budget: discoveryBudget(scaled(fetches, rateLimit), now),
  });
  const untrusted = poolWith(UNTRUSTED_FETCHES, UNTRUSTED_CACHE);
  const trusted = poolWith(TRUSTED_FETCHES, TRUSTED_CACHE);
  const running = new Map<string, Promise<FoundProfile>>();
  const refetchedAt = new LRUCache<string, number>({ max: MAX_REFETCHED_ORIGINS });
  const poolOf = (url: URL) => (known.find(url) ? trusted : untrusted);

  async function discover(url: URL, asking: Discovery): Promise<FoundProfile> {
    const { cached } = poolOf(url);
    const before = cached.get(url.href);
    const { found, keepMs } = await fetchProfile(probe, url.href);
    const at = now();
    const discovery = before?.discovery ?? asking;
    if ('profile' in found) {
      const expiresAt = at + keepMs;
      cached.set(url.href, { found, nextFetchAt: expiresAt, expiresAt, failures: 0, discovery });
      return found;
    }
    const failures = (before?.failures ?? 0) + 1;
    const nextFetchAt = at + backoffMs(failures, { firstMs: keepMs, maxMs: MAX_BACKOFF_MS });
    const isOutage = found.error === 'profile_unreachable';
    const isStillServed = isOutage && before && at < before.expiresAt + (known.find(url) ? MAX_STALE_MS : 0);
    const served = isStillServed ? before : { found, expiresAt: at };
    cached.set(url.href, { ...served, nextFetchAt, failures, discovery });
    return served.found;
  }

  /**
   * Shares one fetch among concurrent requests. Returns the cached profile, even an expired one, when the budget is
   * exhausted.
   */
  function fetchShared(url: URL, asker: string | undefined): Promise<FoundProfile> {
    const known = running.get(url.href);
    if (known) return known;
    const { cached, budget } = poolOf(url);
    const asking = {
      origin: url.origin,
      address: asker === undefined ? undefined : `address ${networkOf(asker)}`,
    };
    if (!budget.take(asking)) {
      const stale = stillServed(cached.get(url.href), now());
      return Promise.resolve(stale ?? { error: 'discovery_busy', retryAfterSeconds: budget.secondsLeft() });
    }
    const fetching = discover(url, asking).finally(() => {
      running.delete(url.href);
      budget.release(asking);
    });
    running.set(url.href, fetching);
    return fetching;
  }

  async function find(profileUrl: string | undefined, asker: string | undefined): Promise<FoundProfile> {
    const url = profileAddress(profileUrl, allowLoopback);
    if (!url) return { error: 'invalid_profile_url' };
    const entry = known.find(url);
    if (entry?.profile) return { profile: entry.profile };
    if (!entry && known.only) return { error: 'profile_not_trusted' };
    const held = poolOf(url).cached.get(url.href);
    return held && held.nextFetchAt > now() ? held.found : fetchShared(url, asker);
  }

  return {
    find,
    async findAgain(profileUrl, asker) {
      const url = profileAddress(profileUrl, allowLoopback);
      const last = url && refetchedAt.get(url.origin);
      if (!url || known.find(url)?.profile || (last !== undefined && now() - last < MINUTE_MS)) {
        return find(profileUrl, asker);
      }
      refetchedAt.set(url.origin, now());
      return fetchShared(url, asker);
    },
  };
}

function scaled(limits: DiscoveryLimits, rateLimit: number): DiscoveryLimits {
  if (rateLimit === 0) {
    const unbounded = Number.POSITIVE_INFINITY;
    return { ...limits, perMinuteOfAddress: unbounded, concurrentOfOne: limits.concurrent };
  }
  const scale = (share: number) => Math.max(1, Math.round(share * rateLimit));
  return {
    ...limits,
    perMinuteOfAddress: scale(limits.perMinuteOfAddress),
    concurrentOfOne: scale(limits.concurrentOfOne),
  };
}

function stillServed(held: CachedProfile | undefined, at: number): FoundProfile | undefined {
  return held && 'profile' in held.found && at < held.expiresAt + MAX_STALE_MS ? held.found : undefined;
}
