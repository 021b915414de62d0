import { LRUCache } from 'lru-cache';
import type { FoundProfile, PlatformProfiles } from '../dialects/ucp/platform-profile.ts';
import type { Probe } from '../platforms/guarded-fetch/probe.ts';
import { fetchProfile } from './fetch-profile.ts';
import type { KnownPlatforms } from './known-platforms.ts';
import { profileAddress } from './profile-address.ts';

interface Discovery {
  /** Follows nothing, and connects to no address that it should not. */
  probe: Probe;
  known: KnownPlatforms;
  /** Whether a profile may be on this very machine, over HTTP. */
  allowLoopback: boolean;
  now: () => number;
}

interface Kept {
  found: FoundProfile;
  /** Not asked for again before. */
  freshUntil: number;
  /** Until then a failure to reach its origin does not take its place. */
  standsUntil: number;
  /** How often in a row it could not be had. */
  failures: number;
}

/** However many platforms come by, this is what finding them costs: so much memory, so many requests. */
const MOST_KEPT = 1_000;
const MOST_AT_ONCE = 20;
const MOST_A_MINUTE = 300;
const MINUTE_MS = 60_000;
const LONGEST_BACKOFF_MS = 10 * MINUTE_MS;
/** A known platform's profile stands so long past its time while its origin does not answer. */
const KNOWN_STANDS_MS = 24 * 60 * MINUTE_MS;

/** Profiles of agent platforms: fetched when first needed, kept within bounds; who asks for one at once waits for one request. */
export function platformProfiles({ probe, known, allowLoopback, now }: Discovery): PlatformProfiles {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  const underWay = new Map<string, Promise<FoundProfile>>();
  const askedAnew = new LRUCache<string, number>({ max: MOST_KEPT });
  const budget = perMinute(now);

  async function discover(url: URL): Promise<FoundProfile> {
    const before = kept.get(url.href);
    const { found, keepMs } = await fetchProfile(probe, url.href);
    const at = now();
    if ('profile' in found) {
      const freshUntil = at + keepMs;
      kept.set(url.href, { found, freshUntil, standsUntil: freshUntil + standsFor(url), failures: 0 });
      return found;
    }
    const failures = (before?.failures ?? 0) + 1;
    const pause = Math.min(keepMs * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
    const isOutage = found.problem === 'profile_unreachable';
    const standing = before && isOutage && at < before.standsUntil ? before : { found, standsUntil: at };
    kept.set(url.href, { ...standing, freshUntil: at + pause, failures });
    return standing.found;
  }

  function standsFor(url: URL): number {
    return known.find(url) ? KNOWN_STANDS_MS : 0;
  }

  /** Those who ask while it is under way wait for the same answer. */
  function once(url: URL): Promise<FoundProfile> {
    const running = underWay.get(url.href);
    if (running) return running;
    const isKnown = known.find(url) !== undefined;
    if (!isKnown && (underWay.size >= MOST_AT_ONCE || !budget.take())) {
      return Promise.resolve({ problem: 'discovery_busy', retryAfterSeconds: budget.secondsLeft() });
    }
    const asking = discover(url).finally(() => underWay.delete(url.href));
    underWay.set(url.href, asking);
    return asking;
  }

  async function find(profileUrl: string | undefined): Promise<FoundProfile> {
    const url = profileAddress(profileUrl, allowLoopback);
    if (!url) return { problem: 'invalid_profile_url' };
    const entry = known.find(url);
    if (entry?.profile) return { profile: entry.profile };
    if (!entry && known.only) return { problem: 'profile_not_trusted' };
    const held = kept.get(url.href);
    return held && held.freshUntil > now() ? held.found : once(url);
  }

  return {
    find,
    async findAnew(profileUrl) {
      const url = profileAddress(profileUrl, allowLoopback);
      const last = url && askedAnew.get(url.origin);
      if (!url || known.find(url)?.profile || (last !== undefined && now() - last < MINUTE_MS)) {
        return find(profileUrl);
      }
      askedAnew.set(url.origin, now());
      return once(url);
    },
  };
}

function perMinute(now: () => number) {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  return {
    take(): boolean {
      if (now() - began >= MINUTE_MS) {
        began = now();
        taken = 0;
      }
      taken += 1;
      return taken <= MOST_A_MINUTE;
    },
    secondsLeft: () => Math.max(1, Math.min(60, Math.ceil((began + MINUTE_MS - now()) / 1_000))),
  };
}
