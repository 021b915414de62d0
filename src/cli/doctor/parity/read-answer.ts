import { z } from 'zod';
import { parseJson } from '../../../commerce/json/parse-json.ts';
import { toMinorUnits } from '../../../commerce/money/money.ts';
import type { Gid } from '../../../commerce/product/products.ts';
import type { Store } from '../../../commerce/store/store.ts';
import type { Probe } from '../../../outbound/guarded-fetch/ask-whole.ts';
import type { Fetch } from '../../../outbound/guarded-fetch/guarded-fetch.ts';
import { expandId } from '../../../protocols/shopping/ids.ts';
import { askJson, type JsonRequest } from '../answers.ts';
import { type Offer, UnreadSurface } from './offers.ts';

/** Addresses and means by which the surfaces of a store are read. */
export interface SurfaceContext {
  fetch: Fetch;
  ask: Probe;
  now: () => number;
  baseUrl: string;
  store: Pick<Store, 'slug' | 'platform' | 'productFeeds' | 'feedRules'>;
  /** Returns the id of the newest checkout session, which a permalink does not name. */
  findNewestSession(): Promise<string | undefined>;
  findFeedToken(): Promise<string>;
}

/** Amount as the contract, official UCP and the shopping tools write it. */
const amount = z.union([z.int(), z.object({ amount: z.int() }), z.string()]);
const currency = z.string().optional();
const item = z.object({
  ...{ id: z.string(), title: z.string(), currency, price: amount.optional(), price_max: amount.optional() },
  available: z.boolean().optional(),
  availability: z.union([z.string(), z.object({ available: z.boolean().optional() })]).optional(),
  sold_out: z.boolean().optional(),
  restriction: z.string().optional(),
});
const product = item.extend({
  price_range: z.object({ min: amount, max: amount, currency }).optional(),
  variants: z.array(item).optional(),
});
const notFound = z
  .object({ error: z.object({ code: z.literal('not_found') }) })
  .transform(() => ({ products: [], currency: undefined }));
const catalogAnswer = z.union([z.object({ products: z.array(product), currency }), product, notFound]);
/** `copied_at`: as `as_of`, where the copy answers because the shop fails. */
const ages = z.object({ as_of: z.string().optional(), copied_at: z.string().optional() });

/** Reads products as any protocol shows them. Throws `UnreadSurface`. */
export async function readCatalog(context: SurfaceContext, url: string, request: JsonRequest, ids: Gid[]) {
  const { ask, now, store } = context;
  const askedAt = now();
  const first = await askProtocol(ask, url, request);
  // A kept connection may have been closed meanwhile; reading again is safe.
  const { status, body } = first.status === 0 ? await askProtocol(ask, url, request) : first;
  const { data: answer } = catalogAnswer.safeParse(body);
  if (!answer) throw new UnreadSurface(`answers ${status} without products`);
  const { as_of: readByService, copied_at: copiedAt = readByService } = ages.parse(body);
  const products = 'products' in answer ? answer.products : [answer];
  const offers = products.flatMap(({ variants = [], price_range: range, ...listed }) => {
    const { currency = answer.currency, min: price, max } = range ?? {};
    const whole = { currency, price, price_max: max, ...listed };
    // A variant of the shopping tools without a price has its product's price.
    const ofVariants = variants.map((variant) => toOffer(store, { ...pickPrice(whole), ...variant }));
    const offer = toOffer(store, whole);
    // They say of variants alone that they are sold out, where they list them.
    const isSilent = whole.availability === undefined && variants.length > 0;
    return [isSilent ? { ...offer, available: undefined } : offer, ...ofVariants];
  });
  return { offers, ids, asOf: copiedAt === undefined ? askedAt : Date.parse(copiedAt), readAt: now() };
}

type Shown = z.output<typeof item>;

const pickPrice = ({ price, currency }: Shown) => ({ price, currency });

function toOffer(store: SurfaceContext['store'], listed: Shown): Offer {
  const { title, price, price_max: max, currency } = listed;
  const id = expandId(store, listed.id);
  const available = id === listed.id ? isAvailable(listed) : isSold(listed);
  // Cards cut long titles.
  const isCut = title.endsWith('…');
  const prices = { price: toMinor(price, currency), 'highest price': toMinor(max, currency) };
  return { id, title: isCut ? undefined : title, ...prices, currency, available };
}

function toMinor(value: Shown['price'], currency = ''): number | undefined {
  if (typeof value === 'string') return toMinorUnits(value, currency);
  return typeof value === 'object' ? value.amount : value;
}

function isAvailable({ available, availability }: Shown): boolean | undefined {
  if (typeof availability === 'object') return availability.available;
  return available ?? (availability === undefined ? undefined : availability === 'in_stock');
}

function isSold({ sold_out: isSoldOut, restriction }: Shown): boolean | undefined {
  return restriction === undefined ? isSoldOut !== true : undefined;
}

const toolResult = z.object({
  result: z.object({ content: z.array(z.object({ text: z.string() })).min(1) }),
});

/** Asks for JSON; the result of a tool is unwrapped. */
export async function askProtocol(ask: Probe, url: string, request: JsonRequest) {
  const { status, body } = await askJson(ask, url, request);
  const [text] = toolResult.safeParse(body).data?.result.content ?? [];
  return { status, body: text ? parseJson(text.text) : body };
}

export function toToolRequest(name: string, args: object, headers: JsonRequest['headers'] = {}): JsonRequest {
  return {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  };
}
