import type { Protocol } from '../protocols/protocol.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import { countTransitions } from './count-transitions.ts';
import { createMetrics } from './metrics.ts';
import type { OtlpOptions } from './otlp.ts';
import { traceEndpoints } from './trace-endpoints.ts';
import { aroundCalls, aroundJobs } from './watch-jobs.ts';

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

interface WatchingOptions {
  /** Undefined: nothing is traced. */
  collector: Omit<OtlpOptions, 'log'> | undefined;
  log: Log;
}

export type Watching = Awaited<ReturnType<typeof startWatching>>;

/** Counts, traces and logs calls, jobs, requests and transitions by wrapping them. */
export async function startWatching({ collector, log }: WatchingOptions) {
  const metrics = createMetrics();
  // Imported only when a collector is set.
  const tracing = collector && (await import('./otlp.ts')).exportTraces({ ...collector, log });
  return {
    metrics,
    tracing,
    aroundCalls: aroundCalls({ metrics, tracing }),
    aroundJobs: aroundJobs({ metrics, tracing, log }),
    repositories: (repositories: Repositories) => countTransitions(repositories, metrics),
    protocol: (protocol: Protocol) => (tracing ? traceEndpoints(protocol, tracing) : protocol),
    close: async () => tracing?.close(),
  };
}
