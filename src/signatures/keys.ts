import { createHash, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';
import type { PlatformKey } from '../agent-platform-profile.ts';

interface Algorithm {
  alg: string;
  /** Null when the algorithm includes its hash. */
  hash: string | null;
}

/** Keys are `kty` and `crv`. Other published algorithms cannot be verified. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  'EC P-256': { alg: 'ES256', hash: 'sha256' },
  'EC P-384': { alg: 'ES384', hash: 'sha384' },
  'OKP Ed25519': { alg: 'EdDSA', hash: null },
};

/** ECDSA signatures are r and s side by side (RFC 9421, 3.3.4), never DER. */
const RAW = { dsaEncoding: 'ieee-p1363' } as const;

/** Returns undefined for an unknown algorithm or an invalid key. */
export function verifierOf(jwk: PlatformKey): ((text: string, signature: Uint8Array) => boolean) | undefined {
  const algorithm = ALGORITHMS[`${jwk.kty} ${jwk.crv}`];
  if (!algorithm || (jwk.alg ?? algorithm.alg) !== algorithm.alg) return undefined;
  const key = publicKeyOf(jwk);
  return key && ((text, signature) => verify(algorithm.hash, Buffer.from(text), { key, ...RAW }, signature));
}

/** Reads public members only. */
function publicKeyOf({ kty, crv, x, y }: PlatformKey): KeyObject | undefined {
  try {
    const jwk = kty === 'EC' ? { kty, crv, x, y } : { kty, crv, x };
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** ES256. */
export function signText(text: string, key: KeyObject): Buffer {
  return sign('sha256', Buffer.from(text), { key, ...RAW });
}

/** RFC 7638. */
export function thumbprint({ kty, crv, x, y }: Readonly<Record<string, unknown>>): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
