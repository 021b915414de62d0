import type { Product, Variant } from '../../commerce/product/products.ts';
import { featured } from './render-products.ts';
import type { Input } from './render-variant.ts';

interface Looked {
  products: { product: Product; variants: { variant: Variant; inputs: Input[] }[] }[];
  /** Ids with a result, including results that are filtered out. */
  resolved: ReadonlySet<string>;
}

/**
 * Pairs each requested variant, by its own id or as its product's featured one, with the ids that it answers. `shown` is the
 * part of `found` that filters left.
 */
export function inputsOf(
  ids: readonly string[],
  found: readonly Product[],
  shown: readonly Product[],
): Looked {
  const resolved = new Set(
    found
      .flatMap(({ id, variants }) => [id, ...variants.map((variant) => variant.id)])
      .filter((id) => ids.includes(id)),
  );
  const products = shown.map((product) => ({ product, variants: asked(product, ids) }));
  return { products: products.filter(({ variants }) => variants.length > 0), resolved };
}

function asked(product: Product, ids: readonly string[]) {
  const inputs = new Map<Variant, Input[]>();
  const add = (variant: Variant | undefined, input: Input) => {
    if (variant) inputs.set(variant, [...(inputs.get(variant) ?? []), input]);
  };
  for (const id of ids) {
    if (id === product.id) add(featured(product), { id, match: 'featured' });
    else
      add(
        product.variants.find((variant) => variant.id === id),
        { id, match: 'exact' },
      );
  }
  return [...inputs].map(([variant, answered]) => ({ variant, inputs: answered }));
}
