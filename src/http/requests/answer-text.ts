import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Reply, SignAnswer } from '../../protocols/endpoint.ts';

type Answer = Pick<Reply, 'body' | 'serialized'>;

/** Serializes the body of an answer; a kept one once. */
export function serializeText({ body, serialized = {} }: Answer): string {
  serialized.text ??= JSON.stringify(body);
  return serialized.text;
}

/** Serializes and tags the body of an answer; a kept one once. */
export function toCacheable({ body, serialized = {} }: Answer): { text: string; etag: string } {
  const text = serializeText({ body, serialized });
  serialized.etag ??= computeEtag(text);
  return { text, etag: serialized.etag };
}

export function computeEtag(text: string | Buffer): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
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
