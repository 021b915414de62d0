import { rolesThatMay } from '../commerce/merchant/roles.ts';
import type { MerchantEndpoint } from '../merchant/action.ts';
import { isRead } from '../protocols/endpoint.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { ApiDescription, Operation, Parameter } from './description.ts';
import type { Example } from './examples.ts';
import { inputOf, membersOf, pathsOf, SLUG, withExample } from './inputs.ts';
import { pascal, titleOf } from './operation-ids.ts';
import { refusals } from './refusals.ts';

/** Describes the merchant API, with examples by `rest`. */
export function merchantPaths(
  endpoints: readonly MerchantEndpoint[],
  examples: Record<string, Example>,
  schemas: ComponentSchemas,
): Promise<ApiDescription['paths']> {
  return pathsOf('/api/merchant', endpoints, (each) => operationOf(each, examples[each.rest], schemas));
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

function operationOf(
  endpoint: MerchantEndpoint,
  example: Example | undefined,
  schemas: ComponentSchemas,
): Operation {
  const { id: operationId } = endpoint;
  const described = { example, schemas, operationId };
  const { parameters, ...body } = inputOf(endpoint, !isRead(endpoint), described);
  const schema = schemas.refer(endpoint.output, `${pascal(operationId)}Response`, 'output');
  return {
    operationId,
    summary: titleOf(operationId),
    description: `${endpoint.summary}${rolesOf(endpoint)}`,
    tags: [endpoint.tag],
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...(PARENTS[endpoint.access] ?? []), ...parameters],
    ...body,
    responses: {
      [endpoint.created ? '201' : '200']: {
        description: 'Success',
        content: { 'application/json': { schema, ...withExample(example?.output) } },
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

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names the roles that may call an endpoint, unless all may. */
function rolesOf({ access, needs }: MerchantEndpoint): string {
  if (needs === 'read' || (access !== 'store' && access !== 'organization')) return '';
  return ` Requires the role ${ALTERNATIVES.format(rolesThatMay(needs))}.`;
}

function refusalsOf(endpoint: MerchantEndpoint): number[] {
  const [, path = ''] = endpoint.rest.split(' ');
  const reads = isRead(endpoint);
  return [
    400,
    ...(endpoint.access === 'anyone' ? [] : [401]),
    ...(reads && endpoint.needs === 'read' && !endpoint.inPerson ? [] : [403]),
    ...(membersOf(path).length > 0 || endpoint.access === 'store' ? [404] : []),
    ...(reads ? [] : [409, 413, 415]),
    429,
  ];
}

const REFUSALS: Record<number, string> = {
  401: 'Not signed in, or an unknown token',
  403: 'The cookie came from another site, or the role or the token does not allow it',
  404: 'The account has no such store or resource',
  409: 'The state does not allow it',
  429: 'Too many requests or attempts; see Retry-After',
};
