import type { Example } from '../../description.ts';
import { listedOrder, ORDER_LINE, ORDER_TOTALS, session } from './purchase.ts';

const subscriptions = {
  address: 'https://agents.example.com/webhooks/demo-shopify',
  checked_at: '2026-11-21T09:00:04.000Z',
  checking: false,
  report: { created: ['PRODUCTS_UPDATE', 'ORDERS_UPDATED'], mended: [], fine: ['PRODUCTS_CREATE'] },
  skipped: null,
  last_error: null,
};

const exported = {
  id: '87096ede-60d8-44c9-83b1-df465a249f98',
  at: '2026-11-21T11:00:00.000Z',
  actor: 'ada@example.com',
  action: 'store.exported',
  details: {},
};

/** What is written down of a store: its shop's events, who changed it, and all of it as one file. */
export const ofBooks: Record<string, Example> = {
  'GET /stores/{slug}/webhooks': {
    input: { page: 1, per_page: 25 },
    output: {
      items: [
        {
          id: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
          topic: 'orders/updated',
          received_at: '2026-11-21T10:00:13.000Z',
          signature: 'valid',
          effect: 'order_refreshed',
          product: null,
          order: listedOrder.platform_order_id,
          repeats: 0,
        },
      ],
      total: 1,
      page: 1,
      per_page: 25,
      subscriptions,
    },
  },
  'POST /stores/{slug}/webhooks/resubscribe': {
    input: {},
    output: { subscriptions: { ...subscriptions, checking: true } },
  },
  'GET /stores/{slug}/audit': {
    input: { page: 1, per_page: 25 },
    output: {
      items: [
        exported,
        {
          ...exported,
          id: '0f1c3c55-2d63-4c0f-9d7a-5b9f4f1f7c1a',
          at: '2026-11-21T09:45:00.000Z',
          action: 'capability.switched',
          details: { capability: 'discount', on: false },
        },
      ],
      total: 2,
      page: 1,
      per_page: 25,
    },
  },
  'GET /stores/{slug}/export': {
    input: {},
    output: {
      format: 'ucp-host/store',
      version: 1,
      exported_at: exported.at,
      store: {
        slug: 'demo-shopify',
        name: 'Northwind Outfitters',
        platform: 'shopify',
        currency: 'USD',
        country: 'US',
        hosts: ['shop.example.com'],
        capabilities: { cart: true, order: true, discount: true, fulfillment: true },
      },
      sessions: [{ id: session.id, status: session.status, currency: 'USD', totals: session.totals }],
      carts: [],
      orders: [
        {
          id: listedOrder.id,
          session_id: session.id,
          status: listedOrder.status,
          payment: listedOrder.payment,
          currency: 'USD',
          lines: [{ variant_id: ORDER_LINE.item.id, title: ORDER_LINE.item.title, quantity: 1, price: 8900 }],
          totals: ORDER_TOTALS,
          buyer_email: 'ada@example.com',
        },
      ],
      domains: [],
      audit: [exported],
    },
  },
};
