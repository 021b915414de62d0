import { fitForModels } from '../commerce/model-instructions.ts';
import type { Product, ProductPage } from '../commerce/products.ts';
import type { ProductQuery } from '../store-platforms/store-platform.ts';
import { mapYielding } from './map-yielding.ts';
import { type CopyWarning, isShopFailure, lookupCopy, readCopyCursor, searchCopy } from './copied-catalog.ts';
import { detectCurrencyChange } from './refresh-description.ts';
import type { StoreContext } from './store-context.ts';

/** `copy` is there when the answer comes from the synchronized products. */
type MaybeCopied = { copy?: CopyWarning };

/** Answers from the platform, or from the copy when the platform fails; a platform's cursor has no page in the copy. */
export async function searchProducts(
  context: StoreContext,
  query: ProductQuery,
): Promise<ProductPage & MaybeCopied> {
  return fit(await search(context, query));
}

/** Cleans all products, of the copy too, before models read them. */
async function fit<Found extends { products: Product[] }>(found: Found): Promise<Found> {
  return { ...found, products: await mapYielding(found.products, fitForModels) };
}

async function search(context: StoreContext, query: ProductQuery): Promise<ProductPage & MaybeCopied> {
  const position = readCopyCursor(query.after);
  if (position) return (await searchCopy(context, query, position)) ?? NOTHING;
  try {
    const page = await context.platform.searchProducts(query, context.caller);
    context.itemCache.rememberProducts(context.store.id, page.products);
    await detectCurrencyChange(context, page.products[0]?.priceRange.currency);
    return page;
  } catch (error) {
    const copied = isShopFailure(error) && query.after === undefined && (await searchCopy(context, query));
    if (copied) return copied;
    throw error;
  }
}

const NOTHING: ProductPage = { products: [], hasNextPage: false, endCursor: null };

/** Looks GIDs up, leaving out unknown ones and those of another platform. The copy answers when the platform fails. */
export async function lookupProducts(
  context: StoreContext,
  ids: readonly string[],
): Promise<{ products: Product[] } & MaybeCopied> {
  return fit(await lookup(context, ids));
}

async function lookup(
  context: StoreContext,
  ids: readonly string[],
): Promise<{ products: Product[] } & MaybeCopied> {
  const own = [...new Set(ids.filter((id) => isGid(context, id)))];
  if (own.length === 0) return { products: [] };
  try {
    const products = await context.platform.lookupProducts(own, context.caller);
    context.itemCache.rememberProducts(context.store.id, products);
    await detectCurrencyChange(context, products[0]?.priceRange.currency);
    return { products };
  } catch (error) {
    const copied = isShopFailure(error) && (await lookupCopy(context, own));
    if (copied) return copied;
    throw error;
  }
}

function isGid(context: StoreContext, id: string): boolean {
  const reference = context.platform.readItemId(id);
  return reference !== undefined && reference.kind !== 'handle';
}
