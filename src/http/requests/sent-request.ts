import type { FastifyRequest } from 'fastify';
import type { SentRequest } from '../../protocols/endpoint.ts';

/** The request line and body before any rewriting, addressed to this service's own origin. */
export function toSentRequest(request: FastifyRequest): SentRequest {
  const { method, originalUrl: target } = request;
  return { method, ...request.ownOrigin(), target, body: getSentBody(request) };
}

export function getSentBody({ body }: Pick<FastifyRequest, 'body'>): Buffer | undefined {
  return body instanceof Buffer && body.length > 0 ? body : undefined;
}
