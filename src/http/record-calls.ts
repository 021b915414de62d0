import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RecordCall } from '../request-log/agent-call.ts';
import { type OpenStore, openFor } from './caller.ts';

/** Store URL in each protocol. */
export const STORE_SLUG = /^(?:\/api)?\/ucp\/([^/?]+)(\/mcp(?:$|\?))?/;

/** Records every call to a known store with its response. */
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

/** Responses of successful reads, and of MCP's own methods, are not recorded: they are many and repeatable. */
function isKept({ agentCall }: FastifyRequest): boolean {
  if (!agentCall || agentCall.answered === undefined) return true;
  return !agentCall.readOnly && !agentCall.endpoint.startsWith('MCP');
}

/** Starts the record of a request that was refused before its endpoint ran, if its store is known. */
export async function openRefused(request: FastifyRequest, openStore: OpenStore): Promise<void> {
  if (request.agentCall || request.unrecorded) return;
  const [, slug, mcp] = STORE_SLUG.exec(request.url) ?? [];
  if (slug === undefined) return;
  await (mcp === undefined
    ? openFor(request, slug, openStore, '')
    : openFor(request, slug, openStore, 'MCP', 'mcp'));
}
