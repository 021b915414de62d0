import type { MerchantEndpoint } from '../merchant/action.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { describeContractPaths, describeOfficialPaths, OFFICIAL_TAG } from './agents.ts';
import { createComponentSchemas } from './component-schemas.ts';
import type { ApiDescription, Tag } from './description.ts';
import { describeEventWebhooks } from './event-webhooks.ts';
import { readRecordedExamples } from './examples.ts';
import { renderIntroduction } from './introduction.ts';
import { describeMcpOperation } from './mcp.ts';
import { buildSecuritySchemes, describeMerchantPaths } from './merchants.ts';
import { ERROR_SCHEMAS, HEADERS } from './responses.ts';

const MCP = {
  shopping: {
    operationId: 'shoppingMcp',
    summary: 'Shopping MCP endpoint',
    about:
      'For MCP clients without UCP, from search to order. A failed call returns a result with `isError` that names the next call to make.',
  },
  contract: {
    operationId: 'checkoutMcp',
    summary: 'Checkout MCP endpoint',
    about:
      'The four checkout operations of the REST API as tools. A result is the body of the REST answer, as text.',
  },
  official: {
    operationId: 'ucpMcp',
    summary: 'Official UCP MCP endpoint',
    about: 'The operations of official UCP. `meta["ucp-agent"].profile` names the agent platform’s profile.',
  },
};

interface Described {
  contract: Protocol;
  official: Protocol;
  shopping: Protocol;
  merchantEndpoints: readonly MerchantEndpoint[];
  version: string;
}

/** Describes every API in OpenAPI 3.1, from the lists of endpoints that routes and tools are derived from. */
export async function describeApi(described: Described, baseUrl: string): Promise<ApiDescription> {
  const { contract, official, shopping, merchantEndpoints, version } = described;
  const examples = readRecordedExamples();
  const schemas = createComponentSchemas();
  const describeMcp = (protocol: Protocol, texts: (typeof MCP)['shopping']) => ({
    [`${protocol.root}/{slug}${protocol.mcpPaths.at(-1)}`]: {
      post: describeMcpOperation(protocol, { ...texts, schemas }),
    },
  });
  const paths = {
    ...(await describeContractPaths(contract, { examples: examples.contract, schemas })),
    ...describeMcp(shopping, MCP.shopping),
    ...describeMcp(contract, MCP.contract),
    ...describeMcp(official, MCP.official),
    ...(await describeOfficialPaths(official, { examples: examples.official, schemas })),
    ...(await describeMerchantPaths(merchantEndpoints, { examples: examples.merchant, schemas })),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'ucp-host API',
      version,
      description: renderIntroduction(baseUrl),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    'x-tagGroups': TAG_GROUPS,
    paths,
    webhooks: describeEventWebhooks(schemas),
    components: {
      schemas: { ...ERROR_SCHEMAS, ...schemas.all() },
      headers: HEADERS,
      securitySchemes: buildSecuritySchemes(baseUrl),
    },
  };
}

const GROUPS: Record<string, Record<string, [title: string, description: string]>> = {
  'Agents: REST': {
    catalog: ['Catalog', 'What the store supports, and its products.'],
    checkout: ['Checkout sessions', 'Create a session, send the buyer to the payment page, complete it.'],
    cart: ['Carts', 'Real totals and discount codes, before a checkout.'],
    fulfillment: ['Fulfillment', 'Shipping options and their prices.'],
    order: ['Orders', 'Status, totals and tracking of orders.'],
  },
  'Agents: MCP': {
    mcp: [
      'MCP endpoints',
      'JSON-RPC 2.0 over Streamable HTTP, without sessions. Each endpoint lists its tools.',
    ],
  },
  'Agents: official UCP': {
    [OFFICIAL_TAG]: [
      'Official UCP',
      'The [Universal Commerce Protocol](https://ucp.dev) over REST. Its answers have the schemas published there.',
    ],
  },
  'Merchant API': {
    account: ['Account', 'Sign-up, sign-in and API tokens.'],
    organizations: ['Organizations', 'Members, roles and invitations of a team that runs stores.'],
    stores: ['Stores', 'Connect and list stores.'],
    store: ['One store', 'Settings, capabilities, webhooks, domains and discovery of a store.'],
    activity: ['Activity', 'Sessions, carts, orders and requests of agents at a store.'],
    events: ['Events', 'Your endpoints that receive signed events of a store, and the deliveries.'],
    pairing: ['Pairing', 'Codes that pair a WordPress site.'],
  },
};

const TAGS: Tag[] = Object.values(GROUPS).flatMap((tags) =>
  Object.entries(tags).map(([name, [title, description]]) => ({ name, 'x-displayName': title, description })),
);

const TAG_GROUPS = Object.entries(GROUPS).map(([name, tags]) => ({ name, tags: Object.keys(tags) }));
