import {
  openRankedList,
  type RankedList,
  readCursor,
  type SearchIndex,
  type SearchResult,
  writeCursor,
} from '../../../search/index.ts';
import { createMemberError } from '../../commerce/errors.ts';
import { toSearchCurrency } from '../../commerce/money/money.ts';
import { hasPrice, type Product, type Variant } from '../../commerce/product/products.ts';
import { withTimeout } from '../../commerce/time/with-timeout.ts';
import type { StoreContext } from '../call/store-context.ts';
import type { CatalogSearch, SourcedProducts } from './found-page.ts';
import { findHiddenProducts } from './hidden-products.ts';

/** Nothing else can answer: the shop is out, or the page continues a list of the index. */
const ONLY_INDEX_TIMEOUT_MS = 5_000;
const MAX_LOOKUP = 100;

/** True when the copy has all products and learns of their changes by events. */
export async function isCopyWhole({ products, store }: StoreContext): Promise<boolean> {
  const state = await products.importState(store.id);
  const isComplete = state?.limited === null && state.currency === store.description.currency;
  return isComplete && (state.progress as { address?: string } | undefined)?.address !== undefined;
}

/** Returns an index that is up to date, or the previous one after the time-out; undefined when there is none yet. */
export async function waitForIndex(
  { searchIndexes, store }: Pick<StoreContext, 'searchIndexes' | 'store'>,
  timeoutMs = ONLY_INDEX_TIMEOUT_MS,
): Promise<SearchIndex | undefined> {
  const current = searchIndexes.get(store.id).catch(() => undefined);
  const index = await withTimeout<SearchIndex | undefined>(
    { timeoutMs, late: () => undefined },
    () => current,
  );
  return index ?? searchIndexes.held(store.id);
}

/** The answer of the index to a query, page by page. */
export interface IndexedList extends RankedList {
  /** Keys of products that earlier pages have shown or passed over. */
  seen: ReadonlySet<number>;
}

/** Opens the list of the index for a query. Undefined while there is no index, and for a cursor of the shop's own search. */
export async function openList(
  context: StoreContext,
  { text, filter, after }: CatalogSearch,
  timeoutMs?: number,
): Promise<IndexedList | undefined> {
  const seen = after === undefined ? new Set<number>() : readCursor(after);
  if (!seen) return undefined;
  const index = await waitForIndex(context, after === undefined ? timeoutMs : undefined);
  if (!index && after !== undefined)
    throw createMemberError('after', 'continues a list that is no longer there: search again without it');
  if (!index) return undefined;
  const { categories, keys } = await findHiddenProducts(context);
  const list = openRankedList(index, {
    text,
    filter: { ...filter, hiddenCategories: categories },
    currency: toSearchCurrency(context.store.description.currency),
    hidden: keys,
    near: (await context.findNear?.(index, text)) ?? [],
  });
  return { ...list, seen };
}

/** Reads products by their GIDs; undefined where they cannot be had. */
type Read = (ids: readonly string[]) => Promise<SourcedProducts | undefined>;

/** Leaves out the prices that the text names when no product has them, and says so; such a list has one page. */
export async function readPage(context: StoreContext, list: IndexedList, query: CatalogSearch, read: Read) {
  const { prices, seen } = list;
  const page = await fillPage(context, list, { ...query, isAtAnyPrice: false }, read);
  if (page.products.length > 0 || prices.texts.length === 0 || seen.size > 0) return page;
  const widened = await fillPage(context, list, { ...query, isAtAnyPrice: true }, read);
  return widened.products.length > 0 ? { ...widened, hasNextPage: false, endCursor: null } : widened;
}

interface Page {
  products: Product[];
  keys: number[];
  seen: Set<number>;
  hasMore: boolean;
  sources: Omit<SourcedProducts, 'products'>[];
}

type PageQuery = CatalogSearch & { isAtAnyPrice: boolean };

/** Reads a little more than a page, so that products which are gone leave no gap; twice when most of them are. */
async function fillPage(context: StoreContext, list: IndexedList, query: PageQuery, read: Read) {
  const page: Page = { products: [], keys: [], seen: new Set(list.seen), hasMore: true, sources: [] };
  const { relaxation, excluded } = await readOnto(page, context, list, query, read);
  if (page.hasMore && page.products.length < query.first / 2)
    await readOnto(page, context, list, query, read);
  const { products, keys, sources } = page;
  const endCursor = (page.hasMore && writeCursor(page.seen)) || null;
  const [asOf] = sources.flatMap((each) => each.asOf ?? []).sort();
  const copy = sources[0]?.copy;
  return {
    ...{ products, keys, hasNextPage: endCursor !== null, endCursor },
    ...(relaxation && products.length > 0 ? { relaxation } : {}),
    ...(excluded ? { isExcluding: true } : {}),
    ...(asOf === undefined ? {} : { asOf }),
    ...(copy ? { copy } : {}),
  };
}

/** Adds the next ranks to a page, and returns how the query was read. */
async function readOnto(
  page: Page,
  context: Pick<StoreContext, 'productRevisions' | 'store'>,
  list: IndexedList,
  query: PageQuery,
  read: Read,
): Promise<SearchResult> {
  const room = query.first - page.products.length;
  const first = Math.min(MAX_LOOKUP, room + Math.max(2, Math.ceil(room / 5)));
  const ranked = list.rank({ first, seen: page.seen, isAtAnyPrice: query.isAtAnyPrice });
  page.hasMore = ranked.hasMore;
  const ids = await context.productRevisions.idsOf(context.store.id, ranked.keys);
  const { products = [], ...source } = (await read(ranked.keys.flatMap((key) => ids.get(key) ?? []))) ?? {};
  page.sources.push(source);
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const key of ranked.keys) {
    const product = byId.get(ids.get(key) ?? '');
    const isShown = product !== undefined && isFound(product, list, query);
    if (page.products.length === query.first) page.hasMore ||= isShown;
    else page.seen.add(key);
    if (!isShown || page.products.length >= query.first) continue;
    page.products.push(product);
    page.keys.push(key);
  }
  return ranked;
}

/** Checks the product as it is now: the index knew it a moment ago. */
function isFound(product: Product, { prices }: IndexedList, { filter, isAtAnyPrice }: PageQuery): boolean {
  const bounds = { ...(isAtAnyPrice ? {} : prices.filter), ...filter };
  const { available, delivery, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = bounds;
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
