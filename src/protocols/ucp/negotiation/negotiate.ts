import { isObject } from '../../../commerce/json/is-object.ts';
import { getStorefrontUrl } from '../../../commerce/store/store.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import { requestToVerify } from '../../../signatures/message.ts';
import type { Incoming } from '../../endpoint.ts';
import { INVALID_REQUEST, ProtocolError, SERVER_ERROR } from '../../protocol-error.ts';
import { type DeclaredCapabilities, getCapabilities } from '../profile/capabilities.ts';
import { isUcpVersion, UCP_VERSIONS, type UcpVersion } from '../profile/versions.ts';
import type { AgentPlatformProfile, ProfileError } from './agent-platform-profile.ts';
import { authenticate, parseProfileHeader, TRUST_ERRORS, type Trust } from './trust.ts';

export interface NegotiatedCall extends Agreement {
  profile: AgentPlatformProfile;
  /** URL of the profile whose key signed the request; undefined for an unsigned request. */
  signer: string | undefined;
}

/** JSON-RPC code of the specification for errors of a profile; errors of a signature have the server's code. */
const PROFILE_ERROR = -32001;

/** Identifies the agent platform and negotiates version and capabilities. Throws the specification's errors. */
export async function negotiateCall(
  trust: Trust,
  context: Pick<StoreContext, 'caller' | 'store'>,
  incoming: Incoming,
): Promise<NegotiatedCall> {
  const { store, caller } = context;
  const continueUrl = getStorefrontUrl(store);
  const profileUrl = readProfileUrl(incoming);
  const discovery = await trust.profiles.find(profileUrl, caller.buyerIp);
  if ('error' in discovery) throw createProfileError(discovery, profileUrl, continueUrl);
  const { profile } = discovery;
  const { signer, headers } = incoming;
  const verdict =
    signer === profile.url
      ? { signer }
      : await authenticate(trust, requestToVerify(incoming.sentRequest(), headers), profile, caller.buyerIp);
  if ('error' in verdict) {
    const { error, keyId } = verdict;
    const [status, text] = TRUST_ERRORS[error];
    const message = keyId === undefined ? text : `${text} Key: ${cleanShopLine(keyId, 100)}`;
    throw new ProtocolError(status, error, message, { rpc: status === 400 ? INVALID_REQUEST : SERVER_ERROR });
  }
  const agreement = negotiate((version) => getCapabilities(store, version), profile);
  if ('unsupported' in agreement) throw createVersionError(agreement.unsupported, continueUrl);
  return { ...agreement, profile, signer: verdict.signer };
}

/** The header over REST; over MCP `meta["ucp-agent"].profile`. */
function readProfileUrl({ meta, headers }: Incoming): string | undefined {
  const agent = meta['ucp-agent'];
  const inMeta = isObject(agent) ? agent.profile : undefined;
  if (inMeta !== undefined) return typeof inMeta === 'string' ? inMeta : '';
  return parseProfileHeader(headers['ucp-agent']);
}

const UNREADABLE_PROFILE =
  'Your profile must be an https address: UCP-Agent: profile="https://…" over REST, with the quotes and without blanks around "=", or meta["ucp-agent"].profile over MCP.';

const UNUSABLE_ADDRESS =
  'The address of your profile leads nowhere: its host must exist and be public, without a port other than 443, and without a password.';

function createProfileError(discovery: ProfileError, profileUrl: string | undefined, continueUrl: string) {
  const { error } = discovery;
  const extras =
    discovery.error === 'discovery_busy'
      ? { rpc: SERVER_ERROR, retryAfterSeconds: discovery.retryAfterSeconds }
      : { rpc: PROFILE_ERROR };
  const [status, text] = TRUST_ERRORS[error];
  const isInvalid = error === 'invalid_profile_url' && profileUrl !== undefined;
  const reason = URL.parse(profileUrl ?? '')?.protocol === 'https:' ? UNUSABLE_ADDRESS : UNREADABLE_PROFILE;
  return new ProtocolError(status, error, isInvalid ? reason : text, { ...extras, continueUrl });
}

function createVersionError(version: string, continueUrl: string): ProtocolError {
  const message = `Version ${version} is not spoken here. This business speaks ${UCP_VERSIONS.join(' and ')}.`;
  return new ProtocolError(422, 'version_unsupported', message, { rpc: PROFILE_ERROR, continueUrl });
}

interface Agreement {
  version: UcpVersion;
  /** Capabilities of the store in this version. */
  declared: DeclaredCapabilities;
  /** Versions of the capabilities that both sides have, by name. */
  active: ReadonlyMap<string, string>;
}

/** Intersection algorithm of the specification: one version, common names and versions, and no extension without a parent. */
export function negotiate(
  ours: (version: UcpVersion) => DeclaredCapabilities,
  platform: Pick<AgentPlatformProfile, 'version' | 'capabilities'>,
): Agreement | { unsupported: string } {
  const { version } = platform;
  if (!isUcpVersion(version)) return { unsupported: version };
  const declared = ours(version);
  const active = new Map<string, string>();
  for (const [name, entries] of Object.entries(declared)) {
    const { [name]: offered = [] } = platform.capabilities;
    const theirs = new Set(offered.map((each) => each.version));
    const common = entries.map((entry) => entry.version).filter((each) => theirs.has(each));
    const newest = common.sort().at(-1);
    if (newest !== undefined) active.set(name, newest);
  }
  const isOrphan = (name: string) => {
    const parents = getParents(name, declared);
    return parents.length > 0 && !parents.some((parent) => active.has(parent));
  };
  const pickOrphan = () => [...active.keys()].find(isOrphan);
  for (let name = pickOrphan(); name !== undefined; name = pickOrphan()) active.delete(name);
  return { version, declared, active };
}

function getParents(name: string, declared: DeclaredCapabilities): readonly string[] {
  return declared[name]?.[0]?.extends ?? [];
}

/** Returns the active capabilities that a response names: the root and its extensions. */
export function pickRelevant(root: string, active: Agreement['active'], declared: DeclaredCapabilities) {
  const relevant = [...active].filter(([name]) => name === root || getParents(name, declared).includes(root));
  return Object.fromEntries(relevant.map(([name, version]) => [name, [{ version }]]));
}
