import type { Example } from '../description.ts';

const STORE = 'https://agents.example.com/api/ucp/demo-shopify';
const SESSION = '0b8a4f7e-6a0d-4a53-9f1c-3c5f4a1d2e77';
const CART = '7d1f0c86-3a3e-4c7e-8d0a-0f6f3a1b5c21';
const ORDER = '5e2a9c34-1b7d-4f0e-9a86-c1d2e3f4a5b6';
const SESSION_URL = `${STORE}/checkout-sessions/${SESSION}`;
const CART_URL = `${STORE}/carts/${CART}`;

const capabilities = Object.fromEntries(
  ['catalog', 'checkout', 'cart', 'order', 'discount', 'fulfillment'].map((name) => [
    `dev.ucp.shopping.${name}`,
    { version: '2026-04-08' },
  ]),
);
const ucp = { version: '2026-04-08', capabilities };

const product = {
  id: 'gid://shopify/Product/1000',
  title: 'Trail Running Shoe',
  description: 'A light running shoe for mud & gravel.',
  handle: 'trail-running-shoe',
  url: 'https://shop.example.com/products/trail-running-shoe',
  price_range: { min: 8900, max: 8900, currency: 'USD' },
  variants: [
    {
      id: 'gid://shopify/ProductVariant/1001',
      title: '40 / Black',
      price: 8900,
      currency: 'USD',
      available: true,
    },
  ],
  media: [{ url: 'https://shop.example.com/images/trail-running-shoe.svg', alt: 'Trail Running Shoe' }],
  availability: 'in_stock',
  tags: ['shoes'],
  prices_include_tax: false,
};

const requested = [{ item: { id: 'gid://shopify/ProductVariant/1001' }, quantity: 2 }];
const lines = [
  {
    item: {
      id: 'gid://shopify/ProductVariant/1001',
      title: 'Trail Running Shoe - 40 / Black',
      price: 8900,
      image_url: 'https://shop.example.com/images/trail-running-shoe.svg',
    },
    quantity: 2,
    subtotal: 17_800,
  },
];
const totals = { subtotal: 17_800, discount: 1780, tax: 0, total: 16_020 };
const codes = { codes: ['SUMMER10', 'EXPIRED5'] };
const discounts = {
  ...codes,
  applied: [{ code: 'SUMMER10', amount: 1780 }],
  rejected: [
    { code: 'EXPIRED5', reason: 'discount_code_expired', message: 'This discount is not valid anymore' },
  ],
};

const session = {
  ucp,
  id: SESSION,
  status: 'requires_escalation',
  currency: 'USD',
  prices_include_tax: false,
  as_of: '2026-11-20T22:00:00.000Z',
  line_items: lines,
  totals,
  discounts,
  links: [{ rel: 'terms-of-service', href: 'https://shop.example.com/policies/terms-of-service' }],
  continue_url: 'https://shop.example.com/cart/c/hWN1aBc?key=…',
  expires_at: '2026-11-21T04:00:00.000Z',
  _links: { self: SESSION_URL, complete: `${SESSION_URL}/complete`, cancel: `${SESSION_URL}/cancel` },
};
const nothing = { subtotal: 0, discount: 0, tax: 0, total: 0 };
const { discounts: _, ...withoutDiscounts } = session;

const cart = {
  ucp,
  id: CART,
  status: 'active',
  currency: 'USD',
  prices_include_tax: false,
  as_of: '2026-11-20T22:00:00.000Z',
  line_items: lines,
  totals,
  discounts,
  continue_url: 'https://shop.example.com/cart/c/hWN1aBc?key=…',
  expires_at: '2026-11-30T22:00:00.000Z',
  _links: {
    self: CART_URL,
    update: CART_URL,
    cancel: `${CART_URL}/cancel`,
    checkout: `${STORE}/checkout-sessions`,
  },
};

const manifest = {
  ucp: {
    ...ucp,
    services: {
      'dev.ucp.shopping': {
        transport: 'rest/1.0',
        endpoint: STORE,
        schema: 'https://agents.example.com/openapi.json',
      },
      'dev.ucp.shopping.mcp': {
        transport: 'mcp/1.0',
        endpoint: `${STORE}/mcp`,
        schema: 'https://agents.example.com/openapi.json',
      },
    },
    payment_handlers: {
      redirect: { type: 'dev.ucp.payment.redirect', redirect_url: `${STORE}/checkout-sessions` },
    },
  },
};

/** One example for each endpoint of the dialect, by its `rest`; the tests hold each to the endpoint's schemas. */
export const examples: Record<string, Example> = {
  'GET /': { input: {}, output: manifest },
  'GET /catalog/search': {
    input: { q: 'running shoe', first: '20' },
    output: {
      products: [product],
      prices_include_tax: false,
      page_info: { has_next_page: false, end_cursor: null },
    },
  },
  'GET /catalog/lookup': {
    input: { ids: 'gid://shopify/Product/1000,gid://shopify/ProductVariant/1001' },
    output: { products: [product], prices_include_tax: false },
  },
  'POST /checkout-sessions': {
    input: {
      line_items: requested,
      discounts: codes,
      idempotency_key: '4b8c2f0e-3f52-4c57-8f0b-6f6a9d0f8a10',
    },
    output: session,
  },
  'GET /checkout-sessions/{session_id}': { input: { session_id: SESSION }, output: session },
  'PUT /checkout-sessions/{session_id}': {
    input: { session_id: SESSION, line_items: requested },
    output: session,
  },
  'POST /checkout-sessions/{session_id}/complete': {
    input: { session_id: SESSION },
    output: {
      ...session,
      status: 'completed',
      order: { id: ORDER, status: 'confirmed' },
      payment: 'verified',
    },
  },
  'POST /checkout-sessions/{session_id}/cancel': {
    input: { session_id: SESSION },
    output: { ...withoutDiscounts, status: 'failed', totals: nothing, continue_url: null },
  },
  'POST /carts': { input: { line_items: requested, discounts: codes }, output: cart },
  'GET /carts/{cart_id}': { input: { cart_id: CART }, output: cart },
  'PUT /carts/{cart_id}': { input: { cart_id: CART, line_items: requested, discounts: codes }, output: cart },
  'POST /carts/{cart_id}/cancel': { input: { cart_id: CART }, output: { ...cart, status: 'canceled' } },
  'GET /orders/{order_id}': {
    input: { order_id: ORDER },
    output: {
      ucp,
      id: ORDER,
      status: 'shipped',
      currency: 'USD',
      prices_include_tax: false,
      line_items: [
        {
          item: { id: 'gid://shopify/ProductVariant/1001', title: 'Trail Running Shoe - 40 / Black' },
          quantity: 2,
          price: 8900,
          subtotal: 17_800,
        },
      ],
      totals: { subtotal: 17_800, discount: 1780, tax: 1282, shipping: 500, total: 17_802 },
      buyer: { email: 'ada@example.com' },
      shipping_address: {
        name: 'Ada Lovelace',
        line1: '12 Example Street',
        city: 'San Francisco',
        region: 'CA',
        postal_code: '94105',
        country: 'US',
      },
      tracking: [{ carrier: 'UPS', number: '1Z999', url: 'https://tracking.example.com/1Z999' }],
      payment: 'verified',
      platform_order_id: 'gid://shopify/Order/5001',
      session_id: SESSION,
      stale: false,
      as_of: '2026-11-21T03:00:00.000Z',
      _links: { self: `${STORE}/orders/${ORDER}` },
    },
  },
  'POST /fulfillment/quotes': {
    input: { line_items: requested, destination: { country: 'US', region: 'CA', postal_code: '94105' } },
    output: {
      ucp,
      currency: 'USD',
      prices_include_tax: true,
      quotes: [
        { id: 'flat_rate:1', title: 'Standard', amount: 540, tax: 40 },
        {
          id: 'flat_rate:2',
          title: 'Express',
          amount: 1620,
          tax: 120,
          earliest_delivery: '2026-11-23',
          latest_delivery: '2026-11-24',
        },
      ],
    },
  },
};
