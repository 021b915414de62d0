import { randomUUID } from 'node:crypto';
import { PROFILE } from '../testing/ucp-agent.ts';
import type { Call, Listed, Order, RehearsedEndpoint, Sale } from './endpoint.ts';
import { callRest, callTool } from './exchange.ts';
import { type Json, objectsIn, type Path, textIn, valueAt } from './paths.ts';

const REST = {
  search: 'POST /catalog/search',
  createCart: 'POST /carts',
  create: 'POST /checkout-sessions',
  update: 'PUT /checkout-sessions/{id}',
  read: 'GET /checkout-sessions/{id}',
  complete: 'POST /checkout-sessions/{id}/complete',
  cancel: 'POST /checkout-sessions/{id}/cancel',
};
const MCP = {
  search: 'search_catalog',
  createCart: 'create_cart',
  create: 'create_checkout',
  update: 'update_checkout',
  read: 'get_checkout',
  complete: 'complete_checkout',
  cancel: 'cancel_checkout',
};

type Payload = 'catalog' | 'cart' | 'checkout';

/** Official UCP over MCP, where payload and profile have arguments of their own, or over REST, where they are body and header. */
export function officialEndpoint(
  baseUrl: string,
  slug: string,
  transport: 'REST' | 'MCP',
): RehearsedEndpoint {
  const base = `${baseUrl}/ucp/${slug}`;
  const isRest = transport === 'REST';
  const tools = isRest ? REST : MCP;
  const within = (payload: Payload, ...path: string[]): Path => (isRest ? path : [payload, ...path]);
  const call = (
    tool: string,
    { id, ...payloads }: { id?: string } & Partial<Record<Payload, Json>>,
    key: string = randomUUID(),
  ): Call => ({
    tool,
    arguments: {
      ...(isRest
        ? { ucp_agent: PROFILE, idempotency_key: key }
        : { meta: { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': key } }),
      ...(id === undefined ? {} : { id }),
      ...(isRest ? Object.assign({}, ...Object.values(payloads)) : payloads),
    },
  });
  return {
    name: `official ${transport}`,
    exchange: (each) => (each.tool.includes(' ') ? callRest(base, each) : callTool(`${base}/mcp`, each)),
    items: within('checkout', 'line_items'),
    itemId: ['item', 'id'],
    email: within('checkout', 'buyer', 'email'),
    key: isRest ? ['idempotency_key'] : ['meta', 'idempotency-key'],
    hasKeyPerChange: true,
    profile: isRest ? ['ucp_agent'] : ['meta', 'ucp-agent', 'profile'],
    limit: within('catalog', 'pagination', 'limit'),
    cursor: within('catalog', 'pagination', 'cursor'),
    query: within('catalog', 'query'),
    search: (query, { limit = 10, cursor } = {}) =>
      call(tools.search, {
        catalog: { query, pagination: { limit, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    createCart: (items) => call(tools.createCart, { cart: { line_items: items } }),
    createOfCart: (id) => call(tools.create, { checkout: { cart_id: id, line_items: [] } }),
    create: (order) => call(tools.create, { checkout: checkoutOf(order) }, order.key),
    update: (id, items) => call(tools.update, { id, checkout: { line_items: items } }),
    read: (id) => call(tools.read, { id }),
    complete: (id) => call(tools.complete, { id }),
    cancel: (id) => call(tools.cancel, { id }),
    listed,
    nextCursor: ({ pagination }) => textIn(valueAt(pagination, ['cursor'])) || undefined,
    sale,
    isUnpaid: ({ status }) => status === 'requires_escalation',
    isCanceled: ({ status }) => status === 'canceled',
  };
}

function checkoutOf({ items, email, code }: Order): Json {
  return {
    line_items: items,
    ...(email === undefined ? {} : { buyer: { email } }),
    ...(code === undefined ? {} : { discounts: { codes: [code] } }),
  };
}

function listed({ products, messages }: Json): Listed[] {
  return objectsIn(products).flatMap((product, index) => {
    const warned = objectsIn(messages).some(
      ({ code, path }) => code === 'contains_instructions' && textIn(path).startsWith(`$.products[${index}]`),
    );
    return objectsIn(product.variants).map((variant) => ({
      item: { item: { id: variant.id } },
      product: textIn(product.id),
      title: `${textIn(product.title)} ${textIn(variant.title)}`,
      available: valueAt(variant, ['availability', 'available']) === true,
      price: Number(valueAt(variant, ['price', 'amount'])),
      text: `${textIn(product.title)} ${textIn(valueAt(product, ['description', 'plain']))}`,
      warned,
    }));
  });
}

function sale({ id, status, continue_url, line_items, totals, discounts, messages }: Json): Sale | undefined {
  if (typeof id !== 'string' || !Array.isArray(totals)) return undefined;
  const sum = (entries: unknown, ...types: string[]) =>
    objectsIn(entries)
      .filter(({ type }) => types.includes(textIn(type)))
      .reduce((total, { amount }) => total + Number(amount), 0);
  const warnings = objectsIn(messages).filter(({ code }) => textIn(code).startsWith('discount_code'));
  return {
    id,
    status: textIn(status),
    url: textIn(continue_url) || undefined,
    lines: objectsIn(line_items).map(({ item, quantity, totals: ofLine }) => ({
      id: textIn(valueAt(item, ['id'])),
      title: textIn(valueAt(item, ['title'])),
      quantity: Number(quantity),
      price: Number(valueAt(item, ['price'])),
      subtotal: sum(ofLine, 'subtotal'),
    })),
    totals: {
      subtotal: sum(totals, 'subtotal'),
      discount: -sum(totals, 'discount', 'items_discount'),
      fees: sum(totals, 'fee', 'adjustment'),
      tax: sum(totals, 'tax'),
      shipping: sum(totals, 'fulfillment'),
      total: sum(totals, 'total'),
    },
    reportedCodes: [
      ...objectsIn(valueAt(discounts, ['applied'])).map(({ code }) => textIn(code)),
      ...warnings.map(({ content }) => textIn(content).split(':', 1)[0] ?? ''),
    ],
  };
}
