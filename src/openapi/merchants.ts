import { getRolesThatMay } from '../commerce/merchant/roles.ts';
import type { MerchantEndpoint } from '../merchant/action.ts';
import { isRead } from '../protocols/endpoint.ts';
import type { Operation, Parameter } from './description.ts';
import { type Describing, describeInput, describePaths, parseMembers, SLUG, withExample } from './inputs.ts';
import { toPascal, toTitle } from './operation-ids.ts';
import { describeRefusals } from './responses.ts';

export function describeMerchantPaths(endpoints: readonly MerchantEndpoint[], describing: Describing) {
  return describePaths('/api/merchant', endpoints, (endpoint) => describeOperation(endpoint, describing));
}

/** Browsers accept the `__Secure-` prefix over HTTPS only. */
export function buildSecuritySchemes(baseUrl: string): Record<string, object> {
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

function describeOperation(endpoint: MerchantEndpoint, describing: Describing): Operation {
  const { id: operationId } = endpoint;
  const input = { inBody: !isRead(endpoint), operationId };
  const { parameters, ...body } = describeInput(endpoint, input, describing);
  const schema = describing.schemas.refer(endpoint.output, `${toPascal(operationId)}Response`, 'output');
  const example = withExample(describing.examples[endpoint.route]?.output);
  return {
    operationId,
    summary: toTitle(operationId),
    description: `${endpoint.summary}${describeRoles(endpoint)}`,
    tags: [endpoint.tag],
    security: endpoint.access === 'anyone' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...(PARENTS[endpoint.access] ?? []), ...parameters],
    ...body,
    responses: {
      [endpoint.created ? '201' : '200']: {
        description: 'Success',
        content: { 'application/json': { schema, ...example } },
      },
      ...describeRefusals(getRefusals(endpoint), { descriptions: REFUSALS }),
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

function describeRoles({ access, needs }: MerchantEndpoint): string {
  if (needs === 'read' || (access !== 'store' && access !== 'organization')) return '';
  return ` Requires the role ${ALTERNATIVES.format(getRolesThatMay(needs))}.`;
}

function getRefusals(endpoint: MerchantEndpoint): number[] {
  const [, path = ''] = endpoint.route.split(' ');
  const reads = isRead(endpoint);
  return [
    400,
    ...(endpoint.access === 'anyone' ? [] : [401]),
    ...(reads && endpoint.needs === 'read' && !endpoint.inPerson ? [] : [403]),
    ...(parseMembers(path).length > 0 || endpoint.access === 'store' ? [404] : []),
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
