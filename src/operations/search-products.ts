import type { Product, ProductPage } from '../commerce/products.ts';
import type { ProductQuery } from '../platforms/store-platform.ts';
import type { StoreContext } from './store-context.ts';

export async function searchProducts(context: StoreContext, query: ProductQuery): Promise<ProductPage> {
  const page = await context.platform.searchProducts(query, context.caller);
  context.knownItems.rememberProducts(context.store.id, page.products);
  return page;
}

/** Products of the given GIDs. What this shop does not know is left out, another platform's GID among it. */
export async function lookupProducts(context: StoreContext, ids: readonly string[]): Promise<Product[]> {
  const own = new Set(ids.filter((id) => isGid(context, id)));
  if (own.size === 0) return [];
  const products = await context.platform.lookupProducts([...own], context.caller);
  context.knownItems.rememberProducts(context.store.id, products);
  return products;
}

function isGid(context: StoreContext, id: string): boolean {
  const reference = context.platform.readItemId(id);
  return reference !== undefined && reference.kind !== 'handle';
}
