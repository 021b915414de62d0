import { examples as ofAgents } from '../contract.ts';
import type { Example } from '../../description.ts';

const catalog = {
  products: 47,
  imported_at: '2026-11-21T09:00:04.000Z',
  importing: null,
  last_error: null,
  limited: null,
};

const store = {
  slug: 'demo-shopify',
  name: 'Northwind Outfitters',
  platform_name: 'Northwind Outfitters',
  platform: 'shopify',
  currency: 'USD',
  hosts: ['shop.example.com', 'northwind.myshopify.com'],
  status: 'connected',
  test_mode: false,
  connected_at: '2026-11-21T09:00:00.000Z',
  last_agent_activity_at: '2026-11-21T10:00:12.000Z',
  retention_days: null,
  capabilities: { cart: true, order: true, discount: true, fulfillment: true },
  catalog,
};

const credentials = {
  domain: 'northwind.myshopify.com',
  storefrontPrivateToken: 'shpat_7df4b1dc…',
  adminToken: 'shpat_fe7b544c…',
  appSecret: 'shpss_897ef5af…',
};
const { adminToken: _, appSecret: __, ...storefrontOnly } = credentials;

const switches = {
  cart: {
    on: true,
    effect:
      'Agents can keep a cart for their buyer before they check out. Off: the cart endpoints and tools answer 404. Your manifest offers dev.ucp.shopping.cart.',
  },
  order: {
    on: true,
    effect:
      'Agents can follow an order after the purchase: its state, parcels and refunds. Off: the order endpoints and tools answer 404. Your manifest offers dev.ucp.shopping.order.',
  },
  discount: {
    on: true,
    effect:
      'Agents can use discount codes in carts and checkouts. Off: codes that they send are left out. Your manifest offers dev.ucp.shopping.discount.',
  },
  fulfillment: {
    on: true,
    effect:
      'Agents can ask what delivery to an address costs. Off: the quote endpoint and tool answer 404. Your manifest offers dev.ucp.shopping.fulfillment.',
  },
};
const withoutDiscounts = {
  ...switches,
  discount: {
    on: false,
    effect:
      'Discount codes that agents send are left out; your shop’s own automatic discounts stay. Your manifest does not offer dev.ucp.shopping.discount.',
  },
};

/** Connecting a store, its settings and its switches. */
export const ofStores: Record<string, Example> = {
  'GET /stores': { input: {}, output: { items: [store] } },
  'POST /stores/check': {
    input: { platform: 'shopify', credentials: storefrontOnly },
    output: {
      ok: true,
      description: {
        name: store.platform_name,
        currency: store.currency,
        hosts: store.hosts,
        country: 'US',
        versions: { shopify: '2026-07' },
      },
      findings: [
        { level: 'ok', title: 'The Storefront API answers to the private token.' },
        {
          level: 'warning',
          title:
            'There is no Admin access: what agents say they bought cannot be verified, and stays claimed.',
          remedy:
            'Make an app in the Dev Dashboard with read_orders, write_orders, read_products and read_fulfillments, install it on the shop, and give its client id and secret here; or give the Admin API token of an app that you have.',
        },
      ],
    },
  },
  'POST /stores': {
    input: { platform: 'shopify', credentials, slug: store.slug },
    output: {
      store: {
        ...store,
        last_agent_activity_at: null,
        catalog: {
          products: 0,
          imported_at: null,
          importing: { read: 0, total: null },
          last_error: null,
          limited: null,
        },
      },
    },
  },
  'GET /stores/{slug}': { input: {}, output: { store } },
  'PUT /stores/{slug}': {
    input: { name: 'Northwind', retention_days: 90 },
    output: { store: { ...store, name: 'Northwind', retention_days: 90 } },
  },
  'PUT /stores/{slug}/credentials': {
    input: { credentials: { adminToken: 'shpat_0c2d91ab…' } },
    output: { store },
  },
  'POST /stores/{slug}/check': {
    input: {},
    output: {
      ok: false,
      findings: [
        {
          level: 'problem',
          title: 'Shopify refuses the Storefront API access to northwind.myshopify.com.',
          remedy: 'The merchant must connect the store again with a valid Storefront API token.',
        },
      ],
    },
  },
  'POST /stores/{slug}/disconnect': { input: {}, output: { store: { ...store, status: 'disconnected' } } },
  'POST /stores/{slug}/reconnect': { input: {}, output: { store } },
  'DELETE /stores/{slug}': { input: { confirm: store.slug }, output: {} },

  'GET /stores/{slug}/capabilities': { input: {}, output: { switches } },
  'PUT /stores/{slug}/capabilities': {
    input: { discount: false },
    output: { switches: withoutDiscounts },
  },
  'GET /stores/{slug}/capabilities/preview': {
    input: { cart: 'on' },
    output: { manifest: ofAgents['GET /']?.output },
  },

  'GET /stores/{slug}/import': { input: {}, output: catalog },
  'POST /stores/{slug}/import': {
    input: {},
    output: { ...catalog, importing: { read: 0, total: 47 } },
  },
};
