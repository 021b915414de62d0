import { z } from 'zod';
import type { Endpoint } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { AgentApi } from './agents.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { Parameter } from './description.ts';
import type { Example } from './examples.ts';
import { camel, titleOf } from './operation-ids.ts';

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
export function officialApi(
  { endpoints, tools }: Protocol,
  examples: Record<string, Example>,
  schemas: ComponentSchemas,
): AgentApi {
  const names = new Map([...tools].map(([name, { endpoint }]) => [endpoint.rest, name]));
  return {
    root: '/ucp/{slug}',
    endpoints,
    examples,
    schemas,
    tagOf: () => OFFICIAL_TAG,
    namesOf: ({ rest, summary }) => {
      const name = names.get(rest);
      if (name === undefined) return { operationId: profileName(rest), summary: summary.replace(/\.$/, '') };
      return { operationId: camel(['ucp', name]), summary: `UCP: ${titleOf(camel([name])).toLowerCase()}` };
    },
    answerOf: (endpoint) =>
      isProfile(endpoint) ? { name: 'UcpProfile', schema: profile } : { name: 'UcpAnswer', schema: answer },
    headersOf: (endpoint) => (isProfile(endpoint) ? [] : [AGENT, ...(isChange(endpoint) ? [KEY] : [])]),
    statusesOf: (endpoint) =>
      isProfile(endpoint)
        ? [404, 429]
        : [400, 401, 403, 404, ...(isChange(endpoint) ? [409, 413, 415] : []), 422, 424, 429, 502, 503, 504],
    errorSchema: 'UcpError',
  };
}

function isProfile({ rest }: Endpoint): boolean {
  return rest.includes('/.well-known/');
}

function isChange({ rest, readOnly }: Endpoint): boolean {
  return !readOnly && !rest.startsWith('GET ');
}

/** `GET /.well-known/ucp/2026-04-08` is `ucpGetProfile20260408`. */
function profileName(rest: string): string {
  return `ucpGetProfile${rest.replaceAll(/\D/g, '')}`;
}
