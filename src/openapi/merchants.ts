import { z } from 'zod';
import type { MerchantEndpoint } from '../api/merchant/endpoint.ts';
import { rolesThatMay } from '../commerce/roles.ts';
import type { ApiDescription, Operation, Parameter } from './description.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { Example } from './examples.ts';
import { parameterSchema } from './json-schema.ts';
import { operationIdOf, pascal, titleOf } from './operation-ids.ts';
import { refusals } from './refusals.ts';
import { SLUG } from './slug.ts';

const PREFIX = '/api/merchant';

/** Describes the merchant API, with examples by `rest`. */
export function merchantPaths(
  endpoints: readonly MerchantEndpoint[],
  examples: Record<string, Example>,
  schemas: ComponentSchemas,
): ApiDescription['paths'] {
  const paths: ApiDescription['paths'] = {};
  for (const endpoint of endpoints) {
    const { method, path } = addressOf(endpoint);
    paths[PREFIX + path] = {
      ...paths[PREFIX + path],
      [method.toLowerCase()]: operationOf(endpoint, examples[endpoint.rest], schemas),
    };
  }
  return paths;
}

/** Browsers accept the `__Secure-` prefix over HTTPS only. */
export function securitySchemes(baseUrl: string): Record<string, object> {
  const prefix = baseUrl.startsWith('https:') ? '__Secure-' : '';
  return {
    session: { type: 'apiKey', in: 'cookie', name: `${prefix}ucp-host.session_token` },
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token, which the console’s account page creates.',
    },
  };
}

function addressOf({ rest }: MerchantEndpoint) {
  const [method = '', path = ''] = rest.split(' ');
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { method, path, inPath, reads: method === 'GET' };
}

function operationOf(
  endpoint: MerchantEndpoint,
  example: Example | undefined,
  schemas: ComponentSchemas,
): Operation {
  const operationId = operationIdOf(endpoint.rest);
  const body = bodyOf(endpoint, example, schemas, operationId);
  const schema = schemas.refer(endpoint.output, `${pascal(operationId)}Response`, 'output');
  return {
    operationId,
    summary: titleOf(operationId),
    description: `${endpoint.summary}${rolesOf(endpoint)}`,
    tags: [endpoint.tag],
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...(PARENTS[endpoint.access] ?? []), ...parametersOf(endpoint, example)],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [isMade(endpoint) ? '201' : '200']: {
        description: 'Success',
        content: { 'application/json': { schema, ...(example ? { example: example.output } : {}) } },
      },
      ...refusals(refusalsOf(endpoint), { descriptions: REFUSALS }),
    },
  };
}

/** Members of the path that are no members of an endpoint's input. */
const PARENTS: Partial<Record<MerchantEndpoint['access'], Parameter[]>> = {
  store: [SLUG],
  organization: [
    { name: 'organization_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  ],
};

/** Names the roles that may call an endpoint, unless all may. */
function rolesOf({ access, needs }: MerchantEndpoint): string {
  if (needs === 'read' || (access !== 'store' && access !== 'organization')) return '';
  return ` Takes the role ${rolesThatMay(needs).join(' or ')}.`;
}

function parametersOf(endpoint: MerchantEndpoint, example: Example | undefined): Parameter[] {
  const { inPath, reads } = addressOf(endpoint);
  return Object.entries(endpoint.input.shape).flatMap(([name, schema]) => {
    const place = inPath.includes(name) ? 'path' : 'query';
    if (place === 'query' && !reads) return [];
    const required = place === 'path' || !z.safeParse(schema, undefined).success;
    const value = example?.input[name];
    return [
      {
        name,
        in: place,
        required,
        schema: parameterSchema(schema),
        ...(value === undefined ? {} : { example: value }),
      },
    ];
  });
}

/** Returns undefined when the path carries all of the input. */
function bodyOf(
  endpoint: MerchantEndpoint,
  example: Example | undefined,
  schemas: ComponentSchemas,
  operationId: string,
): Operation['requestBody'] {
  const { inPath, reads } = addressOf(endpoint);
  const members = Object.entries(endpoint.input.shape).filter(([name]) => !inPath.includes(name));
  if (reads || members.length === 0) return undefined;
  const body = z.object(Object.fromEntries(members));
  const sent = Object.fromEntries(
    Object.entries(example?.input ?? {}).filter(([name]) => name in body.shape),
  );
  return {
    required: true,
    content: {
      'application/json': {
        schema: schemas.refer(body, `${pascal(operationId)}Request`, 'input'),
        ...(example ? { example: sent } : {}),
      },
    },
  };
}

/** True for a POST to a collection and for signing up. */
function isMade({ rest }: MerchantEndpoint): boolean {
  return /^POST .*(?:s|sign-up)$/.test(rest);
}

function refusalsOf(endpoint: MerchantEndpoint): number[] {
  const { inPath, path, reads } = addressOf(endpoint);
  const isThrottled =
    endpoint.outbound ||
    (!reads &&
      /^\/(?:sign-in|sign-up|password|pairing-codes|organizations|invitations\/sign-up)$/.test(path));
  return [
    400,
    ...(endpoint.access === 'anyone' ? [] : [401]),
    ...(reads && endpoint.needs === 'read' && !endpoint.inPerson ? [] : [403]),
    ...(inPath.length > 0 || endpoint.access === 'store' ? [404] : []),
    ...(reads ? [] : [409, 413, 415]),
    ...(isThrottled ? [429] : []),
  ];
}

const REFUSALS: Record<number, string> = {
  401: 'Not signed in, or the token is not known',
  403: 'A cookie sent from another site, or not allowed to the role or with a token',
  404: 'The account has no such store or resource',
  409: 'The state does not allow it',
  429: 'Too many attempts; see Retry-After',
};
