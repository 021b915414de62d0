import { z } from 'zod';
import type { Product } from '../../../commerce/products.ts';
import { money } from '../wire.ts';

const MAX_DESCRIPTION_LENGTH = 5_000;

/** `ProductFields`. `tags` are absent when not selected. */
export const productNode = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  handle: z.string(),
  onlineStoreUrl: z.string().nullable(),
  availableForSale: z.boolean(),
  tags: z.array(z.string()).default([]),
  priceRange: z.object({ minVariantPrice: money, maxVariantPrice: money }),
  variants: z.object({
    nodes: z.array(
      z.object({ id: z.string(), title: z.string(), availableForSale: z.boolean(), price: money }),
    ),
  }),
  media: z.object({
    nodes: z.array(
      z.object({ alt: z.string().nullable(), previewImage: z.object({ url: z.string() }).nullable() }),
    ),
  }),
});

type ProductNode = z.output<typeof productNode>;

export interface ShopFacts {
  /** Base of product pages, without a final slash: for products outside the Online Store, which have no URL. */
  address: string;
  /** Undefined without an Admin token. */
  pricesIncludeTax: boolean | undefined;
}

export function toProduct(node: ProductNode, { address, pricesIncludeTax }: ShopFacts): Product {
  const { minVariantPrice: min, maxVariantPrice: max } = node.priceRange;
  return {
    id: node.id,
    title: node.title,
    description: node.description.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed(),
    handle: node.handle,
    url: node.onlineStoreUrl ?? `${address}/products/${encodeURIComponent(node.handle)}`,
    priceRange: { min: min.amount, max: max.amount, currency: min.currency },
    variants: node.variants.nodes.map((variant) => ({
      id: variant.id,
      title: variant.title,
      price: variant.price.amount,
      currency: variant.price.currency,
      available: variant.availableForSale,
    })),
    media: node.media.nodes.flatMap(({ alt, previewImage }) =>
      previewImage ? [{ url: previewImage.url, alt }] : [],
    ),
    availability: node.availableForSale ? 'in_stock' : 'out_of_stock',
    tags: node.tags,
    ...(pricesIncludeTax === undefined ? {} : { pricesIncludeTax }),
  };
}
