import { CommerceError } from '../commerce/errors.ts';
import type { Job } from '../storage/repositories/jobs/job-queue.ts';
import type { AroundCall } from '../store-platforms/transport/transport.ts';
import type { UpstreamRequest } from '../store-platforms/transport/upstream.ts';
import type { ServiceLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

interface Watching {
  metrics: Pick<Metrics, 'upstreamCalled' | 'jobRan'>;
  /** Undefined without a collector. */
  tracing: Tracing | undefined;
}

/** Counts each call to a store platform, and sends the `traceparent` of its span along. */
export function createAroundCalls({ metrics, tracing }: Watching): (platform: string) => AroundCall {
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

function traceCall(
  tracing: Tracing,
  platform: string,
  request: UpstreamRequest,
  send: Parameters<AroundCall>[1],
): ReturnType<AroundCall> {
  const { operation, method, url } = request;
  const span = tracing.begin({
    name: operation,
    kind: 'client',
    attributes: {
      'ucp.platform': platform,
      'http.request.method': method,
      'server.address': URL.canParse(url) ? new URL(url).hostname : '',
    },
  });
  const headers = { ...request.headers, traceparent: span.traceparent };
  return span.within(async () => {
    try {
      const response = await send({ ...request, headers });
      const attributes = { 'http.response.status_code': response.status };
      span.end({ attributes, failed: response.status >= 400 });
      return response;
    } catch (error) {
      span.end({ attributes: { 'error.type': toOutcome(error) }, failed: true });
      throw error;
    }
  });
}

/** A failure of the transport carries the error for agents as `answer`. */
function toOutcome(error: unknown): string {
  const answer = error instanceof Error && 'answer' in error ? error.answer : error;
  return answer instanceof CommerceError ? answer.kind : 'failed';
}

export function createAroundJobs({ metrics, tracing, log }: Watching & { log: Pick<ServiceLog, 'info'> }) {
  return async <Outcome>(job: Job, work: () => Promise<Outcome>, isReleased: (error: unknown) => boolean) => {
    const { id: jobId, storeId, kind, subject, attempts } = job;
    const startedAt = performance.now();
    const getElapsed = () => performance.now() - startedAt;
    const attributes = { 'ucp.job.id': jobId, 'ucp.job.kind': kind, 'ucp.job.attempts': attempts };
    try {
      const span = { name: `job ${kind}`, kind: 'consumer', attributes } as const;
      const outcome = await (tracing ? tracing.runInSpan(span, work) : work());
      metrics.jobRan(kind, 'done', getElapsed());
      log.info(
        { jobId, storeId, kind, subject, attempts, durationMs: Math.round(getElapsed()) },
        'A job is done',
      );
      return outcome;
    } catch (error) {
      metrics.jobRan(kind, isReleased(error) ? 'released' : 'failed', getElapsed());
      throw error;
    }
  };
}
