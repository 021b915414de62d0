import { z } from 'zod';

/** Members that describe goods without deciding what can be bought: an unreadable one counts as absent. */
function toLenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** Decimal string as typed by the merchant, "" when unset. Plugins that change prices make it a number. */
const price = z.coerce.string();

/** Members that products and variations share. */
const identified = {
  sku: toLenient(z.string()),
  /** GTIN, UPC, EAN or ISBN; since WooCommerce 9.2. */
  global_unique_id: toLenient(z.string()),
  /** Before a sale. */
  regular_price: toLenient(price),
  /** Null when not counted; may be negative with backorders. */
  stock_quantity: toLenient(z.number().nullable()),
  /** True for goods that need no delivery. Absent from variations of older connectors. */
  virtual: toLenient(z.boolean()),
};

/** Product of /wc/v3/products, limited to the requested fields. */
export const wooProduct = z.object({
  id: z.int(),
  /** Stored as HTML, not escaped in v3. */
  name: z.string(),
  slug: z.string(),
  permalink: z.string(),
  /** simple, variable, grouped, external, or a plugin's. */
  type: z.string(),
  status: z.string(),
  catalog_visibility: z.string(),
  /** HTML with rendered shortcodes. */
  description: z.string().catch(''),
  short_description: z.string().catch(''),
  /** Equals the lowest price of a variable product's variations. */
  price,
  purchasable: z.boolean(),
  stock_status: z.string(),
  /** Names arrive HTML-escaped. */
  categories: z.array(z.object({ name: z.string() })).catch([]),
  tags: toLenient(z.array(z.object({ name: z.string() }))),
  /** Since WooCommerce 9.6. */
  brands: toLenient(z.array(z.object({ name: z.string() }))),
  /** `4.67` of 5. */
  average_rating: toLenient(z.string()),
  rating_count: toLenient(z.int()),
  /** True for goods of which an order has one piece at most; variations have it of their product. */
  sold_individually: toLenient(z.boolean()),
  ...identified,
  images: z.array(z.object({ src: z.string(), alt: z.string().nullish() })).catch([]),
  attributes: z.array(
    z.object({
      name: z.string().default(''),
      variation: z.boolean(),
      /** False for attributes that the product's page does not show. */
      visible: z.boolean().default(true),
      options: z.array(z.string()).default([]),
    }),
  ),
  /** Ids in the merchant's order, disabled ones included. */
  variations: z.array(z.int()),
  /** Set when buyers need a password to see the product. */
  post_password: z.string().default(''),
});

const chosenOptions = z.array(z.object({ name: z.string().default(''), option: z.string() }));

/** Post number of an item; of a variation with a chosen value for its open options, followed by a code of the choice. */
export const wooItemId = z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,9}-\d{10}$/)]);

/** Variation from the connector or from /wc/v3/products/<id>/variations. */
export const wooVariation = z.object({
  id: wooItemId,
  /** `M, Red`. */
  name: z.string(),
  /** `private` when the merchant has switched it off. */
  status: z.string(),
  price,
  purchasable: z.boolean(),
  stock_status: z.string(),
  ...identified,
  image: toLenient(z.object({ src: z.string(), alt: z.string().nullish() }).nullable()),
  /** Omits attributes that the variation leaves to the buyer ("any"). `name` is absent from older connectors. */
  attributes: chosenOptions,
});

export type WooProduct = z.infer<typeof wooProduct>;
export type WooVariation = z.infer<typeof wooVariation>;

/** Members of a product that only the connector sets. */
interface ConnectorMembers extends ConnectorTexts {
  /** Currency of the prices. */
  currency?: string;
  /** Paths of its categories, names from the top down. */
  paths?: string[][] | undefined;
  /** Present for every kind of variable product, whatever a plugin calls its type. */
  ucp_host_variations?: unknown;
  /** True when a plugin has the buyer choose on the product's page. */
  ucp_host_choose_on_page?: boolean | undefined;
}

interface ConnectorTexts {
  /** Text of the shop's page where it says more than the price. */
  priceText?: string | undefined;
}

/** A product with its published variations, in the merchant's order. */
export interface CatalogEntry {
  product: WooProduct & ConnectorMembers;
  variations: (WooVariation & ConnectorTexts)[];
  /** Range of these prices is the product's; empty prices do not count. */
  priced: { price: string }[];
  /** Undefined without the connector; prices are then as the merchant typed them. */
  pricesIncludeTax: boolean | undefined;
}
