import { hash } from 'node:crypto';
import type { Reply } from '../protocols/endpoint.ts';

/** Serializes the body of an answer; a cached one once. */
export function written({ body, isCached }: Pick<Reply, 'body' | 'isCached'>): string {
  return isCached ? cachedText(body).text : JSON.stringify(body);
}

/** Holds text and tag together: a second map would double the lookups and the work of the garbage collector. */
const texts = new WeakMap<object, { text: string; etag?: string }>();

function cachedText(body: object) {
  const known = texts.get(body);
  if (known) return known;
  const cached: { text: string; etag?: string } = { text: JSON.stringify(body) };
  texts.set(body, cached);
  return cached;
}

/** Serializes and tags a body once. */
export function cacheable(body: object): { text: string; etag: string } {
  const cached = cachedText(body);
  cached.etag ??= etagFor(cached.text);
  return { text: cached.text, etag: cached.etag };
}

export function etagFor(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}
