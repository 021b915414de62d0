import { z } from 'zod';
import { type Endpoint, isRead } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { AgentApi, EndpointFacts } from './agents.ts';
import type { Parameter } from './description.ts';
import { toCamel } from './operation-ids.ts';

export const OFFICIAL_TAG = 'official-ucp';

const AGENT: Parameter = {
  name: 'UCP-Agent',
  in: 'header',
  required: true,
  description: 'URL of the agent platform’s profile, in a dictionary of RFC 8941.',
  schema: { type: 'string' },
  example: 'profile="https://agent.example/.well-known/ucp"',
};

const KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new UUID for each change. The same one sent again returns the same answer and changes nothing.',
  schema: { type: 'string', maxLength: 255 },
};

const answer = z
  .looseObject({
    ucp: z.looseObject({ version: z.string(), status: z.enum(['success', 'error']).optional() }),
    messages: z
      .array(z.looseObject({ type: z.string(), code: z.string().optional(), content: z.string() }))
      .optional(),
  })
  .describe(
    'As in https://ucp.dev/{ucp.version}/schemas/shopping/. A refusal of the store is a 200 with status error.',
  );

const profile = z
  .looseObject({ ucp: z.looseObject({ version: z.string() }) })
  .describe('As in https://ucp.dev/{ucp.version}/schemas/.');

/** The official Universal Commerce Protocol over REST. */
export function describeOfficialApi({ endpoints, tools }: Protocol): AgentApi {
  const names = new Map([...tools].map(([name, { endpoint }]) => [endpoint.route, name]));
  return {
    root: '/ucp/{slug}',
    endpoints,
    factsOf: (endpoint) => {
      const name = names.get(endpoint.route);
      const facts = name === undefined ? getProfileFacts(endpoint) : getOperationFacts(endpoint, name);
      return { ...facts, tag: OFFICIAL_TAG };
    },
    errorSchema: 'UcpError',
  };
}

type Facts = Omit<EndpointFacts, 'tag'>;

function getProfileFacts({ id = '', summary }: Endpoint): Facts {
  return {
    operationId: id,
    summary: summary.replace(/\.$/, ''),
    answer: { name: 'UcpProfile', schema: profile },
    headers: [],
    statuses: [404, 429],
  };
}

function getOperationFacts(endpoint: Endpoint, name: string): Facts {
  const [headers, refusals] = isRead(endpoint)
    ? [[AGENT], []]
    : [
        [AGENT, KEY],
        [409, 413, 415],
      ];
  return {
    operationId: toCamel(['ucp', name]),
    summary: `UCP: ${name.replaceAll('_', ' ')}`,
    answer: { name: 'UcpAnswer', schema: answer },
    headers,
    statuses: [400, 401, 403, 404, ...refusals, 422, 424, 429, 502, 503, 504],
  };
}
