import { hash } from 'node:crypto';
import type { Reply } from '../protocols/endpoint.ts';

type Answer = Pick<Reply, 'body' | 'serialized'>;

/** Serializes the body of an answer; a kept one once. */
export function serializedText({ body, serialized = {} }: Answer): string {
  serialized.text ??= JSON.stringify(body);
  return serialized.text;
}

/** Serializes and tags the body of an answer; a kept one once. */
export function cacheable({ body, serialized = {} }: Answer): { text: string; etag: string } {
  const text = serializedText({ body, serialized });
  serialized.etag ??= etagFor(text);
  return { text, etag: serialized.etag };
}

export function etagFor(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}
