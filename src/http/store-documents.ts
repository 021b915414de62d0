import type { FastifyInstance } from 'fastify';
import { notFound } from '../protocols/invoke.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { type OpenStore, openFor } from './caller.ts';
import { type LimitRate, limitedAs } from './limits.ts';
import { refuseOtherMethods, storeRoute } from './rest.ts';
import { sentRequest } from './sent-request.ts';

/** Serves the store's llms.txt, at `/llms.txt` of its tenant hosts. */
export function addLlmsText(
  server: FastifyInstance,
  protocol: Protocol,
  openStore: OpenStore,
  limit: LimitRate,
): void {
  const { llmsText } = protocol;
  if (!llmsText) return;
  const url = `${storeRoute(protocol)}/llms.txt`;
  refuseOtherMethods(server, url, ['GET'], { protocol, openStore, limit });
  server.get<{ Params: { slug: string } }>(
    url,
    { onRequest: limitedAs('read', limit) },
    async (request, reply) => {
      const context = await openFor(request, request.params.slug, openStore, 'GET /llms.txt');
      if (!context) throw notFound();
      const text = llmsText(context, sentRequest(request));
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' };
      return reply.headers(headers).send(Buffer.from(text));
    },
  );
}
