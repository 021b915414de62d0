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
import { LRUCache } from 'lru-cache';
import { privateFolderOf } from './private-files.ts';

/** Encrypts what may not lie in the database in the clear: credentials, cart handles, checkout addresses. */
export interface Sealing {
  /** `place` (for example `stores.credentials/<id>`) is bound in: a sealed text moved elsewhere does not open. */
  seal(text: string, place: string): string;
  /** Throws when the text was sealed with a key that is not known, for another place, or was changed. */
  open(sealed: string, place: string): string;
  /** For what is only ever compared: the same text has the same hash, which nobody can make or try out without the key. */
  hash(text: string, place: string): string;
  /** What each text begins with that is sealed under the present key. */
  readonly prefix: string;
}

export interface SealingKeys {
  /** Opens what was sealed before the key was changed; seals nothing. */
  previous?: string | undefined;
  /** What hashes are made with; derived from the key when left out. */
  hashKey?: Uint8Array | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Agents read a session again and again; opening its address takes longer than reading its row. */
const MAX_CACHED = 10_000;

/** AES-256-GCM. The key's fingerprint stands before each sealed text, so that a later key can take over. */
export function createSealing(secretKey: string, { previous, hashKey }: SealingKeys = {}): Sealing {
  const { key, prefix } = sealingKey(secretKey);
  const others = previous === undefined ? [] : [sealingKey(previous)];
  const keys = new Map([{ key, prefix }, ...others].map((each) => [each.prefix, each.key]));
  const freshNonce = nonces();
  const opened = new LRUCache<string, { place: string; text: string }>({ max: MAX_CACHED });
  const hashingKey = createSecretKey(hashKey ?? hashKeyOf(secretKey));
  return {
    prefix,
    hash: (text, place) => createHmac('sha256', hashingKey).update(`${place}\n${text}`).digest('base64url'),
    seal(text, place) {
      const nonce = freshNonce();
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return prefix + body.toString('base64url');
    },
    open(sealed, place) {
      const known = opened.get(sealed);
      if (known?.place === place) return known.text;
      const opening = keys.get(sealed.slice(0, prefix.length));
      if (!opening) throw new Error('This was encrypted with another SECRET_KEY.');
      const body = Buffer.from(sealed.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', opening, body.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(place)).setAuthTag(body.subarray(-TAG_BYTES));
      const bytes = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
      const text = Buffer.concat([bytes, decipher.final()]).toString('utf8');
      opened.set(sealed, { place, text });
      return text;
    },
  };
}

function sealingKey(secretKey: string): { key: KeyObject; prefix: string } {
  const bytes = Buffer.from(hkdfSync('sha256', secretKey, 'ucp-host', 'sealing', 32));
  const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  // As bytes it would be made into a key anew for each text, which takes longer than the encryption.
  return { key: createSecretKey(bytes), prefix: `v1.${fingerprint}.` };
}

/** What an installation that begins with this key makes its hashes with, and goes on with when the key changes. */
export function hashKeyOf(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'ucp-host', 'hashing', 32));
}

/** Random bytes, each given out once. Drawn many at a time, which costs little more than drawing one. */
function nonces(): () => Buffer {
  let drawn = Buffer.alloc(0);
  return () => {
    if (drawn.length === 0) drawn = randomBytes(256 * NONCE_BYTES);
    const nonce = drawn.subarray(0, NONCE_BYTES);
    drawn = drawn.subarray(NONCE_BYTES);
    return nonce;
  };
}

/** A secret for one more purpose, from which neither the key nor another purpose's secret can be told. */
export function secretFor(purpose: string, secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, 'ucp-host', purpose, 32)).toString('base64url');
}

/** Development only: a key of its own beside the database, readable by its owner. In memory it lives as long as the process. */
export function keptSecretKey(databaseUrl: string): string {
  if (databaseUrl === 'sqlite::memory:') return freshKey();
  const folder = databaseUrl.startsWith('sqlite:') ? dirname(databaseUrl.slice('sqlite:'.length)) : 'data';
  const file = join(folder, 'secret.key');
  if (!existsSync(file)) makeKeyFile(file);
  return readFileSync(file, 'utf8').trim();
}

/** Written aside and linked into place: of two processes that start at once, both read the first one's key, whole. */
function makeKeyFile(file: string): void {
  privateFolderOf(file);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, freshKey(), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
}

function freshKey(): string {
  return randomBytes(32).toString('base64url');
}
