import { z } from 'zod';
import type { Endpoint } from '../protocols/endpoint.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { ApiDescription, Operation, Parameter, Response } from './description.ts';
import type { Example } from './examples.ts';
import { parameterSchema } from './json-schema.ts';
import { operationIdOf, pascal, titleOf } from './operation-ids.ts';
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
export function agentPaths(api: AgentApi): ApiDescription['paths'] {
  const paths: ApiDescription['paths'] = {};
  for (const endpoint of api.endpoints) {
    const [method = '', path = ''] = endpoint.rest.split(' ');
    const address = path === '/' ? api.root : api.root + path;
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(api, endpoint) };
  }
  return paths;
}

function operationOf(api: AgentApi, endpoint: Endpoint): Operation {
  const { operationId, summary } = api.namesOf?.(endpoint) ?? namesOf(endpoint);
  const example = api.examples[endpoint.rest];
  const answered = api.answerOf?.(endpoint) ?? {
    name: `${pascal(operationId)}Response`,
    schema: endpoint.output,
  };
  const schema = api.schemas.refer(answered.schema, answered.name, 'output');
  const answer = (description: string): Response => ({
    description,
    headers: RATE_LIMIT_HEADERS,
    content: { 'application/json': { schema, ...(example ? { example: example.output } : {}) } },
  });
  const isReplayed = endpoint.rest === 'POST /checkout-sessions';
  return {
    operationId,
    summary,
    description: endpoint.summary,
    tags: [api.tagOf(endpoint)],
    security: [],
    parameters: [SLUG, ...parametersOf(endpoint, example), ...(api.headersOf?.(endpoint) ?? [])],
    ...(endpoint.readsBody ? { requestBody: bodyOf(api, endpoint, operationId) } : {}),
    responses: {
      [!endpoint.readOnly && /^POST \/[\w-]+s$/.test(endpoint.rest) ? '201' : '200']: answer('Success'),
      ...(isReplayed ? { 200: answer('Replay of an Idempotency-Key') } : {}),
      ...refusals(api.statusesOf(endpoint), { schema: api.errorSchema, isLimited: true }),
    },
  };
}

function namesOf({ rest }: Endpoint) {
  const operationId = operationIdOf(rest);
  return { operationId, summary: titleOf(operationId) };
}

function inPath(endpoint: Endpoint): string[] {
  return [...endpoint.rest.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function parametersOf(endpoint: Endpoint, example: Example | undefined): Parameter[] {
  const path = inPath(endpoint);
  return Object.entries(endpoint.input.shape).flatMap(([name, schema]) => {
    const place = placeOf(endpoint, name, path);
    if (place === 'body') return [];
    const required = place === 'path' || !z.safeParse(schema, undefined).success;
    const value = example?.input[name];
    return [
      {
        name: place === 'header' ? 'Idempotency-Key' : name,
        in: place,
        required,
        schema: parameterSchema(schema),
        ...(value === undefined ? {} : { example: value }),
      },
    ];
  });
}

function placeOf(endpoint: Endpoint, name: string, path: string[]): 'path' | 'header' | 'query' | 'body' {
  if (path.includes(name)) return 'path';
  if (name === 'idempotency_key') return 'header';
  return endpoint.readsBody ? 'body' : 'query';
}

function bodyOf(
  { schemas, examples }: AgentApi,
  endpoint: Endpoint,
  operationId: string,
): NonNullable<Operation['requestBody']> {
  const elsewhere = [...inPath(endpoint), 'idempotency_key'];
  const members = Object.entries(endpoint.input.shape).filter(([name]) => !elsewhere.includes(name));
  const schema = schemas.refer(
    z.object(Object.fromEntries(members)),
    `${pascal(operationId)}Request`,
    'input',
  );
  const names = members.map(([name]) => name);
  const sent = Object.entries(examples[endpoint.rest]?.input ?? {}).filter(([name]) => names.includes(name));
  return {
    required: true,
    content: { 'application/json': { schema, example: Object.fromEntries(sent) } },
  };
}
