import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RecordCall } from '../request-log/agent-call.ts';
import { type OpenStore, openFor } from './caller.ts';

/** A store's address in each of the dialects. */
export const STORE_SLUG = /^(?:\/api)?\/ucp\/([^/?]+)(\/mcp(?:$|\?))?/;

/** Hands over every call on a known store, as it was answered. */
export function recordCalls(server: FastifyInstance, record: RecordCall): void {
  server.decorateRequest('agentCall', null);
  server.decorateRequest('unrecorded', false);
  server.addHook('onSend', (request, reply, payload, done) => {
    const call = request.agentCall;
    if (call) {
      call.durationMs = performance.now() - call.startedAt;
      call.status = reply.statusCode;
      if ((call.status >= 400 || isKept(request)) && typeof payload === 'string') call.responseText = payload;
      record(call);
    }
    done(null, payload);
  });
}

/** Reads that go well are many, and can be asked for again. MCP's own methods are reads as well. */
function isKept({ agentCall }: FastifyRequest): boolean {
  if (!agentCall || agentCall.answered === undefined) return true;
  return !agentCall.readOnly && !agentCall.endpoint.startsWith('MCP');
}

/** What was refused before its endpoint was found is a call all the same, where the store is known. */
export async function openRefused(request: FastifyRequest, openStore: OpenStore): Promise<void> {
  if (request.agentCall || request.unrecorded) return;
  const [, slug, mcp] = STORE_SLUG.exec(request.url) ?? [];
  if (slug === undefined) return;
  await (mcp === undefined
    ? openFor(request, slug, openStore, '')
    : openFor(request, slug, openStore, 'MCP', 'mcp'));
}
