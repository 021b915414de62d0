import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Product } from '../../../commerce/product/products.ts';
import type { JsonRequest } from '../answers.ts';
import { type Reading, UnreadSurface } from './offers.ts';
import { askProtocol, type SurfaceContext, toToolRequest } from './read-answer.ts';

interface Purchase {
  name: string;
  /** Path of what is to be canceled. */
  resource: string;
  buy(context: SurfaceContext, ids: readonly string[]): Promise<{ status: number; body: unknown }>;
}

export const PURCHASES: readonly Purchase[] = [
  {
    name: 'contract cart',
    resource: 'carts',
    buy: (context, ids) => askContract(context, '/carts', { body: toLines(ids) }),
  },
  {
    name: 'contract MCP session',
    resource: 'checkout-sessions',
    buy: (context, ids) =>
      askContract(context, '/mcp', toToolRequest('create_checkout_session', toLines(ids))),
  },
  { name: 'permalink', resource: 'checkout-sessions', buy: followPermalink },
];

const MAX_LINES = 100;

/** Reads what is charged in one purchase, and in smaller ones for what the shop refuses in that. */
export function readCharged(context: SurfaceContext, purchase: Purchase, products: readonly Product[]) {
  const { resource, buy } = purchase;
  // Catalog prices have tax where the shop shows it.
  const isTaxed = new Map(
    products.flatMap(({ variants, pricesIncludeTax = false }) =>
      variants
        .filter(({ available, restriction }) => available && restriction === undefined)
        .map(({ id }) => [id, pricesIncludeTax] as const),
    ),
  );
  return buyAll([...isTaxed.keys()].slice(0, MAX_LINES));

  async function buyAll(ids: readonly string[]): Promise<Reading[]> {
    if (ids.length === 0) return [];
    const reading = await buyOnce(ids);
    const rest = ids.filter((id) => !reading.offers.some((offer) => offer.id === id));
    if (rest.length === 0) return [reading];
    const half = rest.length < ids.length ? rest.length : Math.ceil(rest.length / 2);
    const [one, other] = [rest.slice(0, half), rest.slice(half)];
    return [reading, ...(await buyAll(one)), ...(await buyAll(other))];
  }

  async function buyOnce(ids: readonly string[]): Promise<Reading> {
    const asOf = context.now();
    const answer = await buy(context, ids);
    const { data } = purchaseAnswer.safeParse(answer.body);
    const status = rpcRefusal.safeParse(answer.body).data?.error.data.status ?? answer.status;
    if (!data && (status === 404 || status >= 429))
      throw new UnreadSurface(`answers ${status} without lines`);
    if (data) await askContract(context, `/${resource}/${data.id}/cancel`, { body: {} });
    const lines = data?.line_items.filter(({ item: { id } }) => ids.includes(id)) ?? [];
    const charged = lines.map(({ item: { id, price, price_with_tax: withTax = price } }) => {
      return { id, price: isTaxed.get(id) ? withTax : price, currency: data?.currency, available: true };
    });
    // A refusal of several does not say which of them the shop still sells.
    const refused = ids.length > 1 || charged.length > 0 ? [] : ids.map((id) => ({ id, available: false }));
    return { offers: [...charged, ...refused], ids: [], asOf, readAt: context.now() };
  }
}

const item = z.object({ id: z.string(), price: z.int(), price_with_tax: z.int().optional() });
const purchaseAnswer = z.object({
  id: z.string(),
  currency: z.string(),
  line_items: z.array(z.object({ item })),
});
const rpcRefusal = z.object({ error: z.object({ data: z.object({ status: z.int() }) }) });

/** Opens the link as a browser does, and reads the session that it made. */
async function followPermalink(context: SurfaceContext, ids: readonly string[]) {
  const items = ids.map((id) => `~${Buffer.from(id).toString('base64url')}:1`).join(',');
  const before = await context.findNewestSession();
  const url = `${context.baseUrl}/ucp/${context.store.slug}/buy/${items}`;
  const opened = await context.ask(url, { headers: { accept: 'text/html' } });
  const session = await context.findNewestSession();
  if (session !== undefined && session !== before)
    return askContract(context, `/checkout-sessions/${session}`, {});
  // A lasting refusal redirects to its page.
  const status = opened.kind === 'failure' ? 503 : opened.status;
  return { status: status === 303 ? 409 : status, body: undefined };
}

function askContract({ ask, baseUrl, store }: SurfaceContext, path: string, request: JsonRequest) {
  return askProtocol(ask, `${baseUrl}/api/ucp/${store.slug}${path}`, request);
}

function toLines(ids: readonly string[]) {
  return { line_items: ids.map((id) => ({ item: { id }, quantity: 1 })), idempotency_key: randomUUID() };
}
