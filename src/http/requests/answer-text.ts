import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { SignAnswer } from '../../protocols/endpoint.ts';

export function computeEtag(text: string | Buffer): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

const cacheables = new WeakMap<object, { text: string; etag: string }>();

/** Serializes and tags a body; a body that is sent repeatedly only once. */
export function toCacheable(body: object): { text: string; etag: string } {
  const cached = cacheables.get(body);
  if (cached) return cached;
  const text = JSON.stringify(body);
  const cacheable = { text, etag: computeEtag(text) };
  cacheables.set(body, cacheable);
  return cacheable;
}

/** Returns the text to send, and adds the headers of its signature when the protocol requires one. */
export function sendSigned(
  reply: FastifyReply,
  body: string,
  sign: SignAnswer | undefined,
): string | Promise<string> {
  if (!sign) return body;
  const contentType = String(reply.getHeader('content-type'));
  return sign({ status: reply.statusCode, contentType, body }).then((headers) => {
    reply.headers(headers);
    return body;
  });
}
