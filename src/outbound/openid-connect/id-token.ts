import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { isObject } from '../../commerce/json/is-object.ts';

export type Claims = Readonly<Record<string, unknown>>;

interface Expected {
  issuer: string;
  clientId: string;
  nonce: string;
  nowMs: number;
}

interface Algorithm {
  keyType: string;
  /** Null when the algorithm includes its hash. */
  hash: string | null;
  options: object;
}

const rsa = (hash: string): Algorithm => ({ keyType: 'rsa', hash, options: {} });
const pss = (hash: string, saltLength: number): Algorithm => {
  return { keyType: 'rsa', hash, options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } };
};
const ecdsa = (hash: string): Algorithm => {
  return { keyType: 'ec', hash, options: { dsaEncoding: 'ieee-p1363' } };
};

/** Asymmetric algorithms only: `none`, and HMAC with the client's secret, prove nothing here. */
const ALGORITHMS: ReadonlyMap<unknown, Algorithm> = new Map([
  ['RS256', rsa('sha256')],
  ['RS384', rsa('sha384')],
  ['RS512', rsa('sha512')],
  ['PS256', pss('sha256', 32)],
  ['PS384', pss('sha384', 48)],
  ['PS512', pss('sha512', 64)],
  ['ES256', ecdsa('sha256')],
  ['ES384', ecdsa('sha384')],
  ['ES512', ecdsa('sha512')],
  ['EdDSA', { keyType: 'ed25519', hash: null, options: {} }],
]);

/** Clocks of two servers differ by less. */
const LEEWAY_SECONDS = 60;

/** Returns the key id of a token, before it is verified: undefined when it names none. */
export function keyIdOf(token: string): string | undefined {
  const { kid } = partOf(token, 0);
  return typeof kid === 'string' ? kid : undefined;
}

/**
 * Returns the claims of an ID token (OpenID Connect Core, 3.1.3.7). Throws for a wrong signature, issuer, audience or nonce, and
 * for an expired token.
 */
export function verifiedClaims(token: string, keys: readonly JsonWebKey[], expected: Expected): Claims {
  const algorithm = ALGORITHMS.get(partOf(token, 0).alg);
  if (!algorithm) throw new Error('The ID token is signed with an algorithm that is not supported.');
  const kid = keyIdOf(token);
  const candidates = keys.filter((key) => kid === undefined || key.kid === kid).flatMap(publicKeyOf);
  if (!candidates.some((key) => isSigned(token, key, algorithm)))
    throw new Error('The signature of the ID token is wrong.');
  const claims = partOf(token, 1);
  const wrong = wrongClaim(claims, expected);
  if (wrong !== undefined) throw new Error(`The ID token has a wrong \`${wrong}\`.`);
  return claims;
}

function publicKeyOf(jwk: JsonWebKey): KeyObject[] {
  if (jwk.use !== undefined && jwk.use !== 'sig') return [];
  try {
    return [createPublicKey({ key: jwk, format: 'jwk' })];
  } catch {
    return [];
  }
}

function isSigned(token: string, key: KeyObject, { keyType, hash, options }: Algorithm): boolean {
  if (key.asymmetricKeyType !== keyType) return false;
  const [header, payload, signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  return verify(hash, signed, { key, ...options }, Buffer.from(signature, 'base64url'));
}

function wrongClaim(claims: Claims, { issuer, clientId, nonce, nowMs }: Expected): string | undefined {
  const { iss, aud, azp, exp, sub } = claims;
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (iss !== issuer) return 'iss';
  if (!audiences.includes(clientId)) return 'aud';
  if (azp === undefined ? audiences.length > 1 : azp !== clientId) return 'azp';
  if (typeof exp !== 'number' || exp + LEEWAY_SECONDS <= nowMs / 1_000) return 'exp';
  if (claims.nonce !== nonce) return 'nonce';
  if (typeof sub !== 'string' || sub === '') return 'sub';
  return undefined;
}

function partOf(token: string, index: 0 | 1): Claims {
  const text = Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8');
  const part: unknown = JSON.parse(text);
  if (!isObject(part)) throw new Error('The ID token is malformed.');
  return part;
}
