import type { Parameters } from 'structured-headers';
import { buildSignatureBase, type CoveredComponents, hasMatchingDigest, readDictionary } from './base.ts';
import { createVerifier, type PublicKey } from './keys.ts';
import type { RequestToVerify } from './message.ts';

export type SignatureError =
  | 'signature_missing'
  | 'signature_invalid'
  | 'key_not_found'
  | 'digest_mismatch'
  | 'algorithm_unsupported';

/** `keyId` names the key that signed the request. */
type Verdict = { keyId: string } | { error: SignatureError; keyId?: string };

interface Candidate {
  covered: CoveredComponents;
  signature: Uint8Array;
}

/** Demands that a specification adds to RFC 9421. */
export interface SignatureRules {
  hasId(key: PublicKey, keyId: string): boolean;
  acceptsTag(tag: unknown, key: PublicKey): boolean;
  /** True when everything is covered that changes the request's meaning. */
  isCoverageEnough(request: RequestToVerify, covered: CoveredComponents): boolean;
  /** Seconds after `created` for which a signature is valid that names no end, and any at all where both times are needed. */
  maxAgeS: number;
  needsTimes: boolean;
}

const CLOCK_SKEW_S = 60;
const MAX_SIGNATURES = 5;

export function isSigned({ headers }: { headers: Readonly<Record<string, unknown>> }): boolean {
  return headers['signature-input'] !== undefined || headers.signature !== undefined;
}

/** One valid signature is enough, else the first one's error is returned. `nowMs`: for `created` and `expires`. */
export function verifyRequest(
  request: RequestToVerify,
  keys: readonly PublicKey[],
  rules: SignatureRules,
  nowMs: number,
): Verdict {
  const candidates = parseCandidates(request);
  if (!candidates) return { error: 'signature_invalid' };
  const verdicts = candidates.map((candidate) => verifyCandidate(request, candidate, keys, rules, nowMs));
  return verdicts.find((verdict) => !('error' in verdict)) ?? verdicts[0] ?? { error: 'signature_missing' };
}

/** Returns undefined for invalid headers. A label in only one header is no candidate. */
export function parseCandidates({ headers }: RequestToVerify): Candidate[] | undefined {
  if (headers['signature-input'] === undefined || headers.signature === undefined) return [];
  const inputs = readDictionary(headers['signature-input']);
  const signatures = readDictionary(headers.signature);
  if (!inputs || !signatures) return undefined;
  return [...inputs].slice(0, MAX_SIGNATURES).flatMap(([label, covered]) => {
    const [signature] = signatures.get(label) ?? [];
    const isList = Array.isArray(covered[0]);
    if (!(signature instanceof ArrayBuffer) || !isList) return [];
    return [{ covered: covered as CoveredComponents, signature: new Uint8Array(signature) }];
  });
}

export function verifyCandidate(
  request: RequestToVerify,
  { covered, signature }: Candidate,
  keys: readonly PublicKey[],
  rules: SignatureRules,
  nowMs: number,
): Verdict {
  const [, parameters] = covered;
  const keyId = parameters.get('keyid');
  if (typeof keyId !== 'string') return { error: 'signature_invalid' };
  const toError = (code: SignatureError): Verdict => ({ error: code, keyId });
  const key = keys.find((each) => rules.hasId(each, keyId));
  if (!key) return toError('key_not_found');
  if (!rules.acceptsTag(parameters.get('tag'), key)) return toError('signature_invalid');
  const verifies = createVerifier(key);
  if (!verifies) return toError('algorithm_unsupported');
  if (!rules.isCoverageEnough(request, covered) || !isTimely(parameters, rules, nowMs))
    return toError('signature_invalid');
  if (!isOfBody(request)) return toError('digest_mismatch');
  const text = buildSignatureBase(request, covered);
  return text !== undefined && verifies(text, signature) ? { keyId } : toError('signature_invalid');
}

/** True where Content-Digest is of the body, and where there is none to compare it with yet. */
export function isOfBody({ headers, body }: Pick<RequestToVerify, 'headers' | 'body'>): boolean {
  return body === undefined || body === 'unread' || hasMatchingDigest(headers['content-digest'], body);
}

function isTimely(parameters: Parameters, { maxAgeS, needsTimes }: SignatureRules, nowMs: number): boolean {
  const now = nowMs / 1000;
  const created = readSeconds(parameters.get('created'));
  const expires = readSeconds(parameters.get('expires'));
  if (created === null || expires === null) return false;
  if (needsTimes && (created === undefined || expires === undefined)) return false;
  if (expires !== undefined && expires < now - CLOCK_SKEW_S) return false;
  if (created === undefined) return true;
  if (created > now + CLOCK_SKEW_S) return false;
  const isAgeless = expires !== undefined && !needsTimes;
  return isAgeless || created >= now - maxAgeS - CLOCK_SKEW_S;
}

/** Null for an invalid time. */
function readSeconds(parameter: unknown): number | undefined | null {
  if (parameter === undefined) return undefined;
  return typeof parameter === 'number' && Number.isInteger(parameter) ? parameter : null;
}
