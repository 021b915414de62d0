import { getFreshness } from '../../commerce/product/freshness.ts';
import type { Product } from '../../commerce/product/products.ts';
import { type ShorterQuery, shortenQuery } from '../../search/query/fewer-words.ts';
import { leaveOutPrices } from '../../search/query/price-bounds.ts';
import { readWantedProducts, type WantedProducts } from '../../search/wanted-products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { detectCurrencyChange } from '../store/refresh-description.ts';
import type { CatalogSearch, FoundPage } from './found-page.ts';
import { withoutHidden } from './hidden-products.ts';

/**
 * Asks the shop's own search, and again in fewer words while its first page is empty: three calls at most. A text that rules
 * something out is asked in the words that matter, since a shop takes "not leather" for leather. `isAsWritten`: asks once.
 */
export async function searchShop(
  context: StoreContext,
  query: CatalogSearch,
  { isAsWritten }: { isAsWritten: boolean },
): Promise<FoundPage> {
  const { retry, after } = readShopCursor(query.after);
  const conditions = readWantedProducts(query, context.store.description.currency);
  if (isAsWritten) return askShopFor(context, query, after, conditions);
  const asWritten = { text: query.text, dropped: [] };
  // Few searches find nothing as they are written.
  const toShorter = (): ShorterQuery[] => shortenQuery(query.text);
  const begin = conditions && after === undefined && toShorter().length > 0 ? 1 : retry;
  for (let place = begin; ; place++) {
    const searchText = (place > 0 && toShorter()[place - 1]) || asWritten;
    const page = await askShopFor(context, { ...query, text: searchText.text }, after, conditions);
    const isToRetry = page.products.length === 0 && after === undefined && place < toShorter().length;
    if (isToRetry) continue;
    const dropped = [...(page.relaxation?.dropped ?? []), ...searchText.dropped];
    return { ...withRetry(page, place), ...(page.products.length > 0 ? toRelaxation(dropped) : {}) };
  }
}

/**
 * Asks the shop's own search. Where rules hide products of a page, it is filled from the shop's next pages; its cursor then names
 * the place within the last of them.
 */
async function askShopFor(
  context: StoreContext,
  { text, first }: CatalogSearch,
  after?: string,
  conditions?: WantedProducts,
): Promise<FoundPage> {
  let place = readPlace(after);
  const products: Product[] = [];
  /** Products at other prices, for when none has the price that the text names. */
  const otherwise: Product[] = [];
  for (let pages = 1; ; pages += 1) {
    const query = { text, first, ...(place.after === undefined ? {} : { after: place.after }) };
    const read = createDatedRead(context);
    const page = await context.platform.searchProducts(query, read.caller);
    await learn(context, page.products, read.asOf());
    const rest = page.products.slice(place.skip);
    const { visible, unpriced } = keepVisible(context, rest, conditions);
    const left = visible[first - products.length];
    otherwise.push(...unpriced.slice(0, first - otherwise.length));
    products.push(...visible.slice(0, first - products.length));
    const { hasNextPage, endCursor } = page;
    if (left) {
      const skip = page.products.indexOf(left);
      return { products, hasNextPage: true, endCursor: `skip-${skip}.${place.after ?? ''}` };
    }
    const isShort = products.length < first && (pages > 1 || visible.length < page.products.length);
    if (!isShort || !hasNextPage || endCursor === null || pages === MAX_PAGES)
      return toLastPage({ products, hasNextPage, endCursor }, { otherwise, after }, conditions);
    place = { skip: 0, after: endCursor };
  }
}

/** Leaves out what the store's rules hide and what the text rules out; `unpriced` may cost something else than it says. */
function keepVisible(
  context: StoreContext,
  products: readonly Product[],
  conditions: WantedProducts | undefined,
) {
  const allowed = withoutHidden(context, products);
  if (!conditions) return { visible: allowed, unpriced: [] };
  const unpriced = conditions.keepWanted(allowed);
  return { visible: conditions.keepPriced(unpriced), unpriced };
}

/** Lists products at any price when none has the price of the text, and says so; such a list has one page. */
function toLastPage(
  page: FoundPage,
  { otherwise, after }: { otherwise: Product[]; after: string | undefined },
  conditions: WantedProducts | undefined,
): FoundPage {
  const isFilled = page.products.length > 0 || otherwise.length === 0 || after !== undefined;
  if (!conditions || isFilled) return page;
  const { priceTexts, text } = conditions;
  const left = leaveOutPrices(text, priceTexts);
  const relaxation = { dropped: [...priceTexts], ...left, corrected: [], partial: false };
  return { products: otherwise, hasNextPage: false, endCursor: null, relaxation };
}

/** Pages of the shop that are read for one page. */
const MAX_PAGES = 3;

/** Place in the shop's results: products of the page behind the shop's cursor that were shown or hidden. */
interface Place {
  skip: number;
  after?: string | undefined;
}

const PLACE = /^skip-(\d{1,3})\.(.*)$/s;

function readPlace(cursor: string | undefined): Place {
  const [, skip, after] = PLACE.exec(cursor ?? '') ?? [];
  return skip === undefined
    ? { skip: 0, after: cursor }
    : { skip: Number(skip), after: after === '' ? undefined : after };
}

export async function lookUpAtShop(context: StoreContext, ids: readonly string[]): Promise<Product[]> {
  const read = createDatedRead(context);
  const products = await context.platform.lookupProducts(ids, read.caller);
  await learn(context, products, read.asOf());
  return withoutHidden(context, products);
}

/** `asOf`: epoch milliseconds before the shop was asked; a caller that shares another caller's read gets the start of that read. */
function createDatedRead({ caller, now }: Pick<StoreContext, 'caller' | 'now'>) {
  const at = now();
  const beganAt = performance.now();
  let earliest = beganAt;
  const onJoined = (joinedAt: number) => {
    earliest = Math.min(earliest, joinedAt);
  };
  return { caller: { ...caller, onJoined }, asOf: () => at - Math.ceil(beganAt - earliest) };
}

/** Remembers what the shop has just returned, and detects that it sells in another currency now. */
async function learn(context: StoreContext, products: readonly Product[], asOf: number): Promise<void> {
  const { store, itemCache, confirmProducts } = context;
  itemCache.rememberProducts(store.id, products);
  const isCopyUsed = getFreshness(context) !== undefined;
  const confirmed = confirmProducts(store.id, { products, asOf, isCopyUsed });
  await detectCurrencyChange(context, products[0]?.priceRange.currency);
  if (isCopyUsed) await confirmed;
}

/** Function words that were dropped are no loss. */
function toRelaxation(dropped: string[]): Pick<FoundPage, 'relaxation'> {
  return dropped.length > 0 ? { relaxation: { dropped, corrected: [], partial: false } } : {};
}

const RETRY_CURSOR = /^retry-([12])\.(.+)$/s;

/** Marks the shop's cursor with the retry that it belongs to. */
function withRetry(page: FoundPage, retry: number): FoundPage {
  if (retry === 0 || page.endCursor === null) return page;
  return { ...page, endCursor: `retry-${retry}.${page.endCursor}` };
}

function readShopCursor(cursor: string | undefined): { retry: number; after?: string } {
  const [, retry, after] = RETRY_CURSOR.exec(cursor ?? '') ?? [];
  if (retry !== undefined && after !== undefined) return { retry: Number(retry), after };
  return cursor === undefined ? { retry: 0 } : { retry: 0, after: cursor };
}
