import { LRUCache } from 'lru-cache';
import { networkOf } from '../commerce/network.ts';
import type { FoundProfile, AgentPlatformProfiles } from '../protocols/ucp/agent-platform-profile.ts';
import type { Probe } from '../outbound/guarded-fetch/probe.ts';
import { type Discovery, type DiscoveryLimits, discoveryBudget } from './discovery-budget.ts';
import { fetchProfile } from './fetch-profile.ts';
import { type CachedProfile, type ProfileCacheLimits, profileCache } from './profile-cache.ts';
import type { KnownAgentPlatforms } from './known-agent-platforms.ts';
import { profileAddress } from './profile-address.ts';

interface Dependencies {
  /** Follows nothing, and connects to no address that it should not. */
  probe: Probe;
  known: KnownAgentPlatforms;
  /** Whether a profile may be on this very machine, over HTTP. */
  allowLoopback: boolean;
  /** Multiplies the share of one address (`RATE_LIMIT`); 0: no bound for one address. */
  rateLimit: number;
  now: () => number;
}

const MINUTE_MS = 60_000;
const MAX_BACKOFF_MS = 10 * MINUTE_MS;
/** Bound on serving a profile past its time: while a known platform is unreachable, or the budget is used up. */
const MAX_STALE_MS = 24 * 60 * MINUTE_MS;
const MAX_ORIGINS_ASKED_ANEW = 1_000;

const MIB = 1024 * 1024;
const FETCHES: DiscoveryLimits = {
  perMinute: 300,
  perMinuteOfOrigin: 60,
  perMinuteOfAddress: 30,
  concurrent: 20,
  concurrentOfOne: 5,
};
const ROOM: ProfileCacheLimits = { all: 16 * MIB, ofOrigin: MIB, ofAddress: 2 * MIB };
/** Known platforms have fetches and room of their own, which one host may use alone. */
const CACHED_FETCHES: DiscoveryLimits = { ...FETCHES, perMinuteOfOrigin: FETCHES.perMinute };
const CACHED_ROOM: ProfileCacheLimits = { all: 4 * MIB, ofOrigin: 4 * MIB, ofAddress: 2 * MIB };

/**
 * Profiles of agent platforms: fetched when first needed, and kept within bounds of bytes. Requests for one profile at the same
 * time share one fetch.
 */
export function agentPlatformProfiles(dependencies: Dependencies): AgentPlatformProfiles {
  const { probe, known, allowLoopback, rateLimit, now } = dependencies;
  const ofStrangers = { kept: profileCache(ROOM), budget: discoveryBudget(scaled(FETCHES, rateLimit), now) };
  const ofKnown = {
    kept: profileCache(CACHED_ROOM),
    budget: discoveryBudget(scaled(CACHED_FETCHES, rateLimit), now),
  };
  const underWay = new Map<string, Promise<FoundProfile>>();
  const askedAnew = new LRUCache<string, number>({ max: MAX_ORIGINS_ASKED_ANEW });
  const poolOf = (url: URL) => (known.find(url) ? ofKnown : ofStrangers);

  async function discover(url: URL, asking: Discovery): Promise<FoundProfile> {
    const { kept } = poolOf(url);
    const before = kept.get(url.href);
    const { found, keepMs } = await fetchProfile(probe, url.href);
    const at = now();
    const discovery = before?.discovery ?? asking;
    if ('profile' in found) {
      const expiresAt = at + keepMs;
      kept.set(url.href, { found, nextFetchAt: expiresAt, expiresAt, failures: 0, discovery });
      return found;
    }
    const failures = (before?.failures ?? 0) + 1;
    const nextFetchAt = at + Math.min(keepMs * 2 ** (failures - 1), MAX_BACKOFF_MS);
    const isOutage = found.error === 'profile_unreachable';
    const stands = isOutage && before && at < before.expiresAt + (known.find(url) ? MAX_STALE_MS : 0);
    const standing = stands ? before : { found, expiresAt: at };
    kept.set(url.href, { ...standing, nextFetchAt, failures, discovery });
    return standing.found;
  }

  /** One fetch for all that ask meanwhile. Without budget the kept profile is returned, past its time as well. */
  function once(url: URL, asker: string | undefined): Promise<FoundProfile> {
    const running = underWay.get(url.href);
    if (running) return running;
    const { kept, budget } = poolOf(url);
    const asking = {
      origin: url.origin,
      address: asker === undefined ? undefined : `address ${networkOf(asker)}`,
    };
    if (!budget.take(asking)) {
      const stale = stillServed(kept.get(url.href), now());
      return Promise.resolve(stale ?? { error: 'discovery_busy', retryAfterSeconds: budget.secondsLeft() });
    }
    const fetching = discover(url, asking).finally(() => {
      underWay.delete(url.href);
      budget.release(asking);
    });
    underWay.set(url.href, fetching);
    return fetching;
  }

  async function find(profileUrl: string | undefined, asker: string | undefined): Promise<FoundProfile> {
    const url = profileAddress(profileUrl, allowLoopback);
    if (!url) return { error: 'invalid_profile_url' };
    const entry = known.find(url);
    if (entry?.profile) return { profile: entry.profile };
    if (!entry && known.only) return { error: 'profile_not_trusted' };
    const held = poolOf(url).kept.get(url.href);
    return held && held.nextFetchAt > now() ? held.found : once(url, asker);
  }

  return {
    find,
    async findAnew(profileUrl, asker) {
      const url = profileAddress(profileUrl, allowLoopback);
      const last = url && askedAnew.get(url.origin);
      if (!url || known.find(url)?.profile || (last !== undefined && now() - last < MINUTE_MS)) {
        return find(profileUrl, asker);
      }
      askedAnew.set(url.origin, now());
      return once(url, asker);
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
