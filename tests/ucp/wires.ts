import { lineItems } from '../../testing/ucp-agent.ts';
import type { RequestKind } from '../../testing/ucp-schemas.ts';

export type Version = '2026-08-25' | '2026-04-08';

/** Names of schemas that moved between the versions. */
export const NAMES = {
  '2026-08-25': {
    profile: 'schemas/profile.json#/$defs/business_schema',
    error: 'schemas/common/types/error_response.json',
  },
  '2026-04-08': {
    profile: 'discovery/profile_schema.json#/$defs/business_profile',
    error: 'schemas/shopping/types/error_response.json',
  },
} as const satisfies Record<Version, object>;

const SHOPPING = 'schemas/shopping/';
export const CHECKOUT = `${SHOPPING}discount.json#/$defs/dev.ucp.shopping.checkout`;
const CART = `${SHOPPING}discount.json#/$defs/dev.ucp.shopping.cart`;
export const CONVERSION = `${SHOPPING}cart.json#/$defs/checkout`;
const SEARCH = `${SHOPPING}catalog_search.json#/$defs/search`;
const LOOKUP = `${SHOPPING}catalog_lookup.json#/$defs/lookup`;
const PRODUCT = `${SHOPPING}catalog_lookup.json#/$defs/get_product`;

type Wire = { request?: [name: string, kind: RequestKind]; answer: string };

const ANSWERED = (name: string): Wire => ({ answer: name });
const SENT = (name: string, kind: RequestKind): Wire => ({ request: [name, kind], answer: name });
const ASKED = (name: string): Wire => ({
  request: [`${name}_request`, 'create'],
  answer: `${name}_response`,
});

/** Schemas of each operation's request and answer, by its tool's name. */
export const WIRES: Record<string, Wire> = {
  create_checkout: SENT(CHECKOUT, 'create'),
  get_checkout: ANSWERED(CHECKOUT),
  update_checkout: SENT(CHECKOUT, 'update'),
  complete_checkout: SENT(CHECKOUT, 'complete'),
  cancel_checkout: ANSWERED(CHECKOUT),
  create_cart: SENT(CART, 'create'),
  get_cart: ANSWERED(CART),
  update_cart: SENT(CART, 'update'),
  cancel_cart: ANSWERED(CART),
  search_catalog: ASKED(SEARCH),
  lookup_catalog: ASKED(LOOKUP),
  get_product: ASKED(PRODUCT),
};

export const REST: Record<string, (id: string) => [method: string, path: string]> = {
  create_checkout: () => ['POST', '/checkout-sessions'],
  get_checkout: (id) => ['GET', `/checkout-sessions/${id}`],
  update_checkout: (id) => ['PUT', `/checkout-sessions/${id}`],
  complete_checkout: (id) => ['POST', `/checkout-sessions/${id}/complete`],
  cancel_checkout: (id) => ['POST', `/checkout-sessions/${id}/cancel`],
  create_cart: () => ['POST', '/carts'],
  get_cart: (id) => ['GET', `/carts/${id}`],
  update_cart: (id) => ['PUT', `/carts/${id}`],
  cancel_cart: (id) => ['POST', `/carts/${id}/cancel`],
  search_catalog: () => ['POST', '/catalog/search'],
  lookup_catalog: () => ['POST', '/catalog/lookup'],
  get_product: () => ['POST', '/catalog/product'],
};

/** Optional members of requests in both versions. */
export const BESIDE = {
  buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone_number: '+14155550123' },
  context: { address_country: 'US', address_region: 'CA', postal_code: '94105', intent: 'a gift' },
  signals: { 'dev.ucp.buyer_ip': '203.0.113.7', 'dev.ucp.user_agent': 'Test/1.0' },
  attribution: { source: 'assistant', campaign: 'none' },
};

const INSTRUMENT = {
  id: 'pi_1',
  handler_id: 'com.example.pay',
  type: 'card',
  selected: true,
  credential: { type: 'token', token: 'x' },
};

const FULL = { ...lineItems([['x', 2]]), ...BESIDE, discounts: { codes: ['A', 'B'] } };
const NARROWED = {
  context: { ...BESIDE.context, currency: 'USD', language: 'en', eligibility: ['com.example.member'] },
  signals: BESIDE.signals,
  attribution: BESIDE.attribution,
  filters: { categories: ['Mugs'], price: { min: 0, max: 5_000 }, anything: true },
};

/** Requests that tools must accept. */
export const MAX_SENT: [tool: string, payload: string, sent: object, request: [string, RequestKind]][] = [
  ['create_checkout', 'checkout', { ...FULL, payment: { instruments: [INSTRUMENT] } }, [CHECKOUT, 'create']],
  ['create_checkout', 'checkout', { cart_id: 'x', line_items: [] }, [CONVERSION, 'create']],
  ['update_checkout', 'checkout', { ...FULL, payment: { instruments: [] } }, [CHECKOUT, 'update']],
  ['complete_checkout', 'checkout', { payment: { instruments: [INSTRUMENT] } }, [CHECKOUT, 'complete']],
  ['create_cart', 'cart', FULL, [CART, 'create']],
  [
    'search_catalog',
    'catalog',
    { query: 'x', pagination: { limit: 5 }, ...NARROWED },
    [`${SEARCH}_request`, 'create'],
  ],
  ['search_catalog', 'catalog', { filters: { categories: ['Mugs'] } }, [`${SEARCH}_request`, 'create']],
  ['lookup_catalog', 'catalog', { ids: ['x', 'y'], ...NARROWED }, [`${LOOKUP}_request`, 'create']],
  [
    'get_product',
    'catalog',
    { id: 'x', selected: [{ name: 'Size', label: 'M' }], preferences: ['Size'], ...NARROWED },
    [`${PRODUCT}_request`, 'create'],
  ],
];
