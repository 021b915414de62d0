import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSlug } from '../commerce/store.ts';
import type { AnsweredRequest } from '../observability/metrics.ts';
import type { Span, Tracing } from '../observability/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the store that is concerned; empty until it is known. */
    storePlatform: string;
    span: Span | null;
  }
}

export interface RequestWatch {
  /** Told of every request that was answered. */
  answered: (request: AnsweredRequest) => void;
  /** Undefined where no collector is set. */
  tracing: Tracing | undefined;
  /** Whether each request gets a line in the log. */
  logged: boolean;
}

/** Counts, logs and traces every request: by its route's pattern, never by what somebody wrote. */
export function watchRequests(server: FastifyInstance, watch: RequestWatch): void {
  server.decorateRequest('storePlatform', '');
  server.decorateRequest('span', null);
  if (watch.tracing) traceRequests(server, watch.tracing);
  server.addHook('onResponse', (request, reply, done) => {
    const told = describe(request, reply);
    watch.answered(told);
    if (watch.logged) log(request, reply, told);
    if (request.span) endSpan(request.span, request, reply, told);
    done();
  });
}

function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const span = tracing.begin({ name: request.method, kind: 'server', traceparent });
    request.span = span;
    span.within(done);
  });
  // The body comes in by events of its socket, which know of no span.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.within(done);
    else done();
  });
}

function describe(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  const call = request.agentCall;
  return {
    route: request.is404 ? '' : (request.routeOptions.url ?? ''),
    tool: call?.tool ?? '',
    method: request.method,
    status: statusOf(request, reply),
    platform: request.storePlatform,
    durationMs: reply.elapsedTime,
  };
}

const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** MCP says most of its errors within a 200. */
function statusOf({ agentCall: call }: FastifyRequest, { statusCode }: FastifyReply): string {
  if (call?.transport === 'mcp' && statusCode === 200 && call.answered === undefined) return 'rpc_error';
  return CLASSES[Math.floor(statusCode / 100)] ?? '';
}

function log(request: FastifyRequest, reply: FastifyReply, told: AnsweredRequest): void {
  const call = request.agentCall;
  request.log.info(
    {
      method: told.method,
      route: told.route,
      status: reply.statusCode,
      ...(told.status === 'rpc_error' ? { rpcError: true } : {}),
      durationMs: Math.round(told.durationMs * 10) / 10,
      ...storeOf(request),
      ...(call ? { agent: call.caller.agent } : {}),
      ...(told.tool === '' ? {} : { tool: told.tool }),
    },
    'A request was answered',
  );
}

function storeOf({ params }: FastifyRequest): { store?: string } {
  const slug = typeof params === 'object' && params !== null && 'slug' in params ? params.slug : undefined;
  return typeof slug === 'string' && isSlug(slug) ? { store: slug } : {};
}

function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply, told: AnsweredRequest): void {
  const { store } = storeOf(request);
  span.end({
    name: `${told.method} ${told.route}`.trim(),
    failed: reply.statusCode >= 500,
    attributes: {
      'http.request.method': told.method,
      'http.route': told.route,
      'http.response.status_code': reply.statusCode,
      'ucp.request_id': request.id,
      ...(store === undefined ? {} : { 'ucp.store': store }),
      ...(told.platform === '' ? {} : { 'ucp.platform': told.platform }),
      ...(told.tool === '' ? {} : { 'ucp.tool': told.tool }),
    },
  });
}
