import type { Endpoint } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { AgentApi } from './agents.ts';
import { toPascal, toTitle } from './operation-ids.ts';

/** The service's own REST API for agents. */
export function describeContractApi({ endpoints }: Protocol): AgentApi {
  return {
    root: '/api/ucp/{slug}',
    endpoints,
    factsOf: (endpoint) => {
      const { id = '', capability, output } = endpoint;
      const answer = { name: `${toPascal(id)}Response`, schema: output };
      const statuses = getStatuses(endpoint);
      return { operationId: id, summary: toTitle(id), tag: capability, answer, headers: [], statuses };
    },
    errorSchema: 'Error',
  };
}

function getStatuses({ route, readsBody }: Endpoint): number[] {
  if (route === 'GET /') return [404, 429];
  const writes = !route.startsWith('GET');
  return [400, 404, ...(writes ? [409] : []), ...(readsBody ? [413, 415] : []), 429, 502, 503, 504];
}
