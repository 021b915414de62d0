import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSlug } from '../../commerce/store/store.ts';
import type { RequestLogger } from '../../observability/log.ts';
import type { AnsweredRequest } from '../../observability/metrics.ts';
import type { Span, Tracing } from '../../observability/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Store platform of the store; empty until the store is known. */
    storePlatform: string;
    span: Span | null;
  }
}

export interface RequestWatch {
  /** Called for every answered request. */
  answered: (request: AnsweredRequest) => void;
  /** Undefined without a collector. */
  tracing: Tracing | undefined;
  log: RequestLogger;
}

/** Returns the function that counts, logs and traces an answered request: by its route's pattern, never by the client's text. */
export function watchRequests(server: FastifyInstance, watch: RequestWatch) {
  server.decorateRequest('storePlatform', '');
  server.decorateRequest('span', null);
  if (watch.tracing) traceRequests(server, watch.tracing);
  const logged = watch.log.isLevelEnabled('info');
  return (request: FastifyRequest, reply: FastifyReply, durationMs: number): void => {
    const answered = { labels: buildLabels(request, reply), durationMs };
    watch.answered(answered);
    if (logged) watch.log.info(buildLogLine(request, reply, answered), 'A request was answered');
    if (request.span) endSpan(request.span, request, reply, answered);
  };
}

function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const span = tracing.begin({ name: request.method, kind: 'server', traceparent });
    request.span = span;
    span.within(done);
  });
  // Socket events that deliver the body run outside the span's context.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.within(done);
    else done();
  });
}

function buildLabels(request: FastifyRequest, reply: FastifyReply): AnsweredRequest['labels'] {
  return {
    route: request.is404 ? '' : (request.routeOptions.url ?? ''),
    tool: request.callDetails?.tool ?? '',
    method: request.method,
    status: getStatus(request, reply),
    platform: request.storePlatform,
  };
}

const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** MCP returns most errors with HTTP 200. */
function getStatus({ openedCall, callDetails }: FastifyRequest, { statusCode }: FastifyReply): string {
  const isRpc = openedCall?.transport === 'mcp' && statusCode === 200;
  if (isRpc && callDetails?.answered === undefined) return 'rpc_error';
  return CLASSES[Math.floor(statusCode / 100)] ?? '';
}

function buildLogLine(
  request: FastifyRequest,
  reply: FastifyReply,
  { labels, durationMs }: AnsweredRequest,
): object {
  const { id, openedCall, callDetails } = request;
  return {
    requestId: id,
    method: labels.method,
    route: labels.route,
    status: reply.statusCode,
    ...(labels.status === 'rpc_error' ? { rpcError: true } : {}),
    ...(callDetails?.code === undefined ? {} : { code: callDetails.code }),
    durationMs: Math.round(durationMs * 10) / 10,
    ...storeOf(request),
    ...(openedCall ? { agent: openedCall.callLog.policyRecord?.agent ?? openedCall.caller.agent } : {}),
    ...(labels.tool === '' ? {} : { tool: labels.tool }),
  };
}

function storeOf({ params }: FastifyRequest): { store?: string } {
  const slug = typeof params === 'object' && params !== null && 'slug' in params ? params.slug : undefined;
  return typeof slug === 'string' && isSlug(slug) ? { store: slug } : {};
}

function endSpan(
  span: Span,
  request: FastifyRequest,
  reply: FastifyReply,
  { labels }: AnsweredRequest,
): void {
  const { store } = storeOf(request);
  span.describe({
    name: `${labels.method} ${labels.route}`.trim(),
    failed: reply.statusCode >= 500,
    attributes: {
      'http.request.method': labels.method,
      'http.route': labels.route,
      'http.response.status_code': reply.statusCode,
      'ucp.request_id': request.id,
      ...(store === undefined ? {} : { 'ucp.store': store }),
      ...(labels.platform === '' ? {} : { 'ucp.platform': labels.platform }),
      ...(labels.tool === '' ? {} : { 'ucp.tool': labels.tool }),
    },
  });
  span.end();
}
