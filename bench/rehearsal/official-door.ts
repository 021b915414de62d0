import { randomUUID } from 'node:crypto';
import { PROFILE } from '../../testing/ucp-agent.ts';
import type { Call, Door, Listed, Order, Sale } from './door.ts';
import { callTool } from './exchange.ts';
import { type Json, objectsIn, textIn, valueAt } from './paths.ts';

/** Official UCP over MCP. */
export function officialDoor(baseUrl: string, slug: string): Door {
  const url = `${baseUrl}/ucp/${slug}/mcp`;
  const call = (tool: string, given: Json, key: string = randomUUID()): Call => ({
    tool,
    arguments: { meta: { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': key }, ...given },
  });
  return {
    name: 'official UCP',
    exchange: (each) => callTool(url, each),
    items: ['checkout', 'line_items'],
    itemId: ['item', 'id'],
    email: ['checkout', 'buyer', 'email'],
    key: ['meta', 'idempotency-key'],
    hasKeyPerChange: true,
    limit: ['catalog', 'pagination', 'limit'],
    cursor: ['catalog', 'pagination', 'cursor'],
    query: ['catalog', 'query'],
    search: (query, { limit = 10, cursor } = {}) =>
      call('search_catalog', {
        catalog: { query, pagination: { limit, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    createCart: (items) => call('create_cart', { cart: { line_items: items } }),
    createOfCart: (id) => call('create_checkout', { checkout: { cart_id: id, line_items: [] } }),
    create: (order) => call('create_checkout', { checkout: checkoutOf(order) }, order.key),
    update: (id, items) => call('update_checkout', { id, checkout: { line_items: items } }),
    read: (id) => call('get_checkout', { id }),
    complete: (id) => call('complete_checkout', { id }),
    cancel: (id) => call('cancel_checkout', { id }),
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
