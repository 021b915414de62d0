import { z } from 'zod';
import type { Dialect } from './dialect.ts';
import type { Endpoint } from './endpoint.ts';
import { toolsOf } from './tools.ts';

/** An endpoint's input and answer, as one would see them. */
export interface Example {
  /** Path, query and body together, as `invoke` takes them. */
  input: Record<string, unknown>;
  output: object;
}

/** The parts of an OpenAPI document that the reference page reads. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: [];
  parameters: { name: string; in: string; required: boolean; schema: object; example?: unknown }[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

type Content = Record<'application/json', { schema: object; example?: unknown }>;

interface Described {
  dialect: Dialect;
  /** By `rest`; a test holds each to its endpoint's schemas. */
  examples: Record<string, Example>;
  version: string;
}

const STORE = '/api/ucp/{slug}';
const SLUG = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: 'demo-shopify',
};
const ERROR = { $ref: '#/components/schemas/Error' };

/** OpenAPI 3.1 of a dialect: the same list of endpoints from which routes and tools are made. */
export function describeApi({ dialect, examples, version }: Described, baseUrl: string): ApiDescription {
  const paths: ApiDescription['paths'] = {};
  for (const endpoint of dialect.endpoints) {
    const [method = '', path = ''] = endpoint.rest.split(' ');
    const address = path === '/' ? STORE : STORE + path;
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: operationOf(endpoint, examples[endpoint.rest]),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ucp-host',
      version,
      description:
        'What agents may do with a store: discover it, search its catalog, build carts, check out and follow the order. All money is in minor units of the currency.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: ['catalog', 'checkout', 'cart', 'order', 'fulfillment', 'mcp'].map((name) => ({ name })),
    paths: { ...paths, [`${STORE}/mcp`]: { post: mcpOperation(dialect) } },
    components: { schemas: { Error: jsonSchema(errorBody, 'output') } },
  };
}

const errorBody = z.object({
  error: z.string().describe('For a person or a model to act on.'),
  code: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

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

/** What an agent writes; of a member that is read from text (a number in a query), what it is read as. */
function parameterSchema(schema: z.core.$ZodType): object {
  const written = jsonSchema(schema, 'input');
  return 'type' in written || 'anyOf' in written ? written : jsonSchema(schema, 'output');
}

/** Without what says nothing to a reader: the pattern behind a format, the bounds of a safe integer, closed objects. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: shape }) {
      if (shape.format !== undefined) delete shape.pattern;
      if (shape.additionalProperties === false) delete shape.additionalProperties;
      if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum;
      if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum;
    },
  });
  return rest;
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

/** Which refusals an endpoint may give: reading asks less of the platform than writing does. */
function refusalsOf(endpoint: Endpoint): number[] {
  if (endpoint.rest === 'GET /') return [404];
  const writes = !endpoint.rest.startsWith('GET');
  return [400, 404, ...(writes ? [409] : []), ...(endpoint.readsBody ? [413, 415] : []), 502, 503, 504];
}

const REFUSALS: Record<number, string> = {
  400: 'Something in the request is wrong; `details` names it',
  404: 'Unknown store, switched-off capability or unknown resource',
  409: 'The state or the stock does not allow it',
  413: 'The body exceeds 256 KiB',
  415: 'The body is not JSON',
  502: 'The store platform answered with an error',
  503: 'The store platform is down or throttling; see Retry-After',
  504: 'The store platform was too slow',
};

function refusal(status: number): Operation['responses'][string] {
  return { description: REFUSALS[status] ?? 'Refused', content: { 'application/json': { schema: ERROR } } };
}

function mcpOperation(dialect: Dialect): Operation {
  const tools = [...toolsOf(dialect).values()].map(({ description }) => description);
  const request = z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    method: z.string(),
    params: z.record(z.string(), z.unknown()).optional(),
  });
  const answer = z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  });
  const names = tools.map((tool) => `\`${tool.name}\``).join(', ');
  return {
    operationId: 'mcp',
    summary: 'Model Context Protocol: JSON-RPC 2.0 over Streamable HTTP, without sessions.',
    description: `Tools: ${names}. A tool's result is the body of the REST endpoint, as text.`,
    tags: ['mcp'],
    security: [],
    parameters: [SLUG],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: jsonSchema(request, 'input'),
          example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        },
      },
    },
    responses: {
      200: {
        description: 'Result or error',
        content: {
          'application/json': {
            schema: jsonSchema(answer, 'output'),
            example: { jsonrpc: '2.0', id: 1, result: { tools } },
          },
        },
      },
      202: { description: 'A notification was taken' },
      404: refusal(404),
    },
  };
}
