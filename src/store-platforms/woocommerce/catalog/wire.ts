import { z } from 'zod';
import { MAX_HTML } from '../plain-text.ts';

/**
 * Cut where it enters: what is behind is never converted. One character more tells that it was cut, and the copy lets go of the
 * whole, which a slice would keep in memory.
 */
const html = z
  .string()
  .transform((text) => (text.length > MAX_HTML ? Buffer.from(text.slice(0, MAX_HTML + 1)).toString() : text));

/** What is read of a product of /wc/v3/products; the rest of its 8 kB is not even asked for. */
export const wooProduct = z.object({
  id: z.int(),
  /** Not escaped in v3, but stored as HTML. */
  name: html,
  slug: z.string(),
  permalink: z.string(),
  /** simple, variable, grouped, external, and what plugins add. */
  type: z.string(),
  status: z.string(),
  catalog_visibility: z.string(),
  /** HTML, shortcodes rendered. */
  description: html,
  short_description: html,
  /** A decimal string as typed by the merchant, "" when unset; a variable product's is its lowest variation's. */
  price: z.string(),
  purchasable: z.boolean(),
  stock_status: z.string(),
  /** Names arrive HTML-escaped. */
  categories: z.array(z.object({ name: z.string() })),
  images: z.array(z.object({ src: z.string(), alt: z.string().nullish() })),
  attributes: z.array(z.object({ variation: z.boolean() })),
  /** Ids only, in the merchant's order; disabled ones are listed too. */
  variations: z.array(z.int()),
  /** Not empty: buyers need a password to see the product. */
  post_password: z.string().default(''),
});

/** What is read of a variation, from the connector or from /wc/v3/products/<id>/variations. */
export const wooVariation = z.object({
  id: z.int(),
  /** `M, Red`. */
  name: z.string(),
  /** `private` when the merchant has switched it off. */
  status: z.string(),
  price: z.string(),
  purchasable: z.boolean(),
  stock_status: z.string(),
  /** Without those that the variation leaves to the buyer ("any"). */
  attributes: z.array(z.object({ option: z.string() })),
});

export type WooProduct = z.infer<typeof wooProduct>;
export type WooVariation = z.infer<typeof wooVariation>;

/** A product with its published variations, in the merchant's order. */
export interface CatalogEntry {
  /** `currency`: of its prices, where the connector tells. */
  product: WooProduct & { currency?: string };
  variations: WooVariation[];
  /** Its price range reaches from the lowest of these to the highest; those without a price do not count. */
  priced: { price: string }[];
  /** Undefined without the connector: then prices are as the merchant typed them. */
  pricesIncludeTax: boolean | undefined;
}
