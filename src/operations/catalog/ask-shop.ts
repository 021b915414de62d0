import {
  readWantedProducts,
  type ShorterQuery,
  shortenQuery,
  type WantedProducts,
} from '../../../search/index.ts';
import { toSearchCurrency } from '../../commerce/money/money.ts';
import { getFreshness } from '../../commerce/product/freshness.ts';
import type { Product } from '../../commerce/product/products.ts';
import { toIso } from '../../commerce/time/time.ts';
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
  const place = readPlace(query.after);
  const conditions = readWantedProducts(query, toSearchCurrency(context.store.description.currency));
  if (isAsWritten) return askShopFor(context, query, place, conditions);
  const isFirst = query.after === undefined;
  const asWritten: ShorterQuery = { text: query.text, dropped: [] };
  // Few searches find nothing as they are written.
  const toShorter = () => shortenQuery(query.text);
  const begin = conditions && isFirst && toShorter().length > 0 ? 1 : place.retry;
  for (let retry = begin; ; retry++) {
    const { text, dropped } = (retry > 0 && toShorter()[retry - 1]) || asWritten;
    const page = await askShopFor(context, { ...query, text }, { ...place, retry }, conditions);
    const isToRetry = page.products.length === 0 && isFirst && retry < toShorter().length;
    if (!isToRetry) return withDropped(page, dropped);
  }
}

/** Function words that were dropped are no loss. */
function withDropped(page: FoundPage, words: readonly string[]): FoundPage {
  const dropped = [...(page.relaxation?.dropped ?? []), ...words];
  if (page.products.length === 0 || dropped.length === 0) return page;
  return { ...page, relaxation: { dropped, corrected: [], partial: false } };
}

/**
 * Asks the shop's own search. Where rules hide products of a page, it is filled from the shop's next pages; its cursor then names
 * the place within the last of them.
 */
async function askShopFor(
  context: StoreContext,
  { text, first, after }: CatalogSearch,
  begin: Place,
  conditions?: WantedProducts,
): Promise<FoundPage> {
  let place = begin;
  const products: Product[] = [];
  /** Products at other prices, for when none has the price that the text names. */
  const otherwise: Product[] = [];
  for (let pages = 1; ; pages += 1) {
    const query = { text, first, after: place.after ?? undefined };
    const read = createDatedRead(context);
    const page = await context.platform.searchProducts(query, read.caller);
    await learn(context, page.products, read.asOf());
    const rest = page.products.slice(place.skip);
    const { visible, unpriced } = keepVisible(context, rest, conditions);
    const left = visible[first - products.length];
    otherwise.push(...unpriced.slice(0, first - otherwise.length));
    products.push(...visible.slice(0, first - products.length));
    if (left) {
      const endCursor = writePlace({ ...place, skip: page.products.indexOf(left) });
      return { products, hasNextPage: true, endCursor };
    }
    const { hasNextPage } = page;
    place = { ...place, skip: 0, after: page.endCursor };
    const isShort = products.length < first && (pages > 1 || visible.length < page.products.length);
    if (isShort && hasNextPage && place.after !== null && pages < MAX_PAGES) continue;
    // Products at any price have one page.
    if (conditions && products.length === 0 && otherwise.length > 0 && after === undefined)
      return { products: otherwise, hasNextPage: false, endCursor: null, relaxation: conditions.relaxation };
    return { products, hasNextPage, endCursor: writePlace(place) };
  }
}

/** Leaves out what the store's rules hide and what the text rules out; `unpriced` may cost something else than it says. */
function keepVisible(context: StoreContext, products: readonly Product[], conditions?: WantedProducts) {
  const allowed = withoutHidden(context, products);
  if (!conditions) return { visible: allowed, unpriced: [] };
  const unpriced = conditions.keepWanted(allowed);
  return { visible: conditions.keepPriced(unpriced), unpriced };
}

/** Pages of the shop that are read for one page. */
const MAX_PAGES = 3;

interface Place {
  /** Number of the shorter text that the shop is asked for; 0: as it is written. */
  retry: number;
  /** Products of the page behind the shop's cursor that were shown or hidden. */
  skip: number;
  /** The shop's cursor; null behind its last page. */
  after: string | null | undefined;
}

const PLACE = /^(?:retry-([12])\.(?=.))?(?:skip-(\d{1,3})\.)?(.*)$/s;

function readPlace(cursor = ''): Place {
  const [, retry = 0, skip = 0, after] = PLACE.exec(cursor) ?? [];
  return { retry: Number(retry), skip: Number(skip), after: after || undefined };
}

function writePlace({ retry, skip, after = '' }: Place): string | null {
  if (after === null) return null;
  return `${retry > 0 ? `retry-${retry}.` : ''}${skip > 0 ? `skip-${skip}.` : ''}${after}`;
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

/** Minimum interval, per product and process, of writing that it is as it was. */
const BUSY_INTERVAL_MS = 1_000;
/** The same for a shop that is asked anyway. */
const IDLE_INTERVAL_MS = 15_000;

/** Remembers what the shop has just returned, and detects that it sells in another currency now. */
async function learn(context: StoreContext, products: readonly Product[], asOf: number): Promise<void> {
  const { store, itemCache, products: copy } = context;
  // Following answers may come from the copy.
  const isCopyUsed = getFreshness(context) !== undefined;
  const intervalMs = isCopyUsed ? BUSY_INTERVAL_MS : IDLE_INTERVAL_MS;
  const due = itemCache.rememberProducts(store.id, { products, asOf, intervalMs });
  // A failed write costs only a further call to the shop.
  const confirmed = due.length > 0 && copy.confirm(store.id, due, toIso(asOf)).catch(() => undefined);
  await detectCurrencyChange(context, products[0]?.priceRange.currency);
  if (isCopyUsed) await confirmed;
}
