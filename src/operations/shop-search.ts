import type { Product, ProductPage } from '../commerce/products.ts';
import { inFewerWords, type ShorterQuery } from '../search/fewer-words.ts';
import type { CatalogSearch, FoundPage } from './found-page.ts';
import { withoutHidden } from './hidden-products.ts';
import { detectCurrencyChange } from './refresh-description.ts';
import type { StoreContext } from './store-context.ts';

/** Asks the shop's own search, and again in fewer words while its first page is empty: three calls at most. */
export async function searchShop(context: StoreContext, query: CatalogSearch): Promise<FoundPage> {
  const { retry, after } = readShopCursor(query.after);
  const asWritten = { text: query.text, dropped: [] };
  const queries: ShorterQuery[] = [asWritten, ...inFewerWords(query.text)];
  for (let place = retry; ; place++) {
    const asked = queries[place] ?? asWritten;
    const page = await askShopFor(context, { ...query, text: asked.text }, after);
    const isLast = after !== undefined || place >= queries.length - 1;
    if (page.products.length === 0 && !isLast) continue;
    return { ...withRetry(page, place), ...(page.products.length > 0 ? relaxationOf(asked) : {}) };
  }
}

/** Asks the shop's own search; once, unless rules hide the whole page. */
export async function askShopFor(
  context: StoreContext,
  { text, first }: CatalogSearch,
  after?: string,
): Promise<ProductPage> {
  let next = after;
  for (let pages = 1; ; pages += 1) {
    const query = { text, first, ...(next === undefined ? {} : { after: next }) };
    const page = await context.platform.searchProducts(query, context.caller);
    await learn(context, page.products);
    const shown = { ...page, products: withoutHidden(context, page.products) };
    if (shown.products.length > 0 || page.products.length === 0 || pages === MAX_HIDDEN_PAGES) return shown;
    if (!page.hasNextPage || page.endCursor === null) return shown;
    next = page.endCursor;
  }
}

/** Pages in a row of which rules may hide every product, before an agent is shown an empty one. */
const MAX_HIDDEN_PAGES = 3;

/** Looks products up at the shop. */
export async function lookupAtShop(context: StoreContext, ids: readonly string[]): Promise<Product[]> {
  const products = await context.platform.lookupProducts(ids, context.caller);
  await learn(context, products);
  return withoutHidden(context, products);
}

/** Remembers what the shop has just returned, and detects that it sells in another currency now. */
async function learn(context: StoreContext, products: readonly Product[]): Promise<void> {
  context.itemCache.rememberProducts(context.store.id, products);
  await detectCurrencyChange(context, products[0]?.priceRange.currency);
}

/** Function words that were dropped are no loss. */
function relaxationOf({ dropped }: ShorterQuery): Pick<FoundPage, 'relaxation'> {
  return dropped.length > 0 ? { relaxation: { dropped, corrected: [], partial: false } } : {};
}

const RETRY_CURSOR = /^retry-([12])\.(.+)$/s;

/** Marks the shop's cursor with the retry that it belongs to. */
function withRetry(page: ProductPage, retry: number): ProductPage {
  if (retry === 0 || page.endCursor === null) return page;
  return { ...page, endCursor: `retry-${retry}.${page.endCursor}` };
}

function readShopCursor(cursor: string | undefined): { retry: number; after?: string } {
  const [, retry, after] = RETRY_CURSOR.exec(cursor ?? '') ?? [];
  if (retry !== undefined && after !== undefined) return { retry: Number(retry), after };
  return cursor === undefined ? { retry: 0 } : { retry: 0, after: cursor };
}
