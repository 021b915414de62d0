import { createHash, timingSafeEqual } from 'node:crypto';
import { readDictionary } from './base.ts';

/** RFC 9530, over the bytes as sent. */
export function computeContentDigest(body: Uint8Array | string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** True when the header's sha-256 matches the body. Other algorithms are ignored. */
export function hasMatchingDigest(header: string | undefined, body: Uint8Array): boolean {
  const [stated] = readDictionary(header)?.get('sha-256') ?? [];
  if (!(stated instanceof ArrayBuffer)) return false;
  const actual = createHash('sha256').update(body).digest();
  const digest = Buffer.from(stated);
  return digest.length === actual.length && timingSafeEqual(digest, actual);
}
