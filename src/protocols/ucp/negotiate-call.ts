import type { StoreContext } from '../../operations/store-context.ts';
import { requestToVerify } from '../../signatures/message.ts';
import type { Incoming } from '../endpoint.ts';
import { INVALID_REQUEST, ProtocolError, SERVER_ERROR } from '../protocol-error.ts';
import type { AgentPlatformProfile, ProfileError } from './agent-platform-profile.ts';
import { capabilitiesOf, type DeclaredCapabilities } from './capabilities.ts';
import { storefrontUrl } from './links.ts';
import { type Agreement, negotiate } from './negotiate.ts';
import { profileOfHeader } from './profile-of-header.ts';
import { authenticate, TRUST_STATUSES, type Trust } from './trust.ts';
import { UCP_VERSIONS } from './versions.ts';

/** Outcome of a call's negotiation. */
export interface NegotiatedCall extends Agreement {
  /** Capabilities of the store in this version. */
  declared: DeclaredCapabilities;
  profile: AgentPlatformProfile;
  /** URL of the profile whose key signed the request; undefined for an unsigned request. */
  signer: string | undefined;
}

/** JSON-RPC code of the specification for errors of a profile; those of a signature have that of the server. */
const PROFILE_ERROR = -32001;

/** Identifies the agent platform and negotiates version and capabilities. Throws the specification's errors. */
export async function negotiateCall(
  trust: Trust,
  context: Pick<StoreContext, 'caller' | 'store'>,
  incoming: Incoming,
): Promise<NegotiatedCall> {
  const { store, caller } = context;
  const continueUrl = storefrontUrl(store);
  const discovery = await trust.profiles.find(profileUrlOf(incoming), caller.buyerIp);
  if ('error' in discovery) throw profileError(discovery, continueUrl);
  const { profile } = discovery;
  const request = () => requestToVerify(incoming.sentRequest(), incoming.headers);
  const verdict =
    incoming.signer === profile.url
      ? { signer: incoming.signer }
      : await authenticate(trust, request(), profile, caller.buyerIp);
  if ('error' in verdict) {
    const status = TRUST_STATUSES[verdict.error];
    const rpc = status === 400 ? INVALID_REQUEST : SERVER_ERROR;
    throw new ProtocolError(status, verdict.error, verdict.content, { rpc });
  }
  const agreement = negotiate((version) => capabilitiesOf(store, version), profile);
  if ('unsupported' in agreement) throw versionError(agreement.unsupported, continueUrl);
  const declared = capabilitiesOf(store, agreement.version);
  return { ...agreement, declared, profile, signer: verdict.signer };
}

/** The header over REST; over MCP `meta["ucp-agent"].profile`. */
function profileUrlOf({ meta, headers }: Incoming): string | undefined {
  const agent = meta['ucp-agent'];
  const inMeta =
    typeof agent === 'object' && agent !== null && 'profile' in agent ? agent.profile : undefined;
  if (inMeta !== undefined) return typeof inMeta === 'string' ? inMeta : '';
  return profileOfHeader(headers['ucp-agent']);
}

const SENTENCES: Record<ProfileError['error'], string> = {
  invalid_profile_url:
    'Say who you are: UCP-Agent: profile="https://…" over REST, meta["ucp-agent"].profile over MCP, with the https address of your profile.',
  profile_unreachable:
    'Your profile could not be fetched from its address: it must answer 200 there, without a redirect.',
  profile_malformed:
    'The address of your profile holds no profile: it must be JSON with ucp.version and ucp.capabilities.',
  profile_not_trusted: 'This service speaks with platforms that its operator knows. Yours is not among them.',
  discovery_busy: 'Too many profiles are being fetched right now. Try again in a moment.',
};

function profileError(discovery: ProfileError, continueUrl: string): ProtocolError {
  const { error } = discovery;
  const extras =
    discovery.error === 'discovery_busy'
      ? { rpc: SERVER_ERROR, retryAfterSeconds: discovery.retryAfterSeconds }
      : { rpc: PROFILE_ERROR };
  return new ProtocolError(TRUST_STATUSES[error], error, SENTENCES[error], { ...extras, continueUrl });
}

function versionError(version: string, continueUrl: string): ProtocolError {
  const message = `Version ${version} is not spoken here. This business speaks ${UCP_VERSIONS.join(' and ')}.`;
  return new ProtocolError(422, 'version_unsupported', message, { rpc: PROFILE_ERROR, continueUrl });
}
