import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPrivateFolder } from './private-files.ts';
import { generateSecret } from './token-hash.ts';

/** Sealed text. */
export type Ciphertext = string & { readonly isSealed: true };

/** Encrypts secrets at rest: credentials, cart handles, checkout addresses, personal data. */
export interface Sealing {
  /** `place` (for example `stores.credentials/<id>`) is associated data: a text moved elsewhere does not open. */
  seal(text: string, place: string): Ciphertext;
  /** Throws for a text sealed with an unknown key, for another place, or changed since. */
  open(sealed: string, place: string): string;
  /** Keyed hash, for texts that are only compared. */
  hash(text: string, place: string): string;
  /** Prefix of texts sealed under the current key. */
  readonly prefix: string;
  /** The same for records that one damaged text must not stop: it is null, and `unreadable` of the record names its column. */
  readonly lenient: Sealing;
  readonly isLenient: boolean;
}

export interface SealingKeys {
  /** Opens texts sealed before a change of the key. */
  previous?: string | undefined;
  /** Key of `hash`; by default derived from the secret key. */
  hashKey?: Uint8Array | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. Each sealed text begins with the key's fingerprint, so that keys can be rotated. */
export function createSealing(secretKey: string, { previous, hashKey }: SealingKeys = {}): Sealing {
  const { key, prefix } = deriveSealingKey(secretKey);
  const others = previous === undefined ? [] : [deriveSealingKey(previous)];
  const keys = new Map([{ key, prefix }, ...others].map((each) => [each.prefix, each.key]));
  const freshNonce = createNonces();
  const hashingKey = createSecretKey(hashKey ?? hashKeyOf(secretKey));
  const strict = {
    prefix,
    isLenient: false,
    hash: (text: string, place: string) =>
      createHmac('sha256', hashingKey).update(`${place}\n${text}`).digest('base64url'),
    seal(text: string, place: string) {
      const nonce = freshNonce();
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return (prefix + body.toString('base64url')) as Ciphertext;
    },
    open(sealed: string, place: string) {
      const opening = keys.get(sealed.slice(0, prefix.length));
      if (!opening) throw new Error('This was encrypted with another SECRET_KEY.');
      const body = Buffer.from(sealed.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', opening, body.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(place)).setAuthTag(body.subarray(-TAG_BYTES));
      const bytes = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([bytes, decipher.final()]).toString('utf8');
    },
  };
  const lenient: Sealing = {
    ...strict,
    isLenient: true,
    get lenient() {
      return lenient;
    },
  };
  return { ...strict, lenient };
}

function deriveSealingKey(secretKey: string): { key: KeyObject; prefix: string } {
  const bytes = Buffer.from(hkdfSync('sha256', secretKey, 'ucp-host', 'sealing', 32));
  const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  // A KeyObject: importing the bytes for each text takes longer than the encryption.
  return { key: createSecretKey(bytes), prefix: `v1.${fingerprint}.` };
}

/** Hash key of an installation whose first SECRET_KEY this is; it survives rotations. */
export function hashKeyOf(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'ucp-host', 'hashing', 32));
}

/** Returns fresh random nonces, drawn in batches, which cost little more than one. */
function createNonces(): () => Buffer {
  let drawn = Buffer.alloc(0);
  return () => {
    if (drawn.length === 0) drawn = randomBytes(256 * NONCE_BYTES);
    const nonce = drawn.subarray(0, NONCE_BYTES);
    drawn = drawn.subarray(NONCE_BYTES);
    return nonce;
  };
}

/** Derives a secret for another purpose; it reveals neither the key nor the secret of another purpose. */
export function deriveSecret(purpose: string, secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, 'ucp-host', purpose, 32)).toString('base64url');
}

/** Development only: generates a key file beside the database, mode 0600; for a database in memory a key without a file. */
export function loadSecretKey(file: string | undefined): string {
  if (file === undefined) return generateSecret();
  if (!existsSync(file)) makeKeyFile(file);
  return readFileSync(file, 'utf8').trim();
}

/** Returns the file of the generated key; undefined for a database in memory. */
export function getSecretKeyFile(databaseUrl: string): string | undefined {
  const folder = getDataFolder(databaseUrl);
  return folder && join(folder, 'secret.key');
}

/** Returns the folder of files beside the database; undefined for a database in memory. */
export function getDataFolder(databaseUrl: string): string | undefined {
  if (databaseUrl === 'sqlite::memory:') return undefined;
  return databaseUrl.startsWith('sqlite:') ? dirname(databaseUrl.slice('sqlite:'.length)) : 'data';
}

/** Writes a draft and links it: of two processes that start at once, both read the first one's complete key. */
function makeKeyFile(file: string): void {
  createPrivateFolder(file);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, generateSecret(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
}
