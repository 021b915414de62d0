import { z } from 'zod';
import { isObject } from '../../../commerce/json/is-object.ts';
import { parseJson } from '../../../commerce/json/parse-json.ts';
import { toMinorUnits } from '../../../commerce/money/money.ts';
import type { Product } from '../../../commerce/product/products.ts';
import { expandId } from '../../../protocols/shopping/ids.ts';
import { getPresentation } from '../../../store-platforms/presentations.ts';
import { type Offer, UnreadSurface } from './offers.ts';
import type { SurfaceContext } from './read-answer.ts';

/** Reads a page’s structured data (JSON-LD). A page that is gone offers nothing; a cache states its age. */
export async function readProductPage({ ask, now, store }: SurfaceContext, product: Product) {
  const askedAt = now();
  const page = await ask(product.url);
  const status = page.kind === 'answer' ? page.status : page.code;
  const isGone = status === 404 || status === 410;
  if (page.kind === 'failure' || (status !== 200 && !isGone))
    throw new UnreadSurface(`answers ${status} at ${product.url}`);
  const offers = isGone ? [] : toPageOffers(store, product, page.text);
  const ageMs = Math.max(0, Number.parseInt(page.headers.get('age') ?? '', 10) || 0) * 1_000;
  return { offers, ids: [product.id], asOf: askedAt - ageMs, readAt: now() };
}

const toList = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
const text = z.coerce.string().optional();
const priced = z.object({ price: text, priceCurrency: text, valueAddedTaxIncluded: text });
/** schema.org's Offer and AggregateOffer. */
const linkedOffer = priced.extend({
  ...{ lowPrice: text, highPrice: text, availability: text, url: text },
  priceSpecification: z.preprocess(toList, z.array(priced)),
});
const linkedItem = z.object({
  ...{ '@id': text, url: text, name: z.string() },
  offers: z.preprocess(toList, z.array(linkedOffer)),
  hasVariant: z.preprocess(toList, z.array(z.object({ offers: z.preprocess(toList, z.array(linkedOffer)) }))),
});

const SCRIPT = /<script\b[^>]{0,200}application\/ld\+json[^>]{0,200}>(.*?)<\/script>/gis;

function toPageOffers(store: SurfaceContext['store'], product: Product, html: string): Offer[] {
  const items = [...html.matchAll(SCRIPT)]
    .flatMap(([, json = '']) => listItems(parseJson(json)))
    .flatMap((each) => linkedItem.safeParse(each).data ?? []);
  const path = URL.parse(product.url)?.pathname;
  const own =
    items.find(({ '@id': id = '', url = id }) => URL.parse(url, product.url)?.pathname === path) ??
    (items.length === 1 ? items[0] : undefined);
  const offers = [own, ...(own?.hasVariant ?? [])].flatMap((each) => each?.offers ?? []);
  if (!own || offers.length === 0) return [{ id: product.id }];
  const linked = offers.map((each) => readLinkedOffer(product, each));
  const prices = linked
    .flatMap(({ price, highest }) => [price, highest])
    .filter((price) => price !== undefined);
  // Some shops write HTML into it, and some titles look like HTML.
  const title = own.name === product.title ? own.name : decodeEntities(own.name.replaceAll(/<[^<>]*>/g, ''));
  const { variantParameter = '' } = getPresentation(store.platform);
  return [
    {
      ...{ id: product.id, title, currency: linked[0]?.currency },
      ...(prices.length > 0 ? { price: Math.min(...prices), 'highest price': Math.max(...prices) } : {}),
      available: linked.some(({ available }) => available),
    },
    ...linked.flatMap(({ url = '', price, currency, available }) => {
      const number = URL.parse(url, product.url)?.searchParams.get(variantParameter);
      return number ? [{ id: expandId(store, `v${number}`), price, currency, available }] : [];
    }),
  ];
}

/** Price of now. One with tax is not compared with one without; WooCommerce before 10.9 does not say whether a range has its tax. */
function readLinkedOffer({ priceRange, pricesIncludeTax }: Product, offer: z.output<typeof linkedOffer>) {
  const { price, valueAddedTaxIncluded: withTax, ...more } = { ...offer.priceSpecification[0], ...offer };
  const { priceCurrency: currency, lowPrice = price, highPrice, availability = '', url } = more;
  const isComparable =
    withTax === undefined
      ? offer.lowPrice === undefined || pricesIncludeTax !== true
      : withTax === String(pricesIncludeTax);
  const toMinor = (decimal = '') =>
    isComparable && /^\d+(?:\.\d+)?$/.test(decimal)
      ? toMinorUnits(decimal, currency ?? priceRange.currency)
      : undefined;
  const available = !/OutOfStock|SoldOut|Discontinued/.test(availability);
  return { url, currency, price: toMinor(lowPrice), highest: toMinor(highPrice), available };
}

function listItems(value: unknown): object[] {
  return toList(value)
    .filter(isObject)
    .flatMap((each) => [each, ...listItems(each['@graph'])]);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/gi, (whole, code, name) =>
    code === undefined ? (ENTITIES[name.toLowerCase()] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
