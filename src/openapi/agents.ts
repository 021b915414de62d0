import { z } from 'zod';
import { type Endpoint, isRead } from '../protocols/endpoint.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Operation, Parameter, Response } from './description.ts';
import { type Describing, describeInput, describePaths, SLUG, withExample } from './inputs.ts';
import { toCamel, toPascal, toTitle } from './operation-ids.ts';
import { describeRefusals, type ErrorSchema, RATE_LIMIT_HEADERS } from './responses.ts';

export const OFFICIAL_TAG = 'official-ucp';

/** Describes the service's own REST API for agents. */
export function describeContractPaths({ endpoints }: Protocol, describing: Describing) {
  return describePaths('/api/ucp/{slug}', endpoints, (endpoint) => {
    const { id = '', capability, output } = endpoint;
    return describeOperation(endpoint, describing, {
      operationId: id,
      summary: toTitle(id),
      tag: capability,
      answer: { name: `${toPascal(id)}Response`, schema: output },
      statuses: getStatuses(endpoint),
      errorSchema: 'Error',
    });
  });
}

function getStatuses({ route, readsBody }: Endpoint): number[] {
  if (route === 'GET /') return [404, 429];
  const writes = !route.startsWith('GET');
  return [400, 404, ...(writes ? [409] : []), ...(readsBody ? [413, 415] : []), 429, 502, 503, 504];
}

/** Describes official UCP over REST. */
export function describeOfficialPaths({ endpoints, tools }: Protocol, describing: Describing) {
  const names = new Map([...tools].map(([name, { endpoint }]) => [endpoint.route, name]));
  return describePaths('/ucp/{slug}', endpoints, (endpoint) => {
    const facts = getOfficialFacts(endpoint, names.get(endpoint.route));
    return describeOperation(endpoint, describing, { ...facts, tag: OFFICIAL_TAG, errorSchema: 'UcpError' });
  });
}

/** Endpoints without a tool are profiles. */
function getOfficialFacts(endpoint: Endpoint, name: string | undefined) {
  const isChange = !isRead(endpoint);
  if (name === undefined)
    return {
      operationId: endpoint.id ?? '',
      summary: endpoint.summary.replace(/\.$/, ''),
      answer: { name: 'UcpProfile', schema: profile },
      statuses: [404, 429],
    };
  return {
    operationId: toCamel(['ucp', name]),
    summary: `UCP: ${name.replaceAll('_', ' ')}`,
    answer: { name: 'UcpAnswer', schema: answer },
    headers: isChange ? [AGENT, KEY] : [AGENT],
    statuses: [400, 401, 403, 404, ...(isChange ? [409, 413, 415] : []), 422, 424, 429, 502, 503, 504],
  };
}

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

interface Facts {
  operationId: string;
  summary: string;
  tag: string;
  answer: { name: string; schema: z.ZodType };
  headers?: Parameter[];
  statuses: number[];
  errorSchema: ErrorSchema;
}

function describeOperation(endpoint: Endpoint, describing: Describing, facts: Facts): Operation {
  const { operationId, summary, tag, answer, headers = [], statuses, errorSchema } = facts;
  const schema = describing.schemas.refer(answer.schema, answer.name, 'output');
  const example = withExample(describing.examples[endpoint.route]?.output);
  const describeSuccess = (description: string, more: object = {}): Response => ({
    description,
    headers: { ...RATE_LIMIT_HEADERS, ...more },
    content: { 'application/json': { schema, ...example } },
  });
  const isReplayed = endpoint.route === 'POST /checkout-sessions';
  const input = { inBody: endpoint.readsBody === true, operationId };
  const { parameters, ...body } = describeInput(endpoint, input, describing);
  return {
    operationId,
    summary,
    description: endpoint.summary,
    tags: [tag],
    security: [],
    parameters: [SLUG, ...parameters, ...headers],
    ...body,
    responses: {
      [endpoint.creates ? '201' : '200']: describeSuccess('Success'),
      ...(isReplayed ? { 200: describeSuccess('Replay of an Idempotency-Key', REPLAY_HEADER) } : {}),
      ...describeRefusals(statuses, { schema: errorSchema, isLimited: true }),
    },
  };
}

const REPLAY_HEADER = {
  'Idempotent-Replayed': {
    description: 'Present when the Idempotency-Key found what an earlier request did.',
    schema: { type: 'string', enum: ['true'] },
  },
};
