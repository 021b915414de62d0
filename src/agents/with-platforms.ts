import type { Store } from '../commerce/store.ts';
import type { Trust } from '../dialects/ucp/trust.ts';
import type { Fetch } from '../platforms/guarded-fetch/guarded-fetch.ts';
import { probing } from '../platforms/guarded-fetch/probe.ts';
import type { SigningKeys } from '../storage/signing-keys.ts';
import { knownPlatforms } from './known-platforms.ts';
import { orderEvents } from './order-events.ts';
import { platformProfiles } from './platform-profiles.ts';

interface Surroundings {
  /** Guarded: these addresses are of others' making. */
  outgoing: Fetch;
  signingKeys: SigningKeys;
  /** A file of platforms that the operator vouches for. */
  platformsFile: string | undefined;
  /** Whether platforms may be on this very machine, over HTTP. */
  allowLoopback: boolean;
  /** `RATE_LIMIT`. */
  rateLimit: number;
  /** The address of the profile by which a store is known. */
  profileOf(store: Store): Promise<string>;
  now: () => number;
}

/** An agent waits for the answer. Profiles are a few KB; the specification asks for room for 128. */
const PROFILE_LIMITS = { timeoutMs: 3_000, largestBytes: 128 * 1024 };
const EVENT_LIMITS = { timeoutMs: 10_000, largestBytes: 16 * 1024 };

/** What the service has to do with agents' platforms: to know them, to be known by them, and to tell them of orders. */
export function withPlatforms(surroundings: Surroundings) {
  const { outgoing, signingKeys, platformsFile, allowLoopback, rateLimit, profileOf, now } = surroundings;
  const at = () => new Date(now()).toISOString();
  const trust: Trust = {
    profiles: platformProfiles({
      probe: probing(outgoing, PROFILE_LIMITS),
      known: knownPlatforms(platformsFile),
      allowLoopback,
      rateLimit,
      now,
    }),
    publishedKeys: () => signingKeys.published(at()),
    signingKey: () => signingKeys.toSignWith(at()),
    now,
  };
  const tellPlatform = orderEvents({
    trust,
    probe: probing(outgoing, EVENT_LIMITS),
    allowLoopback,
    profileOf,
  });
  return { trust, tellPlatform };
}
