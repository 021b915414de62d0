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
    const key = jwk.safeParse(each).data;
    return key && isForSignatures(key) ? [toKey(key)] : [];
  });
}

/** RFC 7517, 4.2 and 4.3: the key's declared use includes verifying. */
function isForSignatures({ use, key_ops }: z.infer<typeof jwk>): boolean {
  return use !== 'enc' && (key_ops === undefined || key_ops.includes('verify'));
}

function toKey({ use, key_ops, ...key }: z.infer<typeof jwk>): PublicKey {
  return key;
}
