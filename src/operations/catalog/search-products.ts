import { CommerceError } from '../../commerce/errors.ts';
import type { Product } from '../../commerce/product/products.ts';
import { readWantedProducts } from '../../search/wanted-products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { type CopyWarning, isAnsweredByCopy, lookUpCopy } from './copied-catalog.ts';
import type { CatalogSearch, FoundPage } from './found-page.ts';
import { presentFreshness } from './present-freshness.ts';
import { continueRanked, searchCopy, searchRanked } from './ranked-search.ts';
import { type ReadProducts, readProducts } from './read-products.ts';
import { askShopFor, searchShop } from './shop-search.ts';

/** `copy` is there when the answer comes from the synchronized products because the shop fails. */
type LookedUp = ReadProducts & { copy?: CopyWarning };

/**
 * Ranks in the copy and prices at the shop where the copy is whole, or else asks the shop's own search. The copy answers alone
 * while the shop fails.
 */
export async function searchProducts(context: StoreContext, query: CatalogSearch): Promise<FoundPage> {
  return withShownStock(context, await pageOf(context, query));
}

async function pageOf(context: StoreContext, query: CatalogSearch): Promise<FoundPage> {
  const continued = await continueRanked(context, query);
  if (continued) return continued;
  const ranked = query.after === undefined ? await searchRanked(context, query) : undefined;
  if (ranked && (isAnswer(ranked, query) || presentFreshness(context))) return ranked;
  if (query.text === '') throw createNoQueryError();
  try {
    // Words that the copy does not know may be new at the shop; fewer of them would find nothing more.
    if (!ranked) return await searchShop(context, query);
    return await askShopFor(
      context,
      query,
      undefined,
      readWantedProducts(query, context.store.description.currency),
    );
  } catch (error) {
    const copied = isAnsweredByCopy(error) && query.after === undefined && (await searchCopy(context, query));
    if (copied) return copied;
    throw error;
  }
}

function isAnswer(
  { products, hasNextPage, copy, isExcluding = false }: FoundPage,
  { text }: CatalogSearch,
): boolean {
  return products.length > 0 || hasNextPage || copy !== undefined || isExcluding || text === '';
}

function createNoQueryError(): CommerceError {
  return new CommerceError('invalid_input', 'query is required: the words to search for.', { missing: true });
}

/** Looks up GIDs of the store's platform, leaving out unknown ones. The copy answers when the platform fails. */
export async function lookUpProducts(context: StoreContext, ids: readonly string[]): Promise<LookedUp> {
  if (ids.length === 0) return { products: [] };
  return withShownStock(context, await readProductsOrCopy(context, [...new Set(ids)]));
}

async function readProductsOrCopy(context: StoreContext, ids: readonly string[]): Promise<LookedUp> {
  try {
    return await readProducts(context, ids);
  } catch (error) {
    const copied = isAnsweredByCopy(error) && (await lookUpCopy(context, ids));
    if (copied) return copied;
    throw error;
  }
}

/** Leaves the pieces in stock out where the merchant keeps them from agents. */
function withShownStock<Answer extends { products: Product[] }>(
  { store }: Pick<StoreContext, 'store'>,
  answer: Answer,
): Answer {
  if (store.stockFigures) return answer;
  const products = answer.products.map((product) => ({
    ...product,
    // Faster than a rest of members, which took a tenth of a search.
    variants: product.variants.map((variant) => ({ ...variant, quantity: undefined })),
  }));
  return { ...answer, products };
}
