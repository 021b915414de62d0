import type { ItemRefusal } from '../../../commerce/errors.ts';
import type { ItemReference } from '../../../commerce/product/products.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import type { RequestedLine } from '../../../operations/cart/requested-lines.ts';
import { lookUpProducts, resolveProductGids } from '../../../operations/catalog/answer.ts';
import { type ItemReading, readItemIds } from '../../../operations/catalog/read-item-ids.ts';
import type { LinkedItem } from './item-tokens.ts';

/** Lines of variants, or the page of the first product whose variant the buyer must choose. */
type RequestedItems = { lines: RequestedLine[] } | { choose: string };

/**
 * Resolves identifiers; numbers that the copy does not know as variants' except those in `productNumbers`. A product counts when
 * it has one variant; unknown identifiers are left for the shop to refuse. Makes at most two calls.
 */
export async function resolveRequestedItems(
  context: StoreContext,
  items: readonly LinkedItem[],
  productNumbers: ReadonlySet<string> = new Set(),
): Promise<RequestedItems> {
  const readings = await readItemIds(
    context,
    items.map(({ id }) => id),
  );
  const references = items.map(({ id }, index) => toReference(readings[index] ?? {}, productNumbers.has(id)));
  const itemLines = items.map(({ id, quantity }, index) => {
    const reference = references[index];
    return { itemId: reference?.kind === 'variant' ? reference.id : id, quantity };
  });
  const productReferences = references.map((each) => (each?.kind === 'variant' ? undefined : each));
  const productIds = await resolveProductGids(context, productReferences);
  const gids = productIds.filter((id) => id !== undefined);
  if (gids.length === 0) return { lines: itemLines };
  const lookup = await lookUpProducts(context, gids);
  const byId = new Map(lookup.products.map((product) => [product.id, product]));
  const lines: RequestedLine[] = [];
  for (const [index, { itemId, quantity }] of itemLines.entries()) {
    const product = byId.get(productIds[index] ?? '');
    const [variant, ...others] = product?.variants ?? [];
    if (product && others.length > 0) return { choose: product.url };
    lines.push({ itemId: variant?.id ?? itemId, quantity });
  }
  return { lines };
}

/** Reads a number with several readings as the variant's: links to a shop's cart have variants' numbers. */
function toReference(
  { reference, number, ambiguity }: ItemReading,
  isProduct: boolean,
): ItemReference | undefined {
  const item = ambiguity?.items.find(({ by, variantId }) => by === 'number' && variantId !== null);
  const variantId = item?.variantId ?? number?.variantId;
  if (variantId === undefined) return reference;
  return isProduct && number ? { kind: 'product', id: number.productId } : { kind: 'variant', id: variantId };
}

/**
 * Finds refused numbers that are ids of products: some shops number both in one range and show products' numbers. A variant
 * wins, even an unavailable one. Makes at most two calls.
 */
export async function findNumbersOfProducts(
  context: StoreContext,
  items: readonly LinkedItem[],
  refusals: readonly ItemRefusal[],
): Promise<ReadonlySet<string>> {
  const refused = new Set(refusals.filter(isNoVariant).map(({ variantId }) => variantId));
  const numbers = [...new Set(items.map(({ id }) => id))].flatMap((id) => {
    const number = context.platform.readNumber(id);
    return number && refused.has(number.variantId) ? [{ id, ...number }] : [];
  });
  if (numbers.length === 0) return new Set();
  const variants = numbers.map(({ variantId }) => ({ kind: 'variant' as const, id: variantId }));
  const variantItems = await context.platform.resolveItems(variants, context.caller);
  const others = numbers.filter((_number, index) => variantItems[index] === undefined);
  const { products } = await lookUpProducts(
    context,
    others.map(({ productId }) => productId),
  );
  const productIds = new Set(products.map(({ id }) => id));
  return new Set(others.filter(({ productId }) => productIds.has(productId)).map(({ id }) => id));
}

/** Shops call a product either unknown or unbuyable as a variant. */
function isNoVariant({ reason }: ItemRefusal): boolean {
  return reason === 'unknown' || reason === 'unbuyable';
}
