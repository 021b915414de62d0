import { isObject } from '../commerce/json/is-object.ts';
import type { Store } from '../commerce/store/store.ts';
import type { AnswerLimits } from '../outbound/guarded-fetch/ask-whole.ts';
import type { Fetch } from '../outbound/guarded-fetch/guarded-fetch.ts';
import { type Probe, probing } from '../outbound/guarded-fetch/probe.ts';
import { readAgentPlatformProfile } from '../protocols/ucp/negotiation/agent-platform-profile.ts';
import type { Trust } from '../protocols/ucp/negotiation/trust.ts';
import { readKeys } from '../signatures/json-web-keys.ts';
import type { SigningKeys } from '../storage/repositories/jobs/signing-keys.ts';
import type { Document } from './fetch-profile.ts';
import { agentIdentification, type HolderOfKey } from './identify-agent.ts';
import { knownAgentPlatforms } from './known-agent-platforms.ts';
import { orderEvents } from './order-events.ts';
import { agentPlatformProfiles } from './profiles.ts';

interface Dependencies {
  /**
   * Guarded clients: one for known platforms, and one each for profiles and events of unknown platforms, so that none of these
   * delays another.
   */
  outgoing: { knownPlatforms: Fetch; profiles: Fetch; events: Fetch };
  signingKeys: SigningKeys;
  holderOfKey: HolderOfKey;
  agentPlatformsFile: string | undefined;
  allowLoopback: boolean;
  /** Setting `RATE_LIMIT`. */
  rateLimit: number;
  /** Returns the URL of the profile by which agent platforms know the store. */
  profileOf(store: Store): Promise<string>;
  now: () => number;
}

/** An agent waits for the profile, which has a few KB; the specification asks for room for 128 KB. */
const PROFILE_LIMITS: AnswerLimits = { timeoutMs: 3_000, maxBytes: 128 * 1024 };
const EVENT_LIMITS: AnswerLimits = { timeoutMs: 10_000, maxBytes: 16 * 1024 };

const PROFILE: Document = { accept: 'application/json', read: readAgentPlatformProfile };

const KEY_SET: Document = {
  accept: 'application/http-message-signatures-directory+json, application/json',
  read: (url, body) =>
    isObject(body) && Array.isArray(body.keys)
      ? { url, version: '', capabilities: {}, keys: readKeys(body.keys) }
      : undefined,
};

/** Reads agent platforms' profiles, signs for them, and notifies them of order events. */
export function createAgentPlatforms(dependencies: Dependencies) {
  const { outgoing, signingKeys, holderOfKey, allowLoopback, rateLimit, profileOf, now } = dependencies;
  const at = () => new Date(now()).toISOString();
  const agentPlatforms = knownAgentPlatforms(dependencies.agentPlatformsFile);
  const probeFor = (unknownPlatforms: Fetch, limits: AnswerLimits): Probe => {
    const [probe, probeKnown] = [probing(unknownPlatforms, limits), probing(outgoing.knownPlatforms, limits)];
    return (url, request) => (agentPlatforms.find(new URL(url)) ? probeKnown : probe)(url, request);
  };
  const probe = probeFor(outgoing.profiles, PROFILE_LIMITS);
  const documentsOf = (document: Document) =>
    agentPlatformProfiles({ probe, document, agentPlatforms, allowLoopback, rateLimit, now });
  const trust: Trust = {
    profiles: documentsOf(PROFILE),
    publishedKeys: () => signingKeys.published(at()),
    signingKey: () => signingKeys.toSignWith(at()),
    now,
  };
  const notifyAgentPlatform = orderEvents({
    trust,
    probe: probeFor(outgoing.events, EVENT_LIMITS),
    allowLoopback,
    profileOf,
  });
  const { profiles } = trust;
  const keySets = documentsOf(KEY_SET);
  const identifyAgent = agentIdentification({ profiles, keySets, agentPlatforms, holderOfKey, now });
  return { trust, notifyAgentPlatform, identifyAgent };
}
