import { isLoopback } from '../commerce/network/local-hosts.ts';
import { toNetwork } from '../commerce/network/network.ts';
import { trimText } from '../commerce/text/trim-text.ts';
import { computeBackoffMs } from '../commerce/time/backoff.ts';
import { DAY_MS, MINUTE_MS } from '../commerce/time/time.ts';
import { createWindowCounts } from '../limits/window-counts.ts';
import type { Probe } from '../outbound/guarded-fetch/ask-whole.ts';
import type {
  AgentPlatformProfiles,
  FoundProfile,
} from '../protocols/ucp/negotiation/agent-platform-profile.ts';
import {
  createDiscoveryBudget,
  createProfileCache,
  type Discovery,
  type DiscoveryLimits,
  type ProfileCacheLimits,
} from './discovery-bounds.ts';
import { type Document, fetchProfile } from './fetch-profile.ts';
import type { KnownAgentPlatforms } from './known-agent-platforms.ts';

interface Dependencies {
  /** Guarded; follows no redirects. */
  probe: Probe;
  document: Document;
  agentPlatforms: KnownAgentPlatforms;
  allowLoopback: boolean;
  /** Multiplies the quota of one client network (`RATE_LIMIT`); 0 removes it. */
  rateLimit: number;
  now: () => number;
}

const MAX_BACKOFF_MS = 10 * MINUTE_MS;
/** How long an expired profile is served while a known platform is unreachable or the fetch budget is exhausted. */
const MAX_STALE_MS = DAY_MS;

const MIB = 1024 * 1024;
const UNKNOWN_FETCHES: DiscoveryLimits = {
  perMinute: 300,
  perMinuteOfOrigin: 60,
  perMinuteOfAddress: 30,
  concurrent: 20,
  concurrentOfOne: 5,
};
const UNKNOWN_CACHE: ProfileCacheLimits = { all: 16 * MIB, ofOrigin: MIB, ofAddress: 2 * MIB };
/** Known platforms have a budget and a cache of their own, which one host may use alone. */
const KNOWN_FETCHES = { ...UNKNOWN_FETCHES, perMinuteOfOrigin: UNKNOWN_FETCHES.perMinute };
const KNOWN_CACHE: ProfileCacheLimits = { all: 4 * MIB, ofOrigin: 4 * MIB, ofAddress: 2 * MIB };

/** Fetches agent platforms' profiles on demand, and caches them within bounds of memory. */
export function createAgentPlatformProfiles(dependencies: Dependencies): AgentPlatformProfiles {
  const { probe, document, agentPlatforms, allowLoopback, rateLimit, now } = dependencies;
  const createPool = (fetches: DiscoveryLimits, room: ProfileCacheLimits) => ({
    cached: createProfileCache(room),
    budget: createDiscoveryBudget(scaleLimits(fetches, rateLimit), now),
  });
  const ofUnknown = createPool(UNKNOWN_FETCHES, UNKNOWN_CACHE);
  const ofKnown = createPool(KNOWN_FETCHES, KNOWN_CACHE);
  const running = new Map<string, Promise<FoundProfile>>();
  const refetches = createWindowCounts(MINUTE_MS);
  const pickPool = (url: URL) => (agentPlatforms.find(url) ? ofKnown : ofUnknown);

  async function discover(url: URL, firstDiscovery: Discovery): Promise<FoundProfile> {
    const { cached } = pickPool(url);
    const before = cached.get(url.href);
    const { lookup, keepMs } = await fetchProfile(probe, url.href, document);
    const at = now();
    const discovery = before?.discovery ?? firstDiscovery;
    if ('profile' in lookup) {
      const expiresAt = at + keepMs;
      cached.set(url.href, { lookup, nextFetchAt: expiresAt, expiresAt, failures: 0, discovery });
      return lookup;
    }
    const failures = (before?.failures ?? 0) + 1;
    const nextFetchAt = at + computeBackoffMs(failures, { firstMs: keepMs, maxMs: MAX_BACKOFF_MS });
    const isOutage = lookup.error === 'profile_unreachable';
    const isStillServed =
      isOutage && before && at < before.expiresAt + (agentPlatforms.find(url) ? MAX_STALE_MS : 0);
    const served = isStillServed ? before : { lookup, expiresAt: at };
    cached.set(url.href, { ...served, nextFetchAt, failures, discovery });
    return served.lookup;
  }

  /** Shares one fetch among concurrent requests; a cached profile answers, even an expired one, beyond the budget. */
  function fetchShared(url: URL, clientAddress: string | undefined): Promise<FoundProfile> {
    const underWay = running.get(url.href);
    if (underWay) return underWay;
    const { cached, budget } = pickPool(url);
    const discovery = {
      origin: url.origin,
      address: clientAddress === undefined ? undefined : `address ${toNetwork(clientAddress)}`,
    };
    if (!budget.take(discovery)) {
      const { lookup, expiresAt = 0 } = cached.get(url.href) ?? {};
      const isServed = lookup && 'profile' in lookup && now() < expiresAt + MAX_STALE_MS;
      const busy = { error: 'discovery_busy' as const, retryAfterSeconds: budget.secondsLeft() };
      return Promise.resolve(isServed ? lookup : busy);
    }
    const fetching = discover(url, discovery).finally(() => {
      running.delete(url.href);
      budget.release(discovery);
    });
    running.set(url.href, fetching);
    return fetching;
  }

  async function find(profileUrl: string | undefined, clientAddress?: string): Promise<FoundProfile> {
    const url = parseProfileAddress(profileUrl, allowLoopback);
    if (!url) return { error: 'invalid_profile_url' };
    const entry = agentPlatforms.find(url);
    if (entry?.profile) return { profile: entry.profile };
    if (!entry && agentPlatforms.only) return { error: 'profile_not_trusted' };
    const { lookup, nextFetchAt = 0 } = pickPool(url).cached.get(url.href) ?? {};
    return lookup && nextFetchAt > now() ? lookup : fetchShared(url, clientAddress);
  }

  return {
    find,
    async findAgain(profileUrl, clientAddress) {
      const url = parseProfileAddress(profileUrl, allowLoopback);
      refetches.enter(now());
      const isFixed = !url || agentPlatforms.find(url)?.profile;
      if (isFixed || refetches.add(url.origin) > 1) return find(profileUrl, clientAddress);
      return fetchShared(url, clientAddress);
    },
  };
}

function scaleLimits(limits: DiscoveryLimits, rateLimit: number): DiscoveryLimits {
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

const MAX_URL_LENGTH = 2_048;

/** Returns undefined for an invalid profile URL: it must use HTTPS, or HTTP on loopback where `allowLoopback` is set. */
export function parseProfileAddress(text: string | undefined, allowLoopback: boolean): URL | undefined {
  if (text === undefined || text.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(trimText(text));
  if (!url) return undefined;
  url.hash = '';
  if (url.username !== '' || url.password !== '') return undefined;
  const isLocal = url.protocol === 'http:' && allowLoopback && isLoopback(url.hostname);
  return url.protocol === 'https:' || isLocal ? url : undefined;
}
