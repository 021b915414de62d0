import { isObject } from '../src/commerce/json/is-object.ts';
import type { Call, Exchange, Listed, Order, RehearsedEndpoint, Sale } from './endpoint.ts';
import { callRest, callTool } from './exchange.ts';
import { type Json, objectsIn, textIn, valueAt } from './paths.ts';

const REST = {
  create: 'POST /checkout-sessions',
  read: 'GET /checkout-sessions/{session_id}',
  complete: 'POST /checkout-sessions/{session_id}/complete',
  cancel: 'POST /checkout-sessions/{session_id}/cancel',
};
const MCP = {
  create: 'create_checkout_session',
  read: 'get_checkout_session',
  complete: 'complete_checkout_session',
  cancel: 'cancel_checkout_session',
};

/** The contract, with checkouts over REST, or over the four tools of its MCP. */
export function contractEndpoint(
  baseUrl: string,
  slug: string,
  transport: 'REST' | 'MCP',
): RehearsedEndpoint {
  const base = `${baseUrl}/api/ucp/${slug}`;
  const exchange: Exchange = (call) =>
    call.tool.includes(' ') ? callRest(base, call) : callTool(`${base}/mcp`, call);
  const tools = transport === 'REST' ? REST : MCP;
  const of = (tool: string) => (session_id: string) => ({ tool, arguments: { session_id } });
  return {
    name: `contract ${transport}`,
    exchange,
    items: ['line_items'],
    itemId: ['item', 'id'],
    email: ['buyer', 'email'],
    key: ['idempotency_key'],
    keepsTotals: true,
    limit: ['first'],
    cursor: ['after'],
    query: ['q'],
    country: ['destination', 'country'],
    search: (q, { limit = 10, cursor } = {}) => ({
      tool: 'GET /catalog/search',
      arguments: { q, first: limit, ...(cursor === undefined ? {} : { after: cursor }) },
    }),
    createCart: (items) => ({ tool: 'POST /carts', arguments: { line_items: items } }),
    create: (order) => ({ tool: tools.create, arguments: argumentsOf(order) }),
    update: (session_id, items): Call => ({
      tool: 'PUT /checkout-sessions/{session_id}',
      arguments: { session_id, line_items: items },
    }),
    read: of(tools.read),
    complete: of(tools.complete),
    cancel: of(tools.cancel),
    quote: (items, country) => ({
      tool: 'POST /fulfillment/quotes',
      arguments: { line_items: items, destination: country === undefined ? {} : { country } },
    }),
    listed,
    nextCursor: ({ page_info }) => textIn(valueAt(page_info, ['end_cursor'])) || undefined,
    sale,
    isUnpaid: ({ status }, { payment }) => status === 'requires_escalation' || payment === 'claimed',
    isCanceled: ({ status }) => status === 'failed',
  };
}

function argumentsOf({ items, key, email, code }: Order): Json {
  return {
    line_items: items,
    ...(email === undefined ? {} : { buyer: { email } }),
    ...(code === undefined ? {} : { discounts: { codes: [code] } }),
    ...(key === undefined ? {} : { idempotency_key: key }),
  };
}

function listed({ products }: Json): Listed[] {
  return objectsIn(products).flatMap((product) =>
    objectsIn(product.variants).map((variant) => ({
      item: { item: { id: variant.id } },
      product: textIn(product.id),
      title: `${textIn(product.title)} ${textIn(variant.title)}`,
      available: variant.available === true,
      price: Number(variant.price),
      text: `${textIn(product.title)} ${textIn(product.description)}`,
      warned: product.content_warning !== undefined,
    })),
  );
}

function sale({ id, status, continue_url, line_items, totals, discounts }: Json): Sale | undefined {
  if (typeof id !== 'string' || !isObject(totals)) return undefined;
  const amount = (name: string) => Number(totals[name] ?? 0);
  return {
    id,
    status: textIn(status),
    url: textIn(continue_url) || undefined,
    lines: objectsIn(line_items).map(({ item, quantity, subtotal }) => ({
      id: textIn(valueAt(item, ['id'])),
      title: textIn(valueAt(item, ['title'])),
      quantity: Number(quantity),
      price: Number(valueAt(item, ['price'])),
      subtotal: Number(subtotal),
    })),
    totals: {
      subtotal: amount('subtotal'),
      discount: amount('discount'),
      // Fees are a part of the subtotal here.
      fees: 0,
      tax: amount('tax'),
      shipping: amount('shipping'),
      total: amount('total'),
    },
    reportedCodes: [
      ...objectsIn(valueAt(discounts, ['applied'])),
      ...objectsIn(valueAt(discounts, ['rejected'])),
    ].map(({ code }) => textIn(code)),
  };
}
