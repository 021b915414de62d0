import { z } from 'zod';
import type { Protocol } from '../protocols/protocol.ts';
import type { Endpoint } from '../protocols/endpoint.ts';
import type { ApiDescription, Operation } from './description.ts';
import type { Example } from './examples.ts';
import { jsonSchema, parameterSchema } from './json-schema.ts';
import { mcpOperation } from './mcp.ts';
import { refusal } from './refusals.ts';
import { SLUG } from './slug.ts';

const STORE = '/api/ucp/{slug}';

const MCP = { operationId: 'mcp', about: "A tool's result is the body of the REST endpoint, as text." };

/** Describes the agents' endpoints, with examples by `rest`. */
export function agentPaths(protocol: Protocol, examples: Record<string, Example>): ApiDescription['paths'] {
  const paths: ApiDescription['paths'] = {};
  for (const endpoint of protocol.endpoints) {
    const [method = '', path = ''] = endpoint.rest.split(' ');
    const address = path === '/' ? STORE : STORE + path;
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: operationOf(endpoint, examples[endpoint.rest]),
    };
  }
  return { ...paths, [`${STORE}/mcp`]: { post: mcpOperation(protocol, MCP) } };
}

function operationOf(endpoint: Endpoint, example: Example | undefined): Operation {
  const created =
    endpoint.rest.startsWith('POST') && /s$/.test(endpoint.rest) && !endpoint.rest.includes('quotes');
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.capability],
    security: [],
    parameters: [SLUG, ...parametersOf(endpoint, example)],
    ...(endpoint.readsBody ? { requestBody: bodyOf(endpoint, example) } : {}),
    responses: {
      [created ? '201' : '200']: answerOf(endpoint, example),
      ...(endpoint.rest === 'POST /checkout-sessions'
        ? { 200: answerOf(endpoint, example, 'Replay of an Idempotency-Key') }
        : {}),
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, refusal(status)])),
    },
  };
}

/** `POST /checkout-sessions/{session_id}/complete` is `post_checkout_sessions_complete`, unless a tool names it. */
function operationIdOf(endpoint: Endpoint): string {
  if (endpoint.tool) return endpoint.tool.name;
  const words = endpoint.rest
    .replaceAll(/\{\w+\}/g, 'one')
    .split(/[^A-Za-z]+/)
    .filter(Boolean);
  return words.length === 1 ? 'get_manifest' : words.join('_').toLowerCase();
}

function inPath(endpoint: Endpoint): string[] {
  return [...endpoint.rest.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function parametersOf(endpoint: Endpoint, example: Example | undefined): Operation['parameters'] {
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

function bodyOf(endpoint: Endpoint, example: Example | undefined): NonNullable<Operation['requestBody']> {
  const elsewhere = [...inPath(endpoint), 'idempotency_key'];
  const members = Object.entries(endpoint.input.shape).filter(([name]) => !elsewhere.includes(name));
  const body = z.object(Object.fromEntries(members));
  const names = members.map(([name]) => name);
  const sent = Object.fromEntries(
    Object.entries(example?.input ?? {}).filter(([name]) => names.includes(name)),
  );
  return {
    required: true,
    content: { 'application/json': { schema: jsonSchema(body, 'input'), example: sent } },
  };
}

function answerOf(
  endpoint: Endpoint,
  example: Example | undefined,
  description = 'Success',
): Operation['responses'][string] {
  const schema = jsonSchema(endpoint.output, 'output');
  return {
    description,
    content: { 'application/json': { schema, ...(example ? { example: example.output } : {}) } },
  };
}

/** Statuses of the errors that an endpoint may answer with. */
function refusalsOf(endpoint: Endpoint): number[] {
  if (endpoint.rest === 'GET /') return [404];
  const writes = !endpoint.rest.startsWith('GET');
  return [400, 404, ...(writes ? [409] : []), ...(endpoint.readsBody ? [413, 415] : []), 502, 503, 504];
}
