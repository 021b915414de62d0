import type { Call, Listed, Order, RehearsedEndpoint, Sale } from './endpoint.ts';
import { callTool } from './exchange.ts';
import { type Json, objectsIn, textIn } from './paths.ts';

/** The shopping endpoint. */
export function shoppingEndpoint(baseUrl: string, slug: string): RehearsedEndpoint {
  const url = `${baseUrl}/mcp/${slug}`;
  const of =
    (tool: string) =>
    (checkout_id: string): Call => ({ tool, arguments: { checkout_id } });
  return {
    name: 'shopping',
    exchange: (call) => callTool(url, call),
    items: ['items'],
    itemId: ['id'],
    email: ['buyer_email'],
    key: ['idempotency_key'],
    limit: ['limit'],
    cursor: ['cursor'],
    query: ['query'],
    country: ['country'],
    search: (query, { limit = 10, cursor } = {}) => ({
      tool: 'search_products',
      arguments: { query, limit, ...(cursor === undefined ? {} : { cursor }) },
    }),
    createCart: (items) => ({ tool: 'create_cart', arguments: { items } }),
    createOfCart: (cart_id) => ({ tool: 'create_checkout', arguments: { cart_id } }),
    create: (order) => ({ tool: 'create_checkout', arguments: argumentsOf(order) }),
    update: (checkout_id, items, removed) => ({
      tool: 'update_checkout',
      arguments: { checkout_id, items: [...items, ...removed.map((id) => ({ id, quantity: 0 }))] },
    }),
    read: of('get_checkout'),
    complete: of('complete_checkout'),
    cancel: of('cancel_checkout'),
    quote: (items, country) => ({
      tool: 'quote_shipping',
      arguments: { items, ...(country === undefined ? {} : { country }) },
    }),
    listed,
    nextCursor: ({ cursor }) => textIn(cursor) || undefined,
    sale,
    isUnpaid: ({ status }) => status === 'awaiting_buyer',
    isCanceled: ({ status }) => status === 'canceled',
  };
}

function argumentsOf({ items, key, email, code }: Order): Json {
  return {
    items,
    ...(email === undefined ? {} : { buyer_email: email }),
    ...(code === undefined ? {} : { discount_codes: [code] }),
    ...(key === undefined ? {} : { idempotency_key: key }),
  };
}

/** A product of several variants is listed once by a search, and with each of them by `get_product`. */
function listed(body: Json): Listed[] {
  if (Array.isArray(body.variants)) return objectsIn(body.variants).map((each) => listedVariant(body, each));
  return objectsIn(body.products).map((product) => ({
    item: { id: product.id, ...(product.options ? { options: firstValues(textIn(product.options)) } : {}) },
    product: textIn(product.id),
    title: textIn(product.title),
    available: product.sold_out !== true,
    price: product.price_max === undefined ? minor(product.price) : undefined,
    text: `${textIn(product.title)} ${textIn(product.about)}`,
    warned: product.content_warning !== undefined,
  }));
}

function listedVariant(product: Json, variant: Json): Listed {
  return {
    item: { id: variant.id },
    product: textIn(product.id),
    title: `${textIn(product.title)} ${textIn(variant.title)}`,
    available: variant.sold_out !== true,
    price: minor(variant.price ?? product.price),
    text: `${textIn(product.title)} ${textIn(product.description)}`,
    warned: product.content_warning !== undefined,
  };
}

/** Reads the first value of each option in `Size: S, M; Color: White, Sky`. */
function firstValues(options: string): string {
  return options
    .split(';')
    .map((option) => option.split(':').at(-1)?.split(',')[0]?.trim())
    .join(', ');
}

function sale(body: Json): Sale | undefined {
  const { id, status, checkout_url, items, discount_codes } = body;
  if (typeof id !== 'string' || typeof body.total !== 'string') return undefined;
  const amount = (name: string) => minor(body[name]) ?? 0;
  return {
    id,
    status: textIn(status),
    url: textIn(checkout_url) || undefined,
    lines: objectsIn(items).map(({ id: variant, title, quantity, price, subtotal }) => ({
      id: textIn(variant),
      title: textIn(title),
      quantity: Number(quantity),
      price: minor(price),
      subtotal: minor(subtotal ?? price),
    })),
    totals: {
      subtotal: amount('subtotal'),
      discount: amount('discount'),
      fees: 0,
      tax: amount('tax'),
      shipping: amount('shipping'),
      total: amount('total'),
    },
    reportedCodes: objectsIn(discount_codes)
      .filter((each) => each.amount !== undefined || each.rejected !== undefined)
      .map(({ code }) => textIn(code)),
  };
}

/** Reads `"24.90"` as 2490. */
function minor(text: unknown): number | undefined {
  return typeof text === 'string' ? Number(text.replace('.', '')) : undefined;
}
