import type { Product } from '../commerce/products.ts';
import type { CopyWarning } from './copied-catalog.ts';
import { lookupProducts } from './search-products.ts';
import type { StoreContext } from './store-context.ts';

/** Finds the product of a GID or a product URL of the store; undefined for an unknown one. */
export async function findProduct(
  context: StoreContext,
  id: string,
): Promise<(Product & { copy?: CopyWarning }) | undefined> {
  const reference = context.platform.readItemId(id);
  if (!reference) return undefined;
  const gid = reference.kind === 'handle' ? await productIdOf(context, reference) : reference.id;
  if (gid === undefined) return undefined;
  const { products, copy } = await lookupProducts(context, [gid]);
  const [product] = products;
  return product && { ...product, ...(copy ? { copy } : {}) };
}

async function productIdOf(
  { platform, caller }: StoreContext,
  reference: { kind: 'handle'; handle: string },
): Promise<string | undefined> {
  const [item] = await platform.resolveItems([reference], caller);
  return item?.productId;
}
