import { CommerceError } from '../commerce/errors.ts';
import type { Endpoint } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import type { Job } from '../storage/repositories/jobs/job-queue.ts';
import type { CartOrders } from '../storage/repositories/shopping/cart-orders.ts';
import type { CheckoutSessions } from '../storage/repositories/shopping/checkout-sessions.ts';
import type { Orders } from '../storage/repositories/shopping/orders.ts';
import type { AroundCall } from '../store-platforms/transport/transport.ts';
import type { ServiceLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { CollectorOptions, Tracing } from './tracing.ts';

/** Counts, traces and logs calls, jobs, requests and transitions by wrapping them. Without a collector nothing is traced. */
export async function startWatching(collector: Omit<CollectorOptions, 'log'> | undefined, log: ServiceLog) {
  const metrics = createMetrics();
  // Imported only when a collector is set: the SDK takes a tenth of a second to load.
  const tracing = collector && (await import('./tracing.ts')).createTracing({ ...collector, log });
  return {
    metrics,
    tracing,
    aroundCalls: createAroundCalls(metrics, tracing),
    aroundJobs: createAroundJobs(metrics, tracing, log),
    repositories: (repositories: Repositories) => countTransitions(repositories, metrics),
    protocol: (protocol: Protocol) => (tracing ? traceEndpoints(protocol, tracing) : protocol),
    close: async () => tracing?.close(),
  };
}

function traceEndpoints(protocol: Protocol, tracing: Tracing): Protocol {
  const traced = new Map(protocol.endpoints.map((endpoint) => [endpoint, withSpan(endpoint, tracing)]));
  const tools = [...protocol.tools].map(([name, tool]) => {
    const endpoint = traced.get(tool.endpoint) ?? withSpan(tool.endpoint, tracing);
    return [name, { ...tool, endpoint }] as const;
  });
  return { ...protocol, endpoints: [...traced.values()], tools: new Map(tools) };
}

function withSpan(endpoint: Endpoint, tracing: Tracing): Endpoint {
  return {
    ...endpoint,
    run: (...args: Parameters<typeof endpoint.run>) => {
      const [{ store }] = args;
      const attributes = { 'ucp.store': store.slug, 'ucp.platform': store.platform };
      const span = { name: endpoint.route, kind: 'internal', attributes } as const;
      return tracing.runInSpan(span, async () => endpoint.run(...args));
    },
  };
}

/** Counts each call to a store platform, and sends the `traceparent` of its span along. */
function createAroundCalls(metrics: Metrics, tracing: Tracing | undefined): (platform: string) => AroundCall {
  return (platform) => async (request, send) => {
    const startedAt = performance.now();
    const count = (outcome: string) =>
      metrics.upstreamCalled(platform, request.operation, outcome, performance.now() - startedAt);
    try {
      const response = await (tracing ? traceCall(tracing, platform, request, send) : send(request));
      count(`${Math.floor(response.status / 100)}xx`);
      return response;
    } catch (error) {
      count(toOutcome(error));
      throw error;
    }
  };
}

function traceCall(tracing: Tracing, platform: string, ...[request, send]: Parameters<AroundCall>) {
  const { operation: name, method, url } = request;
  const attributes = {
    'ucp.platform': platform,
    'http.request.method': method,
    'server.address': URL.parse(url)?.hostname ?? '',
  };
  return tracing.runInSpan({ name, kind: 'client', attributes }, async (span) => {
    try {
      const headers = { ...request.headers, traceparent: span.traceparent };
      const response = await send({ ...request, headers });
      const { status } = response;
      span.describe({ attributes: { 'http.response.status_code': status }, failed: status >= 400 });
      return response;
    } catch (error) {
      span.describe({ attributes: { 'error.type': toOutcome(error) } });
      throw error;
    }
  });
}

/** A failure of the transport carries the error for agents as `answer`. */
function toOutcome(error: unknown): string {
  const answer = error instanceof Error && 'answer' in error ? error.answer : error;
  return answer instanceof CommerceError ? answer.kind : 'failed';
}

function createAroundJobs(metrics: Metrics, tracing: Tracing | undefined, log: ServiceLog) {
  return async <Outcome>(job: Job, work: () => Promise<Outcome>, isReleased: (error: unknown) => boolean) => {
    const { id: jobId, storeId, kind, subject, attempts } = job;
    const startedAt = performance.now();
    const getElapsed = () => performance.now() - startedAt;
    const attributes = { 'ucp.job.id': jobId, 'ucp.job.kind': kind, 'ucp.job.attempts': attempts };
    try {
      const span = { name: `job ${kind}`, kind: 'consumer', attributes } as const;
      const outcome = await (tracing ? tracing.runInSpan(span, work) : work());
      metrics.jobRan(kind, 'done', getElapsed());
      const durationMs = Math.round(getElapsed());
      log.info({ jobId, storeId, kind, subject, attempts, durationMs }, 'A job is done');
      return outcome;
    } catch (error) {
      metrics.jobRan(kind, isReleased(error) ? 'released' : 'failed', getElapsed());
      throw error;
    }
  };
}

/** Counts the state transitions of sessions and orders that this process writes. */
function countTransitions(repositories: Repositories, metrics: Metrics): Repositories {
  return {
    ...repositories,
    sessions: countSessions(repositories.sessions, metrics),
    orders: countOrders(repositories.orders, metrics),
    cartOrders: countCartOrders(repositories.cartOrders, metrics),
  };
}

function countSessions(sessions: CheckoutSessions, metrics: Metrics): CheckoutSessions {
  return {
    ...sessions,

    async claim(session, lease, events) {
      const claimed = await sessions.claim(session, lease, events);
      if (claimed) metrics.sessionChanged('none', session.status);
      return claimed;
    },

    async finish(session, owner, now, change) {
      const finished = await sessions.finish(session, owner, now, change);
      if (!finished) return undefined;
      const { from, order } = change;
      if (from !== finished.status) metrics.sessionChanged(from, finished.status);
      // A verified order was written, and counted, before its session was finished.
      const isNewClaim = order?.payment === 'claimed' && finished.order?.id === order.id;
      if (isNewClaim) metrics.orderChanged('none', order.status, order.payment);
      return finished;
    },

    async failExpired(now, failure) {
      const count = await sessions.failExpired(now, failure);
      if (count > 0) metrics.sessionChanged('open', 'expired', count);
      return count;
    },
  };
}

function countOrders(orders: Orders, metrics: Metrics): Orders {
  return {
    ...orders,
    async record(order, change) {
      const recorded = await orders.record(order, change);
      const { before, learnedBy } = change;
      if (recorded && learnedBy) metrics.orderChanged(before?.status ?? 'none', order.status, order.payment);
      return recorded;
    },
  };
}

function countCartOrders({ record }: CartOrders, metrics: Metrics): CartOrders {
  return {
    async record(order, cartId, at) {
      const change = await record(order, cartId, at);
      if (change === 'dropped') metrics.cartOrderDropped();
      else if (change !== 'unchanged' && change !== order.status)
        metrics.orderChanged(change, order.status, 'verified');
      return change;
    },
  };
}
