import type { ItemRefusal } from '../../../commerce/errors.ts';
import type { ItemReference } from '../../../commerce/product/products.ts';
import type { RequestedLine } from '../../../operations/requested-lines.ts';
import { lookupProducts } from '../../../operations/search-products.ts';
import type { StoreContext } from '../../../operations/store-context.ts';
import type { LinkedItem } from './item-tokens.ts';

/** Lines of variants, or the page of the first product whose variant the buyer must choose. */
type RequestedItems = { lines: RequestedLine[] } | { choose: string };

const NUMBER = /^[1-9]\d{0,18}$/;

/**
 * Resolves identifiers: GIDs, product URLs, and plain numbers as variants' except those in `productNumbers`. A product counts
 * when it has one variant; unknown identifiers are left for the shop to refuse. Makes at most two calls.
 */
export async function requestedItems(
  context: StoreContext,
  items: readonly LinkedItem[],
  productNumbers: ReadonlySet<string> = new Set(),
): Promise<RequestedItems> {
  const named = items.map(({ id, quantity }) => ({ itemId: ownId(context, id), quantity }));
  const references = items.map(({ id }) =>
    context.platform.readItemId(
      productNumbers.has(id) ? numbered(context, 'Product', id) : ownId(context, id),
    ),
  );
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

function ownId(context: StoreContext, id: string): string {
  if (!NUMBER.test(id)) return id;
  const gid = numbered(context, 'ProductVariant', id);
  return context.platform.readItemId(gid) ? gid : id;
}

function numbered({ store }: StoreContext, type: 'Product' | 'ProductVariant', number: string): string {
  return `gid://${store.platform}/${type}/${number}`;
}

/**
 * Finds refused numbers that are ids of products: some shops number both in one range and show products' numbers. A variant
 * wins, even an unavailable one. Makes at most two calls.
 */
export async function numbersOfProducts(
  context: StoreContext,
  items: readonly LinkedItem[],
  refusals: readonly ItemRefusal[],
): Promise<ReadonlySet<string>> {
  const refused = new Set(refusals.filter(isNoVariant).map(({ variantId }) => variantId));
  const numbers = [...new Set(items.map(({ id }) => id))].filter(
    (id) => NUMBER.test(id) && refused.has(ownId(context, id)),
  );
  if (numbers.length === 0) return new Set();
  const variants = numbers.map((id) => ({ kind: 'variant' as const, id: ownId(context, id) }));
  const known = await context.platform.resolveItems(variants, context.caller);
  const others = numbers.filter((_id, index) => known[index] === undefined);
  const { products } = await lookupProducts(
    context,
    others.map((id) => numbered(context, 'Product', id)),
  );
  const found = new Set(products.map(({ id }) => id));
  return new Set(others.filter((id) => found.has(numbered(context, 'Product', id))));
}

/** Shops call a product either unknown or unbuyable as a variant. */
function isNoVariant({ reason }: ItemRefusal): boolean {
  return reason === 'unknown' || reason === 'unbuyable';
}

/** Product ids by index of the item. The shop must resolve a URL's handle. */
async function productIds(
  context: Pick<StoreContext, 'caller' | 'platform'>,
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
