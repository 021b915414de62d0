import { hasVariant, type ItemReference, type Product } from '../../commerce/product/products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { lookUpProducts } from './answer.ts';
import type { CopyWarning } from './found-page.ts';
import { readItemIds } from './read-item-ids.ts';

type FoundProduct = Product & { copy?: CopyWarning; asOf?: string };

export async function findProduct(context: StoreContext, id: string): Promise<FoundProduct | undefined> {
  const [product] = await findProducts(context, [id]);
  return product;
}

/**
 * Finds the product of each id, in their order; undefined for an unknown or ambiguous one. Makes at most two upstream calls,
 * however many ids there are.
 */
export async function findProducts(
  context: StoreContext,
  ids: readonly string[],
): Promise<(FoundProduct | undefined)[]> {
  const references = (await readItemIds(context, ids)).map(({ reference }) => reference);
  const gids = await resolveProductGids(context, references);
  const readable = gids.filter((gid) => gid !== undefined);
  const { products, copy, asOf } = await lookUpProducts(context, readable);
  const source = { ...(copy ? { copy } : {}), ...(asOf === undefined ? {} : { asOf }) };
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
