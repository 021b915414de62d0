import { z } from 'zod';
import {
  createLenientList,
  createReadableList,
  lenientFlag,
  lenientInt,
  lenientNumber,
  lenientText,
} from '../lenient.ts';

/** Members that describe goods without deciding what can be bought: an unreadable one counts as absent. */
function toLenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** Decimal string as typed by the merchant, "" when unset. Plugins that change prices make it a number. */
const price = z.coerce.string();

const terms = createReadableList(z.object({ name: lenientText }));

const image = z.object({ src: z.string(), alt: z.string().nullish().catch(null) });

/** Sale with dates, as the connector returns it: its price as guests see it, and instants. */
export const wooSale = z
  .object({ price, from: z.iso.datetime().nullable(), to: z.iso.datetime().nullable() })
  .nullish()
  .catch(undefined);

const identified = {
  sku: toLenient(lenientText),
  /** GTIN, UPC, EAN or ISBN; since WooCommerce 9.2. */
  global_unique_id: toLenient(lenientText),
  /** Before a sale. */
  regular_price: toLenient(price),
  /** Null when not counted; may be negative with backorders. */
  stock_quantity: toLenient(lenientNumber.nullable()),
  /** True for goods that need no delivery. Absent from variations of older connectors. */
  virtual: toLenient(lenientFlag),
};

/** Product of /wc/v3/products, limited to the requested fields. */
export const wooProduct = z.object({
  id: lenientInt,
  /** Stored as HTML, not escaped in v3. */
  name: lenientText,
  slug: lenientText.catch(''),
  permalink: z.string(),
  /** simple, variable, grouped, external, or a plugin's. */
  type: z.string().catch('simple'),
  status: z.string(),
  catalog_visibility: z.string().catch('visible'),
  /** HTML with rendered shortcodes. */
  description: z.string().catch(''),
  short_description: z.string().catch(''),
  /** Equals the lowest price of a variable product's variations. */
  price,
  purchasable: lenientFlag,
  stock_status: z.string().catch('instock'),
  /** Names arrive HTML-escaped. */
  categories: terms,
  tags: toLenient(terms),
  /** Since WooCommerce 9.6. */
  brands: toLenient(terms),
  /** `4.67` of 5. */
  average_rating: toLenient(lenientText),
  rating_count: toLenient(lenientInt),
  /** True for goods limited to one piece an order; variations inherit it from their product. */
  sold_individually: toLenient(lenientFlag),
  ...identified,
  images: createReadableList(image),
  attributes: createReadableList(
    z.object({
      name: lenientText.default(''),
      variation: lenientFlag.catch(false),
      /** False for attributes that the product's page does not show. */
      visible: lenientFlag.catch(true),
      options: createReadableList(lenientText),
    }),
  ),
  /** Ids in the merchant's order, disabled ones included. */
  variations: createReadableList(lenientInt),
  /** Set when buyers need a password to see the product. */
  post_password: lenientText.default(''),
});

/** Post number of a variation, and a code of the values that are chosen for its open options. */
const choiceId = z.string().regex(/^[1-9]\d{0,9}-\d{10}$/);

/** Post number of an item, or of a variation with its choice. */
export const wooItemId = z.union([z.int().positive(), choiceId]);

/** Variation from the connector or from /wc/v3/products/<id>/variations. */
export const wooVariation = z.object({
  id: z.union([choiceId, lenientInt]),
  /** `M, Red`. */
  name: lenientText,
  /** `private` when the merchant has switched it off. */
  status: z.string(),
  price,
  purchasable: lenientFlag,
  stock_status: z.string().catch('instock'),
  ...identified,
  image: toLenient(image.nullable()),
  /** Omits attributes that the variation leaves to the buyer ("any"). `name` is absent from older connectors. */
  attributes: createLenientList(z.object({ name: lenientText.default(''), option: lenientText })).catch([]),
});

export type WooProduct = z.infer<typeof wooProduct>;
export type WooVariation = z.infer<typeof wooVariation>;
