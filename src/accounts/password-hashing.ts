import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizeText } from '../commerce/text/normalize-text.ts';

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  /** Takes as long as `hash`. */
  verify(password: string, hash: string): Promise<boolean>;
}

const KEY_BYTES = 64;
/** Takes 32 MB of memory; Node refuses its default limit. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

/** scrypt. A hash is `salt:key`, both in hex; the salt is used as that text. */
export const scryptHashing: PasswordHashing = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex');
    return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`;
  },

  async verify(password, hash) {
    const [salt = '', key = ''] = hash.split(':');
    const keyBytes = Buffer.from(key, 'hex');
    return keyBytes.length === KEY_BYTES && timingSafeEqual(await deriveKey(password, salt), keyBytes);
  },
};

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** One form of each character: keyboards compose accents differently. */
function deriveKey(password: string, salt: string): Promise<Buffer> {
  return derive(normalizeText(password, 'NFKC'), salt, KEY_BYTES, COST);
}

let passwords: ReadonlySet<unknown> | undefined;

/** Fewest different characters of a password: "abababababab" stands in no list, and is as common. */
const MIN_DIFFERENT_CHARACTERS = 4;

/** True for one of the most common passwords, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.toLowerCase();
  if (new Set(folded).size < MIN_DIFFERENT_CHARACTERS) return true;
  // Most processes never see a new password.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  passwords ??= new Set(dictionary['passwords-common']);
  return passwords.has(folded);
}
