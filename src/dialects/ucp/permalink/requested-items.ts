import type { ItemReference } from '../../../commerce/products.ts';
import type { RequestedLine } from '../../../operations/requested-lines.ts';
import { lookupProducts } from '../../../operations/search-products.ts';
import type { StoreContext } from '../../../operations/store-context.ts';
import type { LinkedItem } from './item-tokens.ts';

/** Lines of variants; or the page of the first product of which the buyer must choose a variant first. */
export type RequestedItems = { lines: RequestedLine[] } | { choose: string };

const NUMBER = /^[1-9]\d{0,18}$/;

/**
 * What a link's identifiers mean here: GIDs and product addresses of the shop, and plain numbers, which are the platform's of
 * variants. A product counts only where it is sold in one variant. What nobody knows stays as it is, for the shop to refuse.
 * Asks the platform for products only, twice at most.
 */
export async function requestedItems(
  context: StoreContext,
  items: readonly LinkedItem[],
): Promise<RequestedItems> {
  const named = items.map(({ id, quantity }) => ({ itemId: ownId(context, id), quantity }));
  const references = named.map(({ itemId }) => context.platform.readItemId(itemId));
  const products = await productIds(context, references);
  if (products.size === 0) return { lines: named };
  const found = await lookupProducts(context, [...new Set(products.values())]);
  const byId = new Map(found.products.map((product) => [product.id, product]));
  const lines: RequestedLine[] = [];
  for (const [index, { itemId, quantity }] of named.entries()) {
    const product = byId.get(products.get(index) ?? '');
    const [variant, ...others] = product?.variants ?? [];
    if (product && others.length > 0) return { choose: product.url };
    lines.push({ itemId: variant?.id ?? itemId, quantity });
  }
  return { lines };
}

function ownId({ platform, store }: StoreContext, id: string): string {
  if (!NUMBER.test(id)) return id;
  const gid = `gid://${store.platform}/ProductVariant/${id}`;
  return platform.readItemId(gid) ? gid : id;
}

/** By the place of those that are products. An address names its product by a word, which only the shop can look up. */
async function productIds(
  context: StoreContext,
  references: readonly (ItemReference | undefined)[],
): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  const byWord: { index: number; reference: ItemReference }[] = [];
  for (const [index, reference] of references.entries()) {
    if (reference?.kind === 'product') ids.set(index, reference.id);
    if (reference?.kind === 'handle') byWord.push({ index, reference });
  }
  if (byWord.length === 0) return ids;
  const asked = byWord.map(({ reference }) => reference);
  const resolved = await context.platform.resolveItems(asked, context.caller);
  for (const [place, { index }] of byWord.entries()) {
    const productId = resolved[place]?.productId;
    if (productId !== undefined) ids.set(index, productId);
  }
  return ids;
}
