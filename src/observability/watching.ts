import type { Protocol } from '../protocols/protocol.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import { countTransitions } from './count-transitions.ts';
import { createMetrics } from './metrics.ts';
import { traceEndpoints } from './trace-endpoints.ts';
import type { CollectorOptions } from './tracing.ts';
import { aroundCalls, aroundJobs } from './watch-jobs.ts';

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

interface WatchingOptions {
  /** Undefined: nothing is traced. */
  collector: Omit<CollectorOptions, 'log'> | undefined;
  log: Log;
}

export type Watching = Awaited<ReturnType<typeof startWatching>>;

/** Counts, traces and logs calls, jobs, requests and transitions by wrapping them. */
export async function startWatching({ collector, log }: WatchingOptions) {
  const metrics = createMetrics();
  // Imported only when a collector is set: the SDK takes a tenth of a second to load.
  const tracing = collector && (await import('./tracing.ts')).createTracing({ ...collector, log });
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
