import { createNotFoundError } from '../../protocols/invoke.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { type Addressed, createRouteLimit, type StoreRoutes } from '../limits/limits.ts';
import { computeEtag } from '../requests/answer-text.ts';
import { openFor } from '../requests/caller.ts';
import { toSentRequest } from '../requests/sent-request.ts';
import { refuseOtherMethods, sendCacheable, storeRoute } from './rest.ts';

const CACHE_SECONDS = 300;

/** Serves the documents by which clients find a store's endpoint, below its URL and at the root of its tenant hosts. */
export function addStoreDocuments(routes: StoreRoutes, protocol: Protocol): void {
  const { server, openStore, limit } = routes;
  for (const { path, type, render } of protocol.documents ?? []) {
    const url = storeRoute(protocol) + path;
    refuseOtherMethods(routes, protocol, { url, allowed: ['GET'] });
    server.get<Addressed>(url, { onRequest: createRouteLimit('read', limit) }, async (request, reply) => {
      const context = await openFor(request, request.params.slug, openStore, `GET ${path}`);
      if (!context) throw createNotFoundError();
      // A buffer: Fastify would add a charset to the types of JSON.
      const text = Buffer.from(render(context, toSentRequest(request)));
      reply.header('content-type', type);
      return sendCacheable(CACHE_SECONDS, request, reply, { text, etag: computeEtag(text) });
    });
  }
}
