import type { Endpoint } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Tracing } from './tracing.ts';

/** Returns the protocol with a span around each run of an endpoint. */
export function traceEndpoints(protocol: Protocol, tracing: Tracing): Protocol {
  const traced = new Map(protocol.endpoints.map((endpoint) => [endpoint, inSpan(endpoint, tracing)]));
  const tools = [...protocol.tools].map(([name, tool]) => {
    const endpoint = traced.get(tool.endpoint) ?? inSpan(tool.endpoint, tracing);
    return [name, { ...tool, endpoint }] as const;
  });
  return { ...protocol, endpoints: [...traced.values()], tools: new Map(tools) };
}

function inSpan(endpoint: Endpoint, tracing: Tracing): Endpoint {
  return {
    ...endpoint,
    run: (...given: Parameters<typeof endpoint.run>) => {
      const attributes = { 'ucp.store': given[0].store.slug, 'ucp.platform': given[0].store.platform };
      return tracing.span({ name: endpoint.rest, kind: 'internal', attributes }, async () =>
        endpoint.run(...given),
      );
    },
  };
}
