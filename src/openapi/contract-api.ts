import type { Endpoint } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { AgentApi } from './agents.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { Example } from './examples.ts';

/** The service's own REST API for agents. */
export function contractApi(
  { endpoints }: Protocol,
  examples: Record<string, Example>,
  schemas: ComponentSchemas,
): AgentApi {
  return {
    root: '/api/ucp/{slug}',
    endpoints,
    examples,
    schemas,
    tagOf: ({ capability }) => capability,
    statusesOf,
    errorSchema: 'Error',
  };
}

function statusesOf({ rest, readsBody }: Endpoint): number[] {
  if (rest === 'GET /') return [404, 429];
  const writes = !rest.startsWith('GET');
  return [400, 404, ...(writes ? [409] : []), ...(readsBody ? [413, 415] : []), 429, 502, 503, 504];
}
