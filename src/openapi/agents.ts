import type { z } from 'zod';
import type { Endpoint } from '../protocols/endpoint.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { ApiDescription, Operation, Parameter, Response } from './description.ts';
import type { Example } from './examples.ts';
import { describeInput, describePaths, SLUG, withExample } from './inputs.ts';
import { RATE_LIMIT_HEADERS } from './rate-limit-headers.ts';
import { describeRefusals, type ErrorSchema } from './refusals.ts';

/** Facts of an endpoint that its API decides. */
export interface EndpointFacts {
  operationId: string;
  summary: string;
  tag: string;
  answer: { name: string; schema: z.ZodType };
  /** Headers besides its input. */
  headers: Parameter[];
  /** Statuses of its refusals. */
  statuses: number[];
}

/** Endpoints of one protocol for agents, and how they are described. */
export interface AgentApi {
  /** Path of a store: `/api/ucp/{slug}`. */
  root: string;
  endpoints: readonly Endpoint[];
  factsOf(endpoint: Endpoint): EndpointFacts;
  errorSchema: ErrorSchema;
}

/** Describes the endpoints of agents, with examples by `route`. */
export function describeAgentPaths(
  { root, endpoints, factsOf, errorSchema }: AgentApi,
  examples: Record<string, Example>,
  schemas: ComponentSchemas,
): Promise<ApiDescription['paths']> {
  return describePaths(root, endpoints, (endpoint): Operation => {
    const { operationId, summary, tag, answer, headers, statuses } = factsOf(endpoint);
    const example = examples[endpoint.route];
    const schema = schemas.refer(answer.schema, answer.name, 'output');
    const describeSuccess = (description: string): Response => ({
      description,
      headers: RATE_LIMIT_HEADERS,
      content: { 'application/json': { schema, ...withExample(example?.output) } },
    });
    const isReplayed = endpoint.route === 'POST /checkout-sessions';
    const described = { example, schemas, operationId };
    const { parameters, ...body } = describeInput(endpoint, endpoint.readsBody === true, described);
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
        ...(isReplayed ? { 200: withReplayHeader(describeSuccess('Replay of an Idempotency-Key')) } : {}),
        ...describeRefusals(statuses, { schema: errorSchema, isLimited: true }),
      },
    };
  });
}

const REPLAY_HEADER = {
  'Idempotent-Replayed': {
    description: 'Present when the Idempotency-Key found what an earlier request did.',
    schema: { type: 'string', enum: ['true'] },
  },
};

function withReplayHeader(response: Response): Response {
  return { ...response, headers: { ...response.headers, ...REPLAY_HEADER } };
}
