import { isObject } from '../commerce/json/is-object.ts';
import type { Store } from '../commerce/store/store.ts';
import { type AnswerLimits, createProbe, type Probe } from '../outbound/guarded-fetch/ask-whole.ts';
import type { Fetch } from '../outbound/guarded-fetch/guarded-fetch.ts';
import { readAgentPlatformProfile } from '../protocols/ucp/negotiation/agent-platform-profile.ts';
import type { Trust } from '../protocols/ucp/negotiation/trust.ts';
import { readKeys } from '../signatures/keys.ts';
import type { SigningKeys } from '../storage/repositories/jobs/signing-keys.ts';
import type { Document } from './fetch-profile.ts';
import { createAgentIdentification, type HolderOfKey } from './identify-agent.ts';
import { readKnownAgentPlatforms } from './known-agent-platforms.ts';
import { orderEvents } from './order-events.ts';
import { createAgentPlatformProfiles } from './profiles.ts';

interface Dependencies {
  /** Guarded clients: profiles and events of unknown platforms delay neither each other nor known platforms. */
  outgoing: { knownPlatforms: Fetch; profiles: Fetch; events: Fetch };
  signingKeys: SigningKeys;
  holderOfKey: HolderOfKey;
  agentPlatformsFile: string | undefined;
  allowLoopback: boolean;
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
  const readClock = () => new Date(now()).toISOString();
  const agentPlatforms = readKnownAgentPlatforms(dependencies.agentPlatformsFile);
  const probeFor = (unknownPlatforms: Fetch, limits: AnswerLimits): Probe => {
    const probe = createProbe(unknownPlatforms, limits);
    const probeKnown = createProbe(outgoing.knownPlatforms, limits);
    return (url, request) => (agentPlatforms.find(new URL(url)) ? probeKnown : probe)(url, request);
  };
  const probe = probeFor(outgoing.profiles, PROFILE_LIMITS);
  const createProfiles = (document: Document) =>
    createAgentPlatformProfiles({ probe, document, agentPlatforms, allowLoopback, rateLimit, now });
  const trust: Trust = {
    profiles: createProfiles(PROFILE),
    publishedKeys: () => signingKeys.listPublished(readClock()),
    signingKey: () => signingKeys.toSignWith(readClock()),
    now,
  };
  const probeWebhook = probeFor(outgoing.events, EVENT_LIMITS);
  const notifyAgentPlatform = orderEvents({ trust, probe: probeWebhook, allowLoopback, profileOf });
  const { profiles } = trust;
  const keySets = createProfiles(KEY_SET);
  const identifyAgent = createAgentIdentification({ profiles, keySets, agentPlatforms, holderOfKey, now });
  return { trust, notifyAgentPlatform, identifyAgent };
}
