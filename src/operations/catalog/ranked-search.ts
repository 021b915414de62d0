import { setImmediate } from 'node:timers/promises';
import { createMemberError } from '../../commerce/errors.ts';
import { CHECK_SUBSCRIPTIONS } from '../../commerce/job/job-names.ts';
import { hasPrice, type Product, type Variant } from '../../commerce/product/products.ts';
import { withTimeout } from '../../commerce/time/with-timeout.ts';
import { readCursor, writeCursor } from '../../search/cursor.ts';
import type { SearchIndex } from '../../search/index/search-index.ts';
import { pickNearestKeys } from '../../search/index/vectors.ts';
import { type PriceBounds, priceBoundsIn } from '../../search/query/price-bounds.ts';
import { toWantedText } from '../../search/query/read-query.ts';
import { type SearchResult, search } from '../../search/search.ts';
import type { StoreContext } from '../call/store-context.ts';
import { type CopyWarning, isAnsweredByCopy, lookUpCopy } from './copied-catalog.ts';
import type { CatalogSearch, FoundPage } from './found-page.ts';
import { findHiddenProducts, type HiddenProducts } from './hidden-products.ts';
import { readProducts } from './read-products.ts';

/** Nothing else can answer: the shop is out, or the page continues a list of the index. */
export const ONLY_INDEX_TIMEOUT_MS = 5_000;
/** Products of one call to the shop. */
const MAX_LOOKUP = 100;

/**
 * Answers from the index and the shop: the copy ranks; price, stock and visibility are the shop's. Returns undefined for a copy
 * that lacks products or changes, and while the index is being built.
 */
export async function searchRanked(
  context: StoreContext,
  query: CatalogSearch,
): Promise<FoundPage | undefined> {
  const index = (await isCopyWhole(context)) ? await indexOf(context, context.indexTimeoutMs) : undefined;
  return index ? readRankedPage(context, await buildListing(context, index, query)) : undefined;
}

/** Continues a list of the index; undefined for a cursor of the shop. */
export async function continueRanked(
  context: StoreContext,
  query: CatalogSearch,
): Promise<FoundPage | undefined> {
  const seen = readCursor(query.after ?? '');
  if (!seen) return undefined;
  const index = await indexOf(context, ONLY_INDEX_TIMEOUT_MS);
  if (!index)
    throw createMemberError('after', 'continues a list that is no longer there: search again without it');
  return readRankedPage(context, { ...(await buildListing(context, index, query)), seen });
}

/** Ranks and shows products of the copy; undefined when it has none to show. */
export async function searchCopy(
  context: StoreContext,
  query: CatalogSearch,
): Promise<FoundPage | undefined> {
  const index = await indexOf(context, ONLY_INDEX_TIMEOUT_MS);
  return index && readCopiedPage(context, await buildListing(context, index, query));
}

/** True when the copy has all products and learns of their changes by events. */
export async function isCopyWhole({ products, store }: StoreContext): Promise<boolean> {
  const state = await products.importState(store.id, CHECK_SUBSCRIPTIONS);
  const isComplete = state?.limited === null && state.currency === store.description.currency;
  return isComplete && (state.progress as { address?: string } | undefined)?.address !== undefined;
}

/** Returns an index that is up to date, or the previous one after `timeoutMs`; undefined when there is none yet. */
export async function indexOf(
  { searchIndexes, store }: Pick<StoreContext, 'searchIndexes' | 'store'>,
  timeoutMs: number,
): Promise<SearchIndex | undefined> {
  const current = searchIndexes.get(store.id).catch(() => undefined);
  const index = await withTimeout<SearchIndex | undefined>(
    { timeoutMs, late: () => undefined },
    () => current,
  );
  return index ?? searchIndexes.held(store.id);
}

interface Listing {
  index: SearchIndex;
  query: CatalogSearch;
  /** Prices that the text allows. */
  prices: PriceBounds;
  /** Keys of products that earlier pages have shown or passed over. */
  seen: ReadonlySet<number>;
  hidden: HiddenProducts;
  /** Keys of products that mean what the text means. */
  near: readonly number[];
}

async function buildListing(
  context: StoreContext,
  index: SearchIndex,
  query: CatalogSearch,
): Promise<Listing> {
  const prices = priceBoundsIn(
    query.text,
    context.store.description.currency,
    index.vocabulary.language.code,
  );
  const [hidden, near] = await Promise.all([
    findHiddenProducts(context),
    findNear(context, index, query.text),
  ]);
  return { index, query, prices, seen: new Set(), hidden, near };
}

async function findNear(
  { queryVector }: StoreContext,
  index: SearchIndex,
  text: string,
): Promise<readonly number[]> {
  if (!queryVector || index.vectors.size === 0) return [];
  const vector = await queryVector(toWantedText(text, index.vocabulary.language));
  return vector ? pickNearestKeys(index.vectors, vector, () => setImmediate()) : [];
}

async function readRankedPage(context: StoreContext, listing: Listing): Promise<FoundPage> {
  try {
    const instants: string[] = [];
    const page = await pageOf(context, listing, async (ids) => {
      const { products, asOf } = await readProducts(context, ids);
      if (asOf !== undefined) instants.push(asOf);
      return products;
    });
    const [asOf] = instants.sort();
    return { ...page, ...(asOf === undefined ? {} : { asOf }) };
  } catch (error) {
    const copied = isAnsweredByCopy(error) && (await readCopiedPage(context, listing));
    if (copied) return copied;
    throw error;
  }
}

async function readCopiedPage(context: StoreContext, listing: Listing): Promise<FoundPage | undefined> {
  const warnings: (CopyWarning | undefined)[] = [];
  const page = await pageOf(context, listing, async (ids) => {
    const copied = await lookUpCopy(context, ids);
    warnings.push(copied?.copy);
    return copied?.products ?? [];
  });
  const [copy] = warnings;
  return copy && { ...page, copy };
}

type ReadProducts = (ids: readonly string[]) => Promise<readonly Product[]>;

interface Page {
  products: Product[];
  /** Keys of `products`. */
  keys: number[];
  seen: Set<number>;
  hasMore: boolean;
}

/** Leaves out the prices that the text names when no product has them, and says so; such a list has one page. */
async function pageOf(
  context: StoreContext,
  listing: Listing,
  readProducts: ReadProducts,
): Promise<FoundPage> {
  const { query, prices, seen } = listing;
  const filter = { ...prices.filter, ...query.filter };
  const page = await readFilledPage(context, { ...listing, query: { ...query, filter } }, readProducts);
  if (page.products.length > 0 || prices.texts.length === 0 || seen.size > 0) return page;
  const widened = await readFilledPage(context, listing, readProducts);
  if (widened.products.length === 0) return widened;
  const { dropped = [], corrected = [], partial = false } = widened.relaxation ?? {};
  const relaxation = { dropped: [...prices.texts, ...dropped], prices: prices.texts, corrected, partial };
  return { ...widened, hasNextPage: false, endCursor: null, relaxation };
}

/** Reads a little more than a page, so that products which are gone leave no gap; twice when most of them are. */
async function readFilledPage(
  context: StoreContext,
  listing: Listing,
  readProducts: ReadProducts,
): Promise<FoundPage> {
  const { first } = listing.query;
  const page: Page = { products: [], keys: [], seen: new Set(listing.seen), hasMore: true };
  const { relaxation, excluded } = await readOnto(page, context, listing, readProducts);
  if (page.hasMore && page.products.length < first / 2) await readOnto(page, context, listing, readProducts);
  const cursor = page.hasMore ? writeCursor(page.seen) : undefined;
  return {
    products: page.products,
    keys: page.keys,
    hasNextPage: cursor !== undefined,
    endCursor: cursor ?? null,
    ...(relaxation && page.products.length > 0 ? { relaxation } : {}),
    ...(excluded ? { isExcluding: true } : {}),
  };
}

/** Adds the next ranks to a page, and returns how the query was read. */
async function readOnto(
  page: Page,
  context: Pick<StoreContext, 'productRevisions' | 'store'>,
  { index, query, hidden, near }: Listing,
  readProducts: ReadProducts,
): Promise<SearchResult> {
  const room = query.first - page.products.length;
  const first = Math.min(MAX_LOOKUP, room + Math.max(2, Math.ceil(room / 5)));
  const ranked = search(index, {
    text: query.text,
    near,
    first,
    seen: new Set([...page.seen, ...hidden.keys]),
    filter: { ...query.filter, hiddenCategories: hidden.categories },
  });
  page.hasMore = ranked.hasMore;
  for (const [key, product] of await readRanked(context, ranked.keys, readProducts)) {
    const isShown = product !== undefined && isFound(product, query);
    if (page.products.length === query.first) page.hasMore ||= isShown;
    else page.seen.add(key);
    if (!isShown || page.products.length >= query.first) continue;
    page.products.push(product);
    page.keys.push(key);
  }
  return ranked;
}

/** Returns the products in the sequence of their keys, undefined for one that is gone. */
async function readRanked(
  { productRevisions, store }: Pick<StoreContext, 'productRevisions' | 'store'>,
  keys: readonly number[],
  readProducts: ReadProducts,
): Promise<[key: number, product: Product | undefined][]> {
  const ids = await productRevisions.idsOf(store.id, keys);
  const productIds = keys.flatMap((key) => ids.get(key) ?? []);
  const products = new Map((await readProducts(productIds)).map((product) => [product.id, product]));
  return keys.map((key) => [key, products.get(ids.get(key) ?? '')]);
}

/** Checks the product as it is now: the index knew it a moment ago. */
function isFound(product: Product, { filter = {} }: CatalogSearch): boolean {
  const { available, delivery, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filter;
  const isWanted = ({ needsDelivery }: { needsDelivery?: false }) =>
    (needsDelivery === false) === (delivery === 'none');
  const isInRange = (variant: Variant) =>
    hasPrice(variant) && variant.price >= minPrice && variant.price <= maxPrice;
  const isUnbounded = minPrice === 0 && maxPrice === Number.POSITIVE_INFINITY;
  return (
    product.unlisted !== true &&
    (available === undefined || (product.availability === 'in_stock') === available) &&
    (isUnbounded || product.variants.some(isInRange)) &&
    (delivery === undefined || product.variants.some(isWanted))
  );
}
