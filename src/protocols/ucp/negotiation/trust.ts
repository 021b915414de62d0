import { readDictionary } from '../../../signatures/base.ts';
import { computeThumbprint } from '../../../signatures/keys.ts';
import type { RequestToVerify } from '../../../signatures/message.ts';
import type { SigningKey } from '../../../signatures/sign-message.ts';
import {
  isSigned,
  type SignatureError,
  type SignatureRules,
  verifyRequest,
} from '../../../signatures/verify.ts';
import type { AgentPlatformProfile, AgentPlatformProfiles, ProfileError } from './agent-platform-profile.ts';

export interface Trust {
  profiles: AgentPlatformProfiles;
  publishedKeys(): Promise<readonly object[]>;
  signingKey(): Promise<SigningKey>;
  now(): number;
}

export const TRUST_ERRORS: Record<SignatureError | ProfileError['error'], [status: number, text: string]> = {
  invalid_profile_url: [
    400,
    'Say who you are: UCP-Agent: profile="https://…" over REST, meta["ucp-agent"].profile over MCP, with the https address of your profile.',
  ],
  profile_unreachable: [
    424,
    'Your profile could not be fetched from its address: it must answer 200 there, without a redirect.',
  ],
  profile_malformed: [
    422,
    'The address of your profile holds no profile: it must be JSON with ucp.version and ucp.capabilities.',
  ],
  profile_not_trusted: [
    403,
    'This service speaks with platforms that its operator knows. Yours is not among them.',
  ],
  discovery_busy: [503, 'Too many profiles are being fetched right now. Try again in a moment.'],
  signature_missing: [401, 'Both Signature-Input and Signature are needed, with one label.'],
  signature_invalid: [
    401,
    'The signature does not hold. It must cover @method, @authority, @path, @query where there is one, content-digest and content-type of a body, and ucp-agent, signature-agent and idempotency-key where they are sent; be raw r||s for ECDSA; and be of now.',
  ],
  key_not_found: [401, 'The profile of UCP-Agent publishes no such key for signatures.'],
  digest_mismatch: [400, 'Content-Digest must hold the sha-256 of the body as it was sent.'],
  algorithm_unsupported: [400, 'ES256, ES384, EdDSA (Ed25519) and PS512 are supported.'],
};

/** `signer` is the URL of the profile whose key signed; undefined for an unsigned request. */
type Authenticated = { signer: string | undefined } | { error: SignatureError; keyId?: string | undefined };

/** Verifies a signature when present. An unknown key may be new, so its profile is fetched again. */
export async function authenticate(
  { profiles, now }: Pick<Trust, 'profiles' | 'now'>,
  request: RequestToVerify,
  profile: AgentPlatformProfile,
  clientAddress: string | undefined,
): Promise<Authenticated> {
  if (!isSigned(request)) return { signer: undefined };
  const first = verifyRequest(request, profile.keys, UCP_SIGNATURES, now());
  const verdict = 'error' in first && first.error === 'key_not_found' ? await verifyAgain() : first;
  return 'error' in verdict ? verdict : { signer: profile.url };

  async function verifyAgain() {
    const anew = await profiles.findAgain(profile.url, clientAddress);
    return 'profile' in anew ? verifyRequest(request, anew.profile.keys, UCP_SIGNATURES, now()) : first;
  }
}

/** Official UCP: Message Signatures. Without `created` only the idempotency key prevents replay. */
export const UCP_SIGNATURES: SignatureRules = {
  hasId: ({ kid }, keyId) => kid === keyId,
  /** No tag, or Web Bot Auth's, whose key ids are thumbprints. */
  acceptsTag: (tag, key) =>
    tag === undefined || (tag === 'web-bot-auth' && key.kid === computeThumbprint(key)),
  /** A part of a header does not count as the header. */
  isCoverageEnough({ headers, target, body }, [components]) {
    const covered = new Set(
      components.flatMap(([name, { size }]) => (size === 0 || name === 'signature-agent' ? [name] : [])),
    );
    const required = [
      '@method',
      '@authority',
      '@path',
      ...(target.includes('?') ? ['@query'] : []),
      ...(body ? ['content-digest', 'content-type'] : []),
      ...['ucp-agent', 'signature-agent', 'idempotency-key'].filter((name) => headers[name] !== undefined),
    ];
    return required.every((name) => covered.has(name));
  },
  maxAgeS: 5 * 60,
  needsTimes: false,
};

/** Reads `UCP-Agent: profile="…"`, a dictionary of RFC 8941. Empty for an unreadable header. */
export function parseProfileHeader(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [profile] = readDictionary(header)?.get('profile') ?? [];
  return typeof profile === 'string' ? profile : '';
}
