import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AgentCall, CallDetails, CallStats } from '../../request-log/agent-call.ts';
import { type OpenStore, openFor } from './caller.ts';
import { toTablePath } from './routes.ts';

export const STORE_SLUG = /^(?:\/api)?\/(?:ucp|mcp)\/([^/?]+)/;

const MCP_URL = /^(?:(?:\/api)?\/ucp\/[^/?]+\/mcp|\/mcp\/[^/?]+)\/?(?:$|\?)/;

/** Adds facts to the record of the call. */
export function describeCall(request: FastifyRequest, details: CallDetails): void {
  request.callDetails = request.callDetails ? Object.assign(request.callDetails, details) : details;
}

/** Body of a successful answer, as far as the record reads it. */
interface Answered {
  id?: unknown;
  session_id?: unknown;
  checkout_id?: unknown;
  order?: { id?: unknown } | null;
  order_id?: unknown;
}

/** Adds a successful answer to the record of the call. */
export function describeAnswer(request: FastifyRequest, body: Answered, callStats?: CallStats): void {
  const { id, session_id, checkout_id, order, order_id } = body;
  const answered = { id, sessionId: session_id ?? checkout_id, orderId: order?.id ?? order_id };
  describeCall(request, { answered, callStats });
}

/** Returns the record of a call on a known store, once it is answered. */
export function toAnsweredCall(reply: FastifyReply, payload: unknown, durationMs: number) {
  const { request, statusCode: status } = reply;
  const { openedCall, callDetails, method, url, headers, body: requestBody } = request;
  if (!openedCall) return undefined;
  const message = { method, url, status, headers, requestBody, durationMs };
  const call: AgentCall = { ...openedCall, ...callDetails, ...message };
  call.readOnly ??= openedCall.endpoint.startsWith('GET ');
  // Successful reads, MCP's own methods among them, are frequent, and can be repeated.
  const isRead = call.readOnly === true || call.endpoint.startsWith('MCP');
  const isTextKept = status >= 400 || call.answered === undefined || !isRead;
  if (typeof payload === 'string' && isTextKept) call.responseText = payload;
  return call;
}

/** Opens the store of a request that was refused before its endpoint was found, so that the call is recorded. */
export async function openRefused(request: FastifyRequest, openStore: OpenStore): Promise<void> {
  if (request.openedCall || request.unrecorded) return;
  const [, slug] = STORE_SLUG.exec(request.url) ?? [];
  if (slug === undefined) return;
  const isMcp = MCP_URL.test(request.url);
  const endpoint = isMcp ? 'MCP' : toEndpointName(request);
  await openFor(request, slug, openStore, endpoint, { transport: isMcp ? 'mcp' : 'rest' });
}

/** Method and path with `{members}` of the matched route, as the API's table names it; empty for an unknown path. */
function toEndpointName({ method, routeOptions: { url } }: FastifyRequest): string {
  const path = url === undefined ? undefined : /^(?:\/api)?\/(?:ucp|mcp)\/:slug(.*)$/.exec(url)?.[1];
  return path === undefined ? '' : `${method} ${toTablePath(path)}`;
}
