import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSlug } from '../../commerce/store/store.ts';
import type { RequestLogger } from '../../observability/log.ts';
import type { AnsweredRequest } from '../../observability/metrics.ts';
import type { Span, Tracing } from '../../observability/tracing.ts';

export interface RequestWatch {
  answered: (request: AnsweredRequest) => void;
  /** Undefined without a collector. */
  tracing: Tracing | undefined;
  log: RequestLogger;
}

/** Returns the function that counts, logs and traces an answered request: by its route's pattern, never by the client's text. */
export function watchRequests(server: FastifyInstance, watch: RequestWatch) {
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

/** MCP returns most errors with HTTP 200. */
function getStatus({ openedCall, callDetails }: FastifyRequest, { statusCode }: FastifyReply): string {
  const isRpc = openedCall?.transport === 'mcp' && statusCode === 200;
  if (isRpc && callDetails?.answered === undefined) return 'rpc_error';
  return `${Math.floor(statusCode / 100)}xx`;
}

/** Members that are undefined are not written. */
function buildLogLine(request: FastifyRequest, reply: FastifyReply, { labels, durationMs }: AnsweredRequest) {
  const { id: requestId, openedCall, callDetails } = request;
  const { method, route, tool } = labels;
  return {
    ...{ requestId, method, route, status: reply.statusCode },
    rpcError: labels.status === 'rpc_error' || undefined,
    code: callDetails?.code,
    durationMs: Math.round(durationMs * 10) / 10,
    store: getSlug(request),
    agent: openedCall ? (openedCall.callLog.policyRecord?.agent ?? openedCall.caller.agent) : undefined,
    tool: tool || undefined,
  };
}

function getSlug({ params }: FastifyRequest): string | undefined {
  const { slug } = (params ?? {}) as { slug?: unknown };
  return typeof slug === 'string' && isSlug(slug) ? slug : undefined;
}

function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply, { labels }: AnsweredRequest) {
  const { statusCode } = reply;
  const { method, route, platform, tool } = labels;
  span.describe({
    name: `${method} ${route}`.trim(),
    failed: statusCode >= 500,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'ucp.request_id': request.id,
      'ucp.store': getSlug(request),
      'ucp.platform': platform || undefined,
      'ucp.tool': tool || undefined,
    },
  });
  span.end();
}
