import type { Dialect } from '../protocols/protocol.ts';
import type { Endpoint } from '../protocols/endpoint.ts';
import type { Tracing } from './tracing.ts';

/** The dialect with a span around whatever its endpoints do. */
export function traceEndpoints(dialect: Dialect, tracing: Tracing): Dialect {
  const traced = new Map(dialect.endpoints.map((endpoint) => [endpoint, inSpan(endpoint, tracing)]));
  const tools = [...dialect.tools].map(([name, tool]) => {
    const endpoint = traced.get(tool.endpoint) ?? tool.endpoint;
    return [name, { ...tool, endpoint }] as const;
  });
  return { ...dialect, endpoints: [...traced.values()], tools: new Map(tools) };
}

function inSpan(endpoint: Endpoint, tracing: Tracing): Endpoint {
  return {
    ...endpoint,
    run: (...given: Parameters<typeof endpoint.run>) => {
      const attributes = { 'ucp.store': given[0].store.slug, 'ucp.platform': given[0].store.platform };
      return tracing.span({ name: endpoint.rest, kind: 'internal', attributes }, () =>
        endpoint.run(...given),
      );
    },
  };
}
