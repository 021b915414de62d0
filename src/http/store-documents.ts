import type { FastifyInstance } from 'fastify';
import { notFound } from '../protocols/invoke.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { etagFor } from './answer-text.ts';
import { type OpenStore, openFor } from './caller.ts';
import { type LimitRate, limitedAs } from './limits.ts';
import { refuseOtherMethods, sendCacheable, storeRoute } from './rest.ts';
import { sentRequest } from './sent-request.ts';

const CACHE_SECONDS = 300;

/** Serves the documents by which clients find a store's endpoint, below its URL and at the root of its tenant hosts. */
export function addStoreDocuments(
  server: FastifyInstance,
  protocol: Protocol,
  openStore: OpenStore,
  limit: LimitRate,
): void {
  for (const { path, type, render } of protocol.documents ?? []) {
    const url = storeRoute(protocol) + path;
    refuseOtherMethods(server, url, ['GET'], { protocol, openStore, limit });
    server.get<{ Params: { slug: string } }>(
      url,
      { onRequest: limitedAs('read', limit) },
      async (request, reply) => {
        const context = await openFor(request, request.params.slug, openStore, `GET ${path}`);
        if (!context) throw notFound();
        // A buffer: Fastify would add a charset to the types of JSON.
        const text = render(context, sentRequest(request));
        reply.header('content-type', type);
        return sendCacheable(CACHE_SECONDS, request, reply, { text: Buffer.from(text), etag: etagFor(text) });
      },
    );
  }
}
