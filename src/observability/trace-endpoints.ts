import type { Dialect } from '../dialects/dialect.ts';
import type { Tracing } from './tracing.ts';

/** The dialect with a span around whatever its endpoints do. */
export function traceEndpoints(dialect: Dialect, tracing: Tracing): Dialect {
  const endpoints = dialect.endpoints.map((endpoint) => ({
    ...endpoint,
    run: (...given: Parameters<typeof endpoint.run>) => {
      const attributes = { 'ucp.store': given[0].store.slug, 'ucp.platform': given[0].store.platform };
      return tracing.span({ name: endpoint.rest, kind: 'internal', attributes }, () =>
        endpoint.run(...given),
      );
    },
  }));
  return { ...dialect, endpoints };
}
