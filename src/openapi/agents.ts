import type { z } from 'zod';
import type { Endpoint } from '../protocols/endpoint.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { ApiDescription, Operation, Parameter, Response } from './description.ts';
import type { Example } from './examples.ts';
import { inputOf, pathsOf, withExample } from './inputs.ts';
import { pascal, titleOf } from './operation-ids.ts';
import { RATE_LIMIT_HEADERS } from './rate-limit-headers.ts';
import { refusals } from './refusals.ts';
import { SLUG } from './slug.ts';

/** Endpoints of one protocol for agents, and how they are described. */
export interface AgentApi {
  /** Path of a store: `/api/ucp/{slug}`. */
  root: string;
  endpoints: readonly Endpoint[];
  examples: Record<string, Example>;
  schemas: ComponentSchemas;
  tagOf(endpoint: Endpoint): string;
  /** Replaces the name and the title that follow from method and path. */
  namesOf?(endpoint: Endpoint): { operationId: string; summary: string };
  /** Replaces the schema of the answer, with its name. */
  answerOf?(endpoint: Endpoint): { name: string; schema: z.ZodType };
  /** Headers of an endpoint besides its input. */
  headersOf?(endpoint: Endpoint): Parameter[];
  statusesOf(endpoint: Endpoint): number[];
  errorSchema: 'Error' | 'UcpError';
}

/** Describes the endpoints of agents, with examples by `rest`. */
export function agentPaths(api: AgentApi): Promise<ApiDescription['paths']> {
  return pathsOf(api.root, api.endpoints, (endpoint) => operationOf(api, endpoint));
}

function operationOf(api: AgentApi, endpoint: Endpoint): Operation {
  const { operationId, summary } = api.namesOf?.(endpoint) ?? namesOf(endpoint);
  const { schemas } = api;
  const example = api.examples[endpoint.rest];
  const answered = api.answerOf?.(endpoint) ?? {
    name: `${pascal(operationId)}Response`,
    schema: endpoint.output,
  };
  const content = {
    schema: schemas.refer(answered.schema, answered.name, 'output'),
    ...withExample(example?.output),
  };
  const answer = (description: string): Response => ({
    description,
    headers: RATE_LIMIT_HEADERS,
    content: { 'application/json': content },
  });
  const isReplayed = endpoint.rest === 'POST /checkout-sessions';
  const { parameters, ...body } = inputOf(endpoint, endpoint.readsBody === true, { example, schemas, operationId });
  return {
    operationId,
    summary,
    description: endpoint.summary,
    tags: [api.tagOf(endpoint)],
    security: [],
    parameters: [SLUG, ...parameters, ...(api.headersOf?.(endpoint) ?? [])],
    ...body,
    responses: {
      [endpoint.creates ? '201' : '200']: answer('Success'),
      ...(isReplayed ? { 200: answer('Replay of an Idempotency-Key') } : {}),
      ...refusals(api.statusesOf(endpoint), { schema: api.errorSchema, isLimited: true }),
    },
  };
}

function namesOf({ id = '' }: Endpoint) {
  return { operationId: id, summary: titleOf(id) };
}
