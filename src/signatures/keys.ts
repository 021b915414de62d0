import {
  constants,
  createHash,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';

/** Bounds of cached keys; members beyond them are dropped. */
const MAX_KEYS = 32;
const MAX_KEY_ID_LENGTH = 256;
const MAX_NAME_LENGTH = 32;
/** Coordinates of P-521, the longest in use, have 88 characters; a modulus of 4,096 bits has 683. */
const MAX_COORDINATE_LENGTH = 128;
const MAX_MODULUS_LENGTH = 683;

const name = z.string().max(MAX_NAME_LENGTH);

/** Drops an invalid number: the key then fails only where a signature names it. */
function number(maxLength: number) {
  return z.string().max(maxLength).optional().catch(undefined);
}

const jwk = z.object({
  kid: z.string().max(MAX_KEY_ID_LENGTH).optional(),
  kty: name,
  crv: name.optional(),
  alg: name.optional(),
  use: name.optional(),
  key_ops: z.array(name).max(MAX_KEYS).optional(),
  x: number(MAX_COORDINATE_LENGTH),
  y: number(MAX_COORDINATE_LENGTH),
  n: number(MAX_MODULUS_LENGTH),
  e: number(MAX_NAME_LENGTH),
});

/** Public key that verifies signatures (RFC 7517). */
export type PublicKey = Omit<z.infer<typeof jwk>, 'use' | 'key_ops'>;

/** Reads the first `MAX_KEYS` entries, and drops entries that are no keys for signatures. */
export function readKeys(keys: readonly unknown[] = []): PublicKey[] {
  return keys.slice(0, MAX_KEYS).flatMap((each) => {
    const { data } = jwk.safeParse(each);
    if (!data) return [];
    const { use, key_ops: uses, ...key } = data;
    // RFC 7517, 4.2 and 4.3: the key's declared use includes verifying.
    return use !== 'enc' && (uses?.includes('verify') ?? true) ? [key] : [];
  });
}

interface Algorithm {
  /** Names in JOSE and in the registry of RFC 9421. */
  names: readonly string[];
  /** Null when the algorithm includes its hash. */
  hash: string | null;
  options: object;
}

/** ECDSA signatures are r and s side by side (RFC 9421, 3.3.4), never DER. */
const RAW = { dsaEncoding: 'ieee-p1363' } as const;
/** RFC 9421, 3.3.1. */
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };

/** Keys are `kty` and `crv`. Other published algorithms cannot be verified. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  'EC P-256': { names: ['ES256', 'ecdsa-p256-sha256'], hash: 'sha256', options: RAW },
  'EC P-384': { names: ['ES384', 'ecdsa-p384-sha384'], hash: 'sha384', options: RAW },
  'OKP Ed25519': { names: ['EdDSA', 'Ed25519', 'ed25519'], hash: null, options: {} },
  RSA: { names: ['PS512', 'rsa-pss-sha512'], hash: 'sha512', options: PSS },
};

/** The usual exponent: a long one makes verifying slow. */
const RSA_EXPONENT = 'AQAB';

/** Returns undefined for an unknown algorithm or an invalid key. */
export function createVerifier(
  jwk: PublicKey,
): ((text: string, signature: Uint8Array) => boolean) | undefined {
  const algorithm = ALGORITHMS[jwk.crv === undefined ? jwk.kty : `${jwk.kty} ${jwk.crv}`];
  if (!algorithm || (jwk.alg !== undefined && !algorithm.names.includes(jwk.alg))) return undefined;
  const key = importPublicKey(jwk);
  const { hash, options } = algorithm;
  return key && ((text, signature) => verify(hash, Buffer.from(text), { key, ...options }, signature));
}

function importPublicKey(jwk: PublicKey): KeyObject | undefined {
  if (jwk.kty === 'RSA' && jwk.e !== RSA_EXPONENT) return undefined;
  try {
    return createPublicKey({ key: pickPublicMembers(jwk) as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** Members of a public key in the order of RFC 7638. */
function pickPublicMembers({ kty, crv, x, y, n, e }: Partial<PublicKey>): object {
  if (kty === 'RSA') return { e, kty, n };
  return kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
}

/** ES256. */
export function signText(text: string, key: KeyObject): Buffer {
  return sign('sha256', Buffer.from(text), { key, ...RAW });
}

/** RFC 7638. */
export function computeThumbprint(jwk: Partial<PublicKey>): string {
  return createHash('sha256')
    .update(JSON.stringify(pickPublicMembers(jwk)))
    .digest('base64url');
}
