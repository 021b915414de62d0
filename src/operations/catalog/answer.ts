import { CommerceError, isShopFailure } from '../../commerce/errors.ts';
import { getFreshness } from '../../commerce/product/freshness.ts';
import { hasVariant, type ItemReference, type Product } from '../../commerce/product/products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { searchShop } from './ask-shop.ts';
import type { CatalogSearch, CopyWarning, FoundPage } from './found-page.ts';
import { type IndexedList, isCopyWhole, openList, readPage } from './ranked-list.ts';
import { readItemIds } from './read-item-ids.ts';
import { lookUpCopy, readProducts } from './read-products.ts';

/**
 * Searches the catalog. Who ranks and who shows the products:
 *
 * | Page | Copy | The shop answers | The shop fails |
 * | --- | --- | --- | --- |
 * | first | whole, its index ready in time | index; copy where it is fresh, else the shop | index, copy |
 * | first | the same, where the index finds nothing and no freshness counts | shop | index, copy |
 * | first | other | shop | index of what there is, copy |
 * | next one of the index | any | index; copy where it is fresh, else the shop | index, copy |
 * | next one of the shop | any | shop | an error |
 */
export async function searchProducts(context: StoreContext, query: CatalogSearch): Promise<FoundPage> {
  const isOfIndex = query.after !== undefined || (await isCopyWhole(context));
  const list = isOfIndex ? await openList(context, query, context.indexTimeoutMs) : undefined;
  const page = await answerOrCopy(answerSearch(context, query, list), () => showCopy(context, query, list));
  return withShownStock(context, page);
}

async function answerSearch(context: StoreContext, query: CatalogSearch, list: IndexedList | undefined) {
  const page = list && (await readPage(context, list, query, (ids) => readProducts(context, ids)));
  if (page && (isAnswer(page, query) || getFreshness(context))) return page;
  const message = 'query is required: the words to search for.';
  if (query.text === '') throw new CommerceError('invalid_input', message, { missing: true });
  // Words that the index of a whole copy does not know may be new at the shop; fewer of them would find nothing more.
  return searchShop(context, query, { isAsWritten: page !== undefined });
}

function isAnswer({ products, hasNextPage, isExcluding = false }: FoundPage, query: CatalogSearch): boolean {
  const isShown = products.length > 0 || hasNextPage || isExcluding;
  return isShown || query.text === '' || query.after !== undefined;
}

/** Undefined where the copy has no list, or cannot say how old it is. */
async function showCopy(context: StoreContext, query: CatalogSearch, opened: IndexedList | undefined) {
  const list = opened ?? (await openList(context, query));
  const page = list && (await readPage(context, list, query, (ids) => lookUpCopy(context, ids)));
  return page?.copy && page;
}

/** Looks up GIDs, leaving out unknown ones: fresh ones in the copy, others at the shop, and all in the copy while that fails. */
export async function lookUpProducts(context: StoreContext, ids: readonly string[]) {
  if (ids.length === 0) return { products: [] };
  const distinct = [...new Set(ids)];
  const answer = await answerOrCopy(readProducts(context, distinct), () => lookUpCopy(context, distinct));
  return withShownStock(context, answer);
}

/** Answers from the copy, where that can, while the shop is down, slow, throttling, broken or refuses the service. */
async function answerOrCopy<Answer>(answer: Promise<Answer>, readCopy: () => Promise<Answer | undefined>) {
  try {
    return await answer;
  } catch (error) {
    // A shop that its platform has closed sells nothing.
    const isOpen = isShopFailure(error) && !(error.refused && error.kind === 'platform_unavailable');
    const copied = isOpen && (await readCopy());
    if (copied) return copied;
    throw error;
  }
}

type FoundProduct = Product & { copy?: CopyWarning; asOf?: string };

export async function findProduct(context: StoreContext, id: string): Promise<FoundProduct | undefined> {
  const [product] = await findProducts(context, [id]);
  return product;
}

/** Finds the product of each id, undefined for an unknown or ambiguous one, in at most two calls to the shop. */
export async function findProducts(context: StoreContext, ids: readonly string[]) {
  const references = (await readItemIds(context, ids)).map(({ reference }) => reference);
  const gids = await resolveProductGids(context, references);
  const readable = gids.filter((gid) => gid !== undefined);
  const { products, ...source } = await lookUpProducts(context, readable);
  const sourced = products.map((product) => ({ ...product, ...source }));
  // A product with very many variants may not list the requested one.
  if (new Set(readable).size === 1) return gids.map((gid) => (gid === undefined ? undefined : sourced[0]));
  return gids.map((gid) =>
    sourced.find((product) => product.id === gid || (gid !== undefined && hasVariant(product, gid))),
  );
}

/** Resolves the handles of product URLs to the GIDs of their products, in one call. */
export async function resolveProductGids(
  context: Pick<StoreContext, 'caller' | 'platform'>,
  references: readonly (ItemReference | undefined)[],
): Promise<(string | undefined)[]> {
  const handles = references.filter((each) => each?.kind === 'handle');
  const resolved = handles.length > 0 ? await context.platform.resolveItems(handles, context.caller) : [];
  const toGid = (reference: ItemReference) =>
    reference.kind === 'handle' ? resolved[handles.indexOf(reference)]?.productId : reference.id;
  return references.map((reference) => reference && toGid(reference));
}

export const isStockShown = ({ store }: Pick<StoreContext, 'store'>): boolean => store.stockFigures;

/** Leaves the pieces in stock out where the merchant keeps them from agents. */
export function withShownStock<Answer extends { products: Product[] }>(
  context: Pick<StoreContext, 'store'>,
  answer: Answer,
): Answer {
  if (isStockShown(context)) return answer;
  const products = answer.products.map((product) => ({
    ...product,
    // Faster than a rest of members, which took a tenth of a search.
    variants: product.variants.map((variant) => ({ ...variant, quantity: undefined })),
  }));
  return { ...answer, products };
}
