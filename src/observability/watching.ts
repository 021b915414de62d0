import type { Endpoint } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import { countTransitions } from './count-transitions.ts';
import { createAroundCalls, createAroundJobs } from './instrument.ts';
import type { ServiceLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { CollectorOptions, Tracing } from './tracing.ts';

/** Counts, traces and logs calls, jobs, requests and transitions by wrapping them. Without a collector nothing is traced. */
export async function startWatching(collector: Omit<CollectorOptions, 'log'> | undefined, log: ServiceLog) {
  const metrics = createMetrics();
  // Imported only when a collector is set: the SDK takes a tenth of a second to load.
  const tracing = collector && (await import('./tracing.ts')).createTracing({ ...collector, log });
  return {
    metrics,
    tracing,
    aroundCalls: createAroundCalls({ metrics, tracing }),
    aroundJobs: createAroundJobs({ metrics, tracing, log }),
    repositories: (repositories: Repositories) => countTransitions(repositories, metrics),
    protocol: (protocol: Protocol) => (tracing ? traceEndpoints(protocol, tracing) : protocol),
    close: async () => tracing?.close(),
  };
}

/** Returns the protocol with a span around each run of an endpoint. */
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
      const attributes = { 'ucp.store': args[0].store.slug, 'ucp.platform': args[0].store.platform };
      return tracing.runInSpan({ name: endpoint.route, kind: 'internal', attributes }, async () =>
        endpoint.run(...args),
      );
    },
  };
}
