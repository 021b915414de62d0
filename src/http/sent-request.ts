import type { FastifyRequest } from 'fastify';
import type { Incoming } from '../dialects/endpoint.ts';

/** As it was sent: before any rewriting of its address. */
export function sentRequest(request: FastifyRequest): Incoming['sent'] {
  return {
    method: request.method,
    scheme: request.protocol === 'https' ? 'https' : 'http',
    authority: request.host,
    target: request.originalUrl,
    body: sentBody(request),
  };
}

export function sentBody({ body }: FastifyRequest): Uint8Array | undefined {
  return body instanceof Buffer && body.length > 0 ? body : undefined;
}
