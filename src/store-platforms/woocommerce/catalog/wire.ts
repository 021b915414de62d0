import { z } from 'zod';
import { MAX_HTML } from '../plain-text.ts';

/**
 * Cuts at the bound of conversion plus one character, which shows that it was cut. The copy releases the whole text, which a
 * slice would keep in memory.
 */
const html = z
  .string()
  .transform((text) => (text.length > MAX_HTML ? Buffer.from(text.slice(0, MAX_HTML + 1)).toString() : text));

/** Product of /wc/v3/products, limited to the requested fields. */
export const wooProduct = z.object({
  id: z.int(),
  /** Stored as HTML, not escaped in v3. */
  name: html,
  slug: z.string(),
  permalink: z.string(),
  /** simple, variable, grouped, external, or a plugin's. */
  type: z.string(),
  status: z.string(),
  catalog_visibility: z.string(),
  /** HTML with rendered shortcodes. */
  description: html,
  short_description: html,
  /** Decimal string as typed by the merchant, "" when unset; of a variable product the lowest variation's. */
  price: z.string(),
  purchasable: z.boolean(),
  stock_status: z.string(),
  /** Names arrive HTML-escaped. */
  categories: z.array(z.object({ name: z.string() })),
  images: z.array(z.object({ src: z.string(), alt: z.string().nullish() })),
  attributes: z.array(z.object({ variation: z.boolean() })),
  /** Ids in the merchant's order, disabled ones included. */
  variations: z.array(z.int()),
  /** Set when buyers need a password to see the product. */
  post_password: z.string().default(''),
});

/** Variation from the connector or from /wc/v3/products/<id>/variations. */
export const wooVariation = z.object({
  id: z.int(),
  /** `M, Red`. */
  name: z.string(),
  /** `private` when the merchant has switched it off. */
  status: z.string(),
  price: z.string(),
  purchasable: z.boolean(),
  stock_status: z.string(),
  /** Omits attributes that the variation leaves to the buyer ("any"). */
  attributes: z.array(z.object({ option: z.string() })),
});

export type WooProduct = z.infer<typeof wooProduct>;
export type WooVariation = z.infer<typeof wooVariation>;

/** A product with its published variations, in the merchant's order. */
export interface CatalogEntry {
  /** `currency` of its prices is set by the connector only. */
  product: WooProduct & { currency?: string };
  variations: WooVariation[];
  /** Range of these prices is the product's; empty prices do not count. */
  priced: { price: string }[];
  /** Undefined without the connector; prices are then as the merchant typed them. */
  pricesIncludeTax: boolean | undefined;
}
