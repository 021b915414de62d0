import { z } from 'zod';
import type { LeftOutProduct } from '../../store-platform.ts';
import { createWrongShapeError } from '../client/errors.ts';
import { type Ask, askCore, type Params, parseAnswer, readEntries, type SiteAnswer } from '../client.ts';
import { CURRENCY_HEADER, categoryPaths, productVariations, shownPrices } from '../connector-wire.ts';
import { type BrokenEntry, createReadableList, lenientInt, lenientText, parseEntries } from '../lenient.ts';
import { plainLine } from '../plain-text.ts';
import { askInHalves } from './ask-in-halves.ts';
import { type WooVariation, wooProduct, type wooSale } from './wire.ts';

const listedProduct = wooProduct
  .extend(productVariations.partial().shape)
  .extend({
    ucp_host_variations: createReadableList(productVariations.shape.ucp_host_variations.element).optional(),
  })
  .extend(shownPrices.partial().shape)
  .extend(categoryPaths.partial().shape);

export type ListedProduct = z.infer<typeof listedProduct> & ConnectorTexts & { currency?: string };

interface ConnectorTexts {
  sale?: z.infer<typeof wooSale>;
  /** Text of the shop's page where it says more than the price. */
  priceText?: string | undefined;
}

/** A product with its published variations, in the merchant's order. */
export interface CatalogEntry {
  product: ListedProduct;
  variations: (WooVariation & ConnectorTexts)[];
  /** Range of these prices is the product's; empty prices do not count. */
  priced: { price: string }[];
  /** Undefined without the connector; prices are then as the merchant typed them. */
  pricesIncludeTax: boolean | undefined;
}

const MAX_LISTED = 100;

/** Without `status=publish` the shop would list drafts and private products. */
export function askForProducts(ask: Ask, params: Params): Promise<SiteAnswer> {
  const additions = { ucp_host_variations: 1, ucp_host_prices: 1, ucp_host_categories: 1 };
  return askCore(ask, '/products', listedProduct, { ...params, status: 'publish', ...additions });
}

export interface PageNumber {
  page: number;
  perPage: number;
}

/** Reads a page of the list. Where the site fails at it, its halves, without the products that make it fail. */
export async function readProductRange(ask: Ask, params: Params, place: PageNumber) {
  const { page, perPage } = place;
  const whole = { offset: (page - 1) * perPage, count: perPage };
  const { answers, broken } = await askInHalves(ask, whole, {
    ask: (site, part) => {
      const start = part === whole ? { page } : { offset: part.offset };
      return askForProducts(site, { ...params, per_page: part.count, ...start });
    },
    split: splitRange,
    levelsWithoutEntry: 2,
  });
  const parts = answers.toSorted((one, other) => one.part.offset - other.part.offset);
  const pages = parts.map(({ answer }) => parseProducts(answer));
  const totals = parts.map(({ answer }) => Number(answer.headers.get('x-wp-total') ?? Number.NaN));
  // A plugin or cache may have removed the header.
  const total = totals.find(Number.isInteger) ?? null;
  const [only] = parts.length === 1 && broken.length === 0 ? parts : [];
  return {
    products: pages.flatMap(({ products }) => products),
    leftOut: pages.flatMap(({ leftOut }) => leftOut),
    total,
    hasNextPage: only
      ? hasPageAfter(only.answer, place)
      : page * perPage < (total ?? Number.POSITIVE_INFINITY),
    /** Places, from 0 on, of products at which the site fails. */
    failedAt: broken.map(({ offset }) => offset),
  };
}

function splitRange({ offset, count }: { offset: number; count: number }) {
  const half = Math.ceil(count / 2);
  return count === 1
    ? []
    : [
        { offset, count: half },
        { offset: offset + half, count: count - half },
      ];
}

/** True when there is a further page. Without the header, a full page counts as having one. */
export function hasPageAfter(answer: SiteAnswer, { page, perPage }: PageNumber): boolean {
  const pages = answer.headers.get('x-wp-totalpages');
  return pages === null ? readEntries(answer).length >= perPage : page < Number(pages);
}

/** Throws where none of several products can be read. Keeps public ones: plugins can undo the request's filter. */
export function parseProducts(answer: SiteAnswer) {
  const { read, broken } = parseEntries(listedProduct, readEntries(answer).slice(0, MAX_LISTED));
  const [first, second] = broken;
  if (first && second && read.length === 0) throw createWrongShapeError(answer.operation, first.error);
  return { products: keepPublic(read, answer), leftOut: broken.map(toLeftOut) };
}

const identity = z.object({ id: lenientInt.catch(0), name: lenientText.catch('') });

function toLeftOut({ entry, error }: BrokenEntry): LeftOutProduct {
  const { id = 0, name = '' } = identity.safeParse(entry).data ?? {};
  const member = error.issues[0]?.path.join('.') ?? '';
  return {
    name: formatProductName(id, name),
    reason: member === '' ? 'it is no product' : `"${member}" is not as WooCommerce has it`,
  };
}

function formatProductName(id: number, name: string): string {
  const title = plainLine(name).slice(0, MAX_NAME_LENGTH);
  return `${title === '' ? 'product' : `"${title}"`} (${id})`;
}

const MAX_NAME_LENGTH = 60;

function keepPublic(listed: readonly z.infer<typeof listedProduct>[], answer: SiteAnswer): ListedProduct[] {
  const visible = listed
    .filter(({ status, post_password }) => status === 'publish' && post_password === '')
    .map((product) => ({
      ...withShownPrices(product),
      priceText: product.ucp_host_price_text,
      sale: product.ucp_host_sale,
    }));
  const currency = answer.headers.get(CURRENCY_HEADER)?.toUpperCase() ?? '';
  // Older connectors send no currency; the store's known one is then assumed.
  return /^[A-Z]{3}$/.test(currency) ? visible.map((product) => ({ ...product, currency })) : visible;
}

/** Replaces the merchant's prices by the guests' prices, which may differ in tax. */
function withShownPrices(product: ListedProduct): ListedProduct {
  const { ucp_host_price: shopPrice, ucp_host_list_price: list, ucp_host_variations: variations } = product;
  const prices = pickPrices(product, shopPrice, list);
  if (!variations) return { ...product, ...prices };
  const rows = variations.map((each) => ({
    ...each,
    ...pickPrices(each, each.shown_price, each.shown_list_price),
    priceText: each.price_text,
  }));
  return { ...product, ...prices, ucp_host_variations: rows };
}

/** A typed price before a sale is left out where the shown price differs from the typed one: their taxes may differ. */
function pickPrices(
  { price, regular_price }: Pick<ListedProduct, 'price' | 'regular_price'>,
  shopPrice = price,
  list = Number(shopPrice) === Number(price) ? regular_price : undefined,
) {
  return { price: shopPrice, regular_price: list };
}

/** Products that are named by a call each; a page has more only when a plugin breaks every answer. */
const MAX_NAMED = 20;

const posts = z.array(z.object({ id: z.int(), title: z.object({ rendered: z.string() }) }));

/** Asks WordPress's own list, which runs none of what plugins add to WooCommerce's; where it is closed, the place is the name. */
export async function nameFailedProducts(ask: Ask, places: readonly number[]): Promise<LeftOutProduct[]> {
  const leftOut: LeftOutProduct[] = [];
  for (const place of places) {
    const title = leftOut.length < MAX_NAMED ? await fetchName(ask, place) : undefined;
    const name = title ?? `the product at place ${place + 1} of all by their numbers`;
    leftOut.push({ name, reason: 'the site fails when it is asked for it: see the error log of PHP' });
  }
  return leftOut;
}

async function fetchName(ask: Ask, offset: number): Promise<string | undefined> {
  const query = `orderby=id&order=asc&per_page=1&offset=${offset}&_fields=id,title`;
  try {
    const answer = await ask({ path: `/wp/v2/product?${query}`, anonymous: true, repeatable: false });
    const [post] = parseAnswer(posts, answer);
    return post && formatProductName(post.id, post.title.rendered);
  } catch {
    return undefined;
  }
}
