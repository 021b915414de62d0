import { OFFICIAL_TAG } from './agents.ts';
import type { Tag } from './description.ts';

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

export const TAGS: Tag[] = Object.values(GROUPS).flatMap((tags) =>
  Object.entries(tags).map(([name, [title, description]]) => ({ name, 'x-displayName': title, description })),
);

export const TAG_GROUPS = Object.entries(GROUPS).map(([name, tags]) => ({ name, tags: Object.keys(tags) }));
