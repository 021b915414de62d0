import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply, SignAnswer } from '../../protocols/endpoint.ts';

export function computeEtag(text: string | Buffer): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

type Tagged<Text> = { text: Text; etag: string };

const cacheables = new WeakMap<object, Tagged<string>>();

/** Serializes and tags a body; a body that is sent repeatedly only once. */
export function toCacheable(body: object): Tagged<string> {
  const cached = cacheables.get(body);
  if (cached) return cached;
  const text = JSON.stringify(body);
  const cacheable = { text, etag: computeEtag(text) };
  cacheables.set(body, cacheable);
  return cacheable;
}

const texts = new WeakMap<object, string>();

/** Text of a body; one that is shared by answers is serialized once. */
export function toText({ body, isShared }: Pick<Reply, 'body' | 'isShared'>): string {
  if (!isShared) return JSON.stringify(body);
  const text = texts.get(body) ?? JSON.stringify(body);
  texts.set(body, text);
  return text;
}

/** Returns the text to send; undefined when 304 is sent. */
export function sendCacheable<Text>(seconds: number, reply: FastifyReply, { text, etag }: Tagged<Text>) {
  reply.header('cache-control', `public, max-age=${seconds}`).header('etag', etag);
  if (!hasMatchingEtag(reply.request.headers['if-none-match'], etag)) return text;
  reply.code(304).send();
  return undefined;
}

/** True when the client's copy has this tag. */
export function hasMatchingEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const etags = ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return etags.includes(etag) || etags.includes('*');
}

export function canReadGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(String(headers['accept-encoding'] ?? ''));
}

/** Returns the text to send, and adds the headers of its signature when the protocol requires one. */
export function sendSigned(reply: FastifyReply, body: string, sign: SignAnswer | undefined) {
  if (!sign) return body;
  const contentType = String(reply.getHeader('content-type'));
  return sign({ status: reply.statusCode, contentType, body }).then((headers) => {
    reply.headers(headers);
    return body;
  });
}
