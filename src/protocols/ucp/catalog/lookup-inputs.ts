import { type Product, toVariationId, type Variant } from '../../../commerce/product/products.ts';
import { type Input, pickFeatured } from './render-products.ts';

type Requested = { id: string; gids: readonly string[] };

/**
 * Pairs each requested variant, by its own id or as its product's featured one, with the ids that it answers. `rendered` is the
 * part of `resolvable` that filters left; `resolved` are the ids with a result, those that are filtered out among them.
 */
export function pairInputs(
  requested: readonly Requested[],
  resolvable: readonly Product[],
  rendered: readonly Product[],
) {
  const variantIds = resolvable.flatMap(({ variants }) => variants.map(({ id }) => id));
  const productIds = resolvable.map(({ id }) => id);
  const ids = new Set([...productIds, ...variantIds, ...variantIds.map(toVariationId)]);
  const resolved = requested.filter(({ gids }) => gids.some((gid) => ids.has(gid)));
  const products = rendered.map((product) => {
    return { product, variants: pairRequestedVariants(product, requested) };
  });
  return {
    products: products.filter(({ variants }) => variants.length > 0),
    resolved: new Set(resolved.map(({ id }) => id)),
  };
}

function pairRequestedVariants(product: Product, requested: readonly Requested[]) {
  const inputs = new Map<Variant, Input[]>();
  const add = (variant: Variant | undefined, input: Input) => {
    if (variant) inputs.set(variant, [...(inputs.get(variant) ?? []), input]);
  };
  for (const { id, gids } of requested)
    for (const gid of gids) {
      const exact = product.variants.find((variant) => variant.id === gid);
      const ways = product.variants.filter((variant) => toVariationId(variant.id) === gid);
      if (exact) add(exact, { id, match: 'exact' });
      else add(pickFeatured(gid === product.id ? product : { variants: ways }), { id, match: 'featured' });
    }
  return [...inputs].map(([variant, answered]) => ({ variant, inputs: answered }));
}
