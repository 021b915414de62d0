import type { Item, Parameters } from 'structured-headers';
import type { AgentPlatformProfile, PlatformKey } from '../agent-platform-profile.ts';
import { type CoveredComponents, dictionaryOf, signatureBase } from './base.ts';
import { digestMatches } from './digest.ts';
import { thumbprint, verifierOf } from './keys.ts';
import type { RequestToVerify } from './message.ts';

export type SignatureError =
  | 'signature_missing'
  | 'signature_invalid'
  | 'key_not_found'
  | 'digest_mismatch'
  | 'algorithm_unsupported';

/** `keyId` is a key of the platform's profile that signed the request. */
type Verdict = { keyId: string } | { error: SignatureError; keyId?: string };

interface Candidate {
  covered: CoveredComponents;
  signature: Uint8Array;
}

/** Tolerated difference of clocks. */
const CLOCK_SKEW_S = 60;
/** Maximum age of a signature with `created`; without it, only the idempotency key prevents replay. */
const MAX_AGE_S = 5 * 60;
const MAX_SIGNATURES = 5;

/** True when any signature header is present: the request is then verified or refused. */
export function isSigned({ headers }: Pick<RequestToVerify, 'headers'>): boolean {
  return headers['signature-input'] !== undefined || headers.signature !== undefined;
}

/**
 * Verifies by RFC 9421 and the specification: one valid signature is enough, else the first one's error is returned. `nowMs`
 * is compared with `created` and `expires`.
 */
export function verifyRequest(
  request: RequestToVerify,
  profile: AgentPlatformProfile,
  nowMs: number,
): Verdict {
  const candidates = candidatesOf(request);
  if (!candidates) return { error: 'signature_invalid' };
  const verdicts = candidates.map((candidate) => verifyOne(request, candidate, profile, nowMs));
  return verdicts.find((verdict) => !('error' in verdict)) ?? verdicts[0] ?? { error: 'signature_missing' };
}

/** Returns undefined for invalid headers. A label in only one header is no candidate. */
function candidatesOf({ headers }: RequestToVerify): Candidate[] | undefined {
  if (headers['signature-input'] === undefined || headers.signature === undefined) return [];
  const inputs = dictionaryOf(headers['signature-input']);
  const signatures = dictionaryOf(headers.signature);
  if (!inputs || !signatures) return undefined;
  return [...inputs].slice(0, MAX_SIGNATURES).flatMap(([label, covered]) => {
    const [signature] = signatures.get(label) ?? [];
    if (!(signature instanceof ArrayBuffer) || !isInnerList(covered)) return [];
    return [{ covered, signature: new Uint8Array(signature) }];
  });
}

function isInnerList(member: Item | CoveredComponents): member is CoveredComponents {
  return Array.isArray(member[0]);
}

function verifyOne(
  request: RequestToVerify,
  { covered, signature }: Candidate,
  { keys }: AgentPlatformProfile,
  nowMs: number,
): Verdict {
  const [, parameters] = covered;
  const keyId = parameters.get('keyid');
  if (typeof keyId !== 'string') return { error: 'signature_invalid' };
  const error = (code: SignatureError): Verdict => ({ error: code, keyId });
  const key = keys.find((each) => each.kid === keyId);
  if (!key) return error('key_not_found');
  if (!isTagKnown(parameters, key)) return error('signature_invalid');
  const verifies = verifierOf(key);
  if (!verifies) return error('algorithm_unsupported');
  if (!coversEnough(request, covered) || !isTimely(parameters, nowMs)) return error('signature_invalid');
  if (request.body && !digestMatches(request.headers['content-digest'], request.body)) {
    return error('digest_mismatch');
  }
  const text = signatureBase(request, covered);
  return text !== undefined && verifies(text, signature) ? { keyId } : error('signature_invalid');
}

/** Accepts no tag, or that of Web Bot Auth, whose key ids are thumbprints. */
function isTagKnown(parameters: Parameters, key: PlatformKey): boolean {
  const tag = parameters.get('tag');
  return tag === undefined || (tag === 'web-bot-auth' && key.kid === thumbprint(key));
}

/** Requires everything that changes the request's meaning. A part of a header does not count as the header. */
function coversEnough({ headers, target, body }: RequestToVerify, [components]: CoveredComponents): boolean {
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
}

function isTimely(parameters: Parameters, nowMs: number): boolean {
  const now = nowMs / 1000;
  const created = secondsOf(parameters.get('created'));
  const expires = secondsOf(parameters.get('expires'));
  if (created === null || expires === null) return false;
  if (expires !== undefined && expires < now - CLOCK_SKEW_S) return false;
  if (created === undefined) return true;
  if (created > now + CLOCK_SKEW_S) return false;
  return expires !== undefined || created >= now - MAX_AGE_S - CLOCK_SKEW_S;
}

/** Null for an invalid time. */
function secondsOf(parameter: unknown): number | undefined | null {
  if (parameter === undefined) return undefined;
  return typeof parameter === 'number' && Number.isInteger(parameter) ? parameter : null;
}
