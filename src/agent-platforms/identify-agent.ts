import { createHash } from 'node:crypto';
import type { KnownAgent, VerifiedBy } from '../commerce/call/known-agent.ts';
import { toNetwork } from '../commerce/network/network.ts';
import { toAgentName } from '../commerce/policy/agents.ts';
import { MINUTE_MS } from '../commerce/time/time.ts';
import { createWindowCounts } from '../limits/window-counts.ts';
import type { AgentPlatformProfiles } from '../protocols/ucp/negotiation/agent-platform-profile.ts';
import { authenticate, parseProfileHeader } from '../protocols/ucp/negotiation/trust.ts';
import { type CoveredComponents, readDictionary, readItem } from '../signatures/base.ts';
import { computeThumbprint } from '../signatures/keys.ts';
import type { RequestToVerify } from '../signatures/message.ts';
import { isSigned, parseCandidates, type SignatureRules, verifyCandidate } from '../signatures/verify.ts';
import type { KnownAgentPlatforms } from './known-agent-platforms.ts';

interface Identifying {
  request: RequestToVerify;
  /** Profile that the message names; undefined when UCP-Agent names it. */
  profileUrl: string | undefined;
  key: string | undefined;
  /** Address that pays for the fetches. */
  address: string;
  slug: string;
}

/** Resolves undefined for an agent that cannot be verified; it then counts as an agent that only names itself. */
export type IdentifyAgent = (identifying: Identifying) => Promise<KnownAgent | undefined>;

/** Finds the agent that a merchant has given a key for the store; undefined for any other key. */
export type HolderOfKey = (key: string, slug: string) => Promise<{ id: string; name: string } | undefined>;

interface Dependencies {
  profiles: AgentPlatformProfiles;
  keySets: AgentPlatformProfiles;
  agentPlatforms: KnownAgentPlatforms;
  holderOfKey: HolderOfKey;
  now: () => number;
}

/** Unknown keys of one network in a minute; further ones are not looked up. */
const MAX_UNKNOWN_KEYS = 30;

/** Verifies agents by a merchant's key, by UCP's signature or by Web Bot Auth's, whichever holds first. */
export function createAgentIdentification(dependencies: Dependencies): IdentifyAgent {
  const { profiles, keySets, agentPlatforms, holderOfKey, now } = dependencies;
  const unknownKeys = createWindowCounts(MINUTE_MS);

  async function identifyByKey({ key, address, slug }: Identifying): Promise<KnownAgent | undefined> {
    if (key === undefined) return undefined;
    const network = toNetwork(address);
    unknownKeys.enter(now());
    if (unknownKeys.get(network) >= MAX_UNKNOWN_KEYS) return undefined;
    const holder = await holderOfKey(key, slug);
    if (!holder) unknownKeys.add(network);
    if (!holder) return undefined;
    const name = toAgentName({ clientName: holder.name });
    return { by: 'api_key', as: holder.name, id: holder.id, name, isTrusted: false };
  }

  async function identifyBySignature({ request, profileUrl, address }: Identifying) {
    const profileAddress = profileUrl ?? parseProfileHeader(request.headers['ucp-agent']);
    const lookup = profileAddress === undefined ? undefined : await profiles.find(profileAddress, address);
    if (!lookup || !('profile' in lookup)) return undefined;
    const verdict = await authenticate({ profiles, now }, request, lookup.profile, address);
    const signer = 'signer' in verdict ? verdict.signer : undefined;
    return signer === undefined ? undefined : toKnownAgent('ucp_signature', signer, agentPlatforms);
  }

  async function identifyByBotSignature({ request, address }: Identifying): Promise<KnownAgent | undefined> {
    const signed = pickBotSignature(request);
    if (!signed) return undefined;
    const { candidate, keysUrl } = signed;
    const isSignedBy = (keySet: Awaited<ReturnType<typeof keySets.find>>) => {
      if (!('profile' in keySet)) return 'unknown';
      const verdict = verifyCandidate(request, candidate, keySet.profile.keys, WEB_BOT_AUTH, now());
      return 'error' in verdict ? verdict.error : true;
    };
    const first = isSignedBy(await keySets.find(keysUrl, address));
    // The key may be new.
    const verdict = first === 'key_not_found' ? isSignedBy(await keySets.findAgain(keysUrl, address)) : first;
    return verdict === true ? toKnownAgent('web_bot_auth', keysUrl, agentPlatforms) : undefined;
  }

  return async (identifying) => {
    const holder = await identifyByKey(identifying);
    if (holder || !isSigned(identifying.request)) return holder;
    return (await identifyBySignature(identifying)) ?? identifyByBotSignature(identifying);
  };
}

function toKnownAgent(by: VerifiedBy, as: string, agentPlatforms: KnownAgentPlatforms): KnownAgent {
  const id = createHash('sha256').update(as).digest('base64url');
  const name = toAgentName({ ucpAgent: `profile="${as}"` });
  return { by, as, id, name, isTrusted: agentPlatforms.find(new URL(as))?.isTrusted === true };
}

/** Web Bot Auth (draft-meunier-webbotauth-httpsig-protocol): can be sent again with any body, so it authorizes nothing. */
export const WEB_BOT_AUTH: SignatureRules = {
  hasId: (key, keyId) => computeThumbprint(key) === keyId,
  acceptsTag: (tag) => tag === 'web-bot-auth',
  isCoverageEnough: (_request, [components]) =>
    components.some(([name, { size }]) => size === 0 && (name === '@authority' || name === '@target-uri')),
  maxAgeS: 24 * 60 * 60,
  needsTimes: true,
};

const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** Returns the first signature with that tag whose keys the request says where to find, and their address. */
export function pickBotSignature(request: RequestToVerify) {
  for (const candidate of parseCandidates(request) ?? []) {
    const [, parameters] = candidate.covered;
    if (!WEB_BOT_AUTH.acceptsTag(parameters.get('tag'), { kty: '' })) continue;
    const keysUrl = readKeysUrl(request.headers['signature-agent'], candidate.covered);
    if (keysUrl !== undefined) return { candidate, keysUrl };
  }
  return undefined;
}

/** Reads the member that the signature covers: any other may have been added on the way. */
function readKeysUrl(header: string | undefined, [components]: CoveredComponents): string | undefined {
  const [, parameters] = components.find(([name]) => name === 'signature-agent') ?? [];
  if (header === undefined || !parameters) return undefined;
  const key = parameters.get('key');
  // Agents of earlier drafts send one string.
  if (key === undefined) return toDirectory(readItem(header)?.[0]);
  const [value, ofMember] = readDictionary(header)?.get(String(key)) ?? [];
  const type = String(ofMember?.get('type') ?? 'directory');
  if (type === 'jwks_uri') return typeof value === 'string' ? value : undefined;
  return type === 'directory' ? toDirectory(value) : undefined;
}

/** The directory belongs to an origin. */
function toDirectory(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && url.pathname === '/' && url.search === '' ? url.origin + DIRECTORY : undefined;
}
