import type { Item, Parameters } from 'structured-headers';
import type { PlatformKey, AgentPlatformProfile } from '../agent-platform-profile.ts';
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

/** `keyId` is of a key that the platform's profile publishes: the request is that platform's. */
export type Verdict = { keyId: string } | { error: SignatureError; keyId?: string };

interface Candidate {
  covered: CoveredComponents;
  signature: Uint8Array;
}

/** Clocks differ by so much. */
const CLOCK_SKEW_S = 60;
/** A signature that says when it was made is not taken long after that; one that says nothing rests on its idempotency key. */
const MAX_AGE_S = 5 * 60;
const MAX_SIGNATURES = 5;

/** Whether anything of a signature is there: such a request is verified, or refused. */
export function isSigned({ headers }: Pick<RequestToVerify, 'headers'>): boolean {
  return headers['signature-input'] !== undefined || headers.signature !== undefined;
}

/**
 * RFC 9421 with the specification's rules. One signature that holds is enough; of several that do not, the first one's
 * error is told. `nowMs`: the clock that `created` and `expires` are held against, where a signature has them.
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

/** Undefined when the two headers are not what they should be. A label that only one of them has is no candidate. */
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

/** None, or that of Web Bot Auth, whose key ids are the keys' thumbprints. */
function isTagKnown(parameters: Parameters, key: PlatformKey): boolean {
  const tag = parameters.get('tag');
  return tag === undefined || (tag === 'web-bot-auth' && key.kid === thumbprint(key));
}

/** What the signature does not cover could have been changed by anybody. A part of a header is not the header. */
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

/** Null for what is no instant. */
function secondsOf(parameter: unknown): number | undefined | null {
  if (parameter === undefined) return undefined;
  return typeof parameter === 'number' && Number.isInteger(parameter) ? parameter : null;
}
