import { z } from 'zod';
import { type ItemReference, lineTitle, type ResolvedItem } from '../../commerce/products.ts';
import type { Caller } from '../store-platform.ts';
import type { Storefront } from './apis.ts';
import { resolveItemsDocument } from './documents/resolve-items.ts';
import { dataOf } from './client.ts';

const variantNode = z.object({ id: z.string(), title: z.string(), availableForSale: z.boolean() });
const productHead = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  requiresSellingPlan: z.boolean(),
});
const buyableProduct = productHead
  .extend({ selectedOrFirstAvailableVariant: variantNode.nullable() })
  .transform(({ selectedOrFirstAvailableVariant: variant, ...product }) => toItem(product, variant));
const buyableVariant = variantNode
  .extend({ product: productHead })
  .transform(({ product, ...variant }) => toItem(product, variant));

/** Handles were asked for as `h0`, `h1`, … beside `nodes`. */
const resolveAnswer = z
  .object({ nodes: z.array(z.union([buyableProduct, buyableVariant]).nullable()) })
  .catchall(buyableProduct.nullable());

/** The variants that the references mean, in their order; undefined for what the shop does not show. One call. */
export async function resolveItems(
  storefront: Storefront,
  references: readonly ItemReference[],
  caller: Caller,
): Promise<(ResolvedItem | undefined)[]> {
  if (references.length === 0) return [];
  const ids = distinct(references.flatMap((each) => (each.kind === 'handle' ? [] : [each.id])));
  const handles = distinct(references.flatMap((each) => (each.kind === 'handle' ? [each.handle] : [])));
  const answer = await storefront.ask(
    {
      document: resolveItemsDocument(handles.length),
      variables: { ids, ...Object.fromEntries(handles.map((handle, index) => [`h${index}`, handle])) },
      answer: resolveAnswer,
      effect: 'read',
    },
    caller,
  );
  const { nodes, ...byAlias } = dataOf(answer);
  return references.map((each) => {
    const found =
      each.kind === 'handle' ? byAlias[`h${handles.indexOf(each.handle)}`] : nodes[ids.indexOf(each.id)];
    return found ?? undefined;
  });
}

function distinct(values: string[]): string[] {
  return [...new Set(values)];
}

/** A product that is sold by subscription only cannot be bought by one cart line. */
function toItem(
  product: z.output<typeof productHead>,
  variant: z.output<typeof variantNode> | null,
): ResolvedItem | undefined {
  if (!variant) return undefined;
  return {
    productId: product.id,
    handle: product.handle,
    variantId: variant.id,
    title: lineTitle(product.title, variant.title),
    available: variant.availableForSale && !product.requiresSellingPlan,
  };
}
