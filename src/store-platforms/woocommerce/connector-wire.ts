import { z } from 'zod';
import { wooItemId, wooSale, wooVariation } from './catalog/wire.ts';

/** Wire to the WordPress connector (docs/connector-protocol.md). REST keys authenticate only in namespaces that begin with `wc-`. */
export const CONNECTOR_NAMESPACE = 'wc-ucp-host/v1';

/** Minor units of the cart's currency with its ISO 4217 exponent, whatever decimals the shop displays. */
const minorUnits = z.int();

const shippingRate = z.object({
  id: z.string(),
  title: z.string(),
  /** Without tax. */
  amount: minorUnits,
  /** On top of the amount. Absent from older plugins. */
  tax: minorUnits.min(0).optional(),
  /** Place where the buyer fetches the goods. Absent for deliveries, and from older plugins. */
  pickup: z.object({ name: z.string(), address: z.string() }).optional(),
});

/** Goods that are sent apart from the others. Absent for a single parcel, and from older plugins. */
const parcels = z
  .array(z.object({ items: z.array(wooItemId), shipping_rates: z.array(shippingRate) }))
  .min(2)
  .optional();

/** POST /cart/create. The same `cart_id` again replaces what that cart holds, under the same checkout address. */
export const cartCreateRequest = z.object({
  cart_id: z.uuid(),
  /** Stored on the order as meta `service_session_id`. */
  session_id: z.uuid().optional(),
  /** `id` is a simple product's, a variation's, or one of a variation's `choices`. An empty list empties the cart. */
  items: z.array(z.object({ id: wooItemId, quantity: z.int().min(1).max(9999) })),
  /** Omitted codes stay unchanged. */
  coupons: z.array(z.string()).optional(),
  buyer: z.object({ email: z.email().optional(), name: z.string().optional() }).optional(),
  /** True for a quote: nothing is stored and the answer is a `cartQuoteResponse`. */
  quote: z.boolean().optional(),
  /** True, without items, deletes a cart without a session, and the session of the visitor whose cookies are sent along. */
  check: z.boolean().optional(),
  destination: z
    .object({
      country: z.string(),
      region: z.string().optional(),
      postal_code: z.string().optional(),
      city: z.string().optional(),
      line1: z.string().optional(),
      line2: z.string().optional(),
      first_name: z.string().optional(),
      last_name: z.string().optional(),
      phone: z.string().optional(),
    })
    .nullish(),
  /**
   * Id of a rate, ids of the parcels' rates joined by `+` (an empty one for the cheapest), or `pickup` for the cheapest place of pickup.
   * Omitted with a destination: the cheapest delivery.
   */
  shipping_option: z.string().optional(),
});

/** Lines, fees and sentences that a shop may add to a cart. */
const MAX_ADDED = 200;

const cartItem = z.object({
  id: wooItemId,
  product_id: z.int(),
  name: z.string(),
  quantity: z.int(),
  /** For one piece, before discounts and without tax. */
  price: minorUnits,
  /** Per piece as the catalog shows it with tax. Absent from older plugins, like `subtotal`. */
  price_with_tax: minorUnits.optional(),
  /** For all pieces, before discounts and without tax: `price` times `quantity` but for rounding. */
  subtotal: minorUnits.optional(),
  /** Discount of all coupons on all pieces, without tax. Absent from older plugins. */
  discount: minorUnits.min(0).optional(),
  image: z.string().nullable(),
  /** False for virtual goods. Absent from older plugins. */
  needs_shipping: z.boolean().optional(),
  /** Text of the shop's page where it says more than a price, such as a period. Absent from older plugins. */
  price_text: z.string().optional(),
});

/** Sent with 200 (replaced) or 201 (new). `totals.shipping` is null, and not in `total`, unless a destination was given. */
export const cartCreateResponse = z.object({
  cart_id: z.uuid(),
  checkout_url: z.url({ protocol: /^https?$/ }),
  currency: z.string().length(3),
  expires_at: z.iso.datetime(),
  items: z.array(cartItem),
  /** Goods that the shop puts into the cart by itself. Absent when there are none, and from older plugins. */
  added_items: z.array(cartItem).max(MAX_ADDED).optional(),
  totals: z.object({
    subtotal: minorUnits,
    discount: minorUnits,
    tax: minorUnits,
    shipping: minorUnits.nullable(),
    total: minorUnits,
    /** Part of the subtotal outside all lines: charges of plugins. Absent when zero, and from older plugins. */
    fees: minorUnits.optional(),
  }),
  /** Charges of plugins by their names; those below zero take something off. Absent when there are none, and from older plugins. */
  fees: z
    .array(z.object({ name: z.string(), amount: minorUnits }))
    .max(MAX_ADDED)
    .optional(),
  warnings: z.array(z.string()).max(MAX_ADDED).optional(),
  coupons: z.object({
    applied: z.array(z.object({ code: z.string(), amount: minorUnits })),
    /** `error_code` is WooCommerce's own number (105 unknown, 107 expired …), null where it has none. */
    rejected: z.array(z.object({ code: z.string(), error_code: z.int().nullable(), message: z.string() })),
  }),
  shipping_rates: z.array(shippingRate),
  /** Id of the rate in `totals`; null without one. Absent from older plugins, which take the first. */
  selected_rate: z.string().nullish(),
  parcels,
});

/** Answer to a `quote`: shipping rates for the destination. No cart is made, so there is no checkout address. */
export const cartQuoteResponse = z.object({
  currency: z.string().length(3),
  /** False for virtual goods: `shipping_rates` is then empty although they can be bought. */
  needs_shipping: z.boolean(),
  shipping_rates: z.array(shippingRate),
  parcels,
});

/** Sent with 400 for a country that does not exist. */
export const INVALID_COUNTRY = 'ucp_host_invalid_country';

/** Sent with 409 while the shop shows a "coming soon" page in place of the checkout. */
export const COMING_SOON = 'ucp_host_coming_soon';

/** Sent with 409 when the shop's rules about whole carts refuse one, in the shop's words; nothing was changed. */
export const CART_REFUSED = 'ucp_host_cart_refused';

/** Sent with 409 when a shipping method throws; nothing was changed. */
export const SHIPPING_FAILED = 'ucp_host_shipping_failed';

export const ITEMS_REFUSED = 'ucp_host_items_refused';

const refusedItem = z.object({
  id: wooItemId,
  problem: z.enum(['unknown', 'out_of_stock', 'insufficient_stock', 'unbuyable']),
  message: z.string(),
  available: z.int().optional(),
});

/** Header of GET /wc/v3/orders for a session without an order whose cart cannot be paid: JSON in ASCII. */
export const CART_PROBLEM_HEADER = 'x-ucp-host-cart-problem';

/** Value of the header. `refused`: by the shop's checkout, which `message` repeats. */
export const cartProblem = z.object({
  problem: z.enum(['expired', 'items', 'refused']),
  message: z.string().optional(),
  items: z.array(refusedItem).max(20).optional(),
});

/** Sent with 409; nothing was changed. Other errors have WordPress's shape without `items`. */
export const itemsRefusedError = z.object({
  code: z.literal(ITEMS_REFUSED),
  message: z.string(),
  data: z.object({ status: z.literal(409), items: z.array(refusedItem) }),
});

export const siteRefusal = z.object({ message: z.string() });

/** Header that confirms `ucp_host_items` on GET /wc/v3/products; core alone ignores it and returns a page of everything. */
export const NARROWED_HEADER = 'x-ucp-host-items';

/** Header of every answer of GET /wc/v3/products with the currency of its prices, which core omits. */
export const CURRENCY_HEADER = 'x-ucp-host-currency';

/** Members that `ucp_host_prices=1` adds to each product of GET /wc/v3/products. */
export const shownPrices = z.object({
  /** Decimal string of the price that guests see for one piece; empty without a price, and where the shop hides it. */
  ucp_host_price: z.string(),
  ucp_host_prices_include_tax: z.boolean(),
  /** The same of the price before a sale; absent from older plugins. */
  ucp_host_list_price: z.string().optional(),
  /** Sale with dates that runs or is to come; null without one. Absent from older plugins. */
  ucp_host_sale: wooSale,
  /** Text of the product's page where it says more than the price, or hides it. Absent without one, and from older plugins. */
  ucp_host_price_text: z.string().optional(),
  /** True when a plugin has the buyer choose on the product's page: bundles, add-ons. Absent from older plugins. */
  ucp_host_choose_on_page: z.boolean().optional(),
});

/** Member that `ucp_host_categories=1` adds to each product of GET /wc/v3/products. */
export const categoryPaths = z.object({
  /** Escaped names of each category of the product, from the top down. */
  ucp_host_categories: z.array(z.array(z.string())),
});

/** Members that `ucp_host_variations=1` adds to each variable product of GET /wc/v3/products. */
export const productVariations = z.object({
  /** At most a hundred published ones in core's shape; `ucp_host_prices=1` adds the shown prices. */
  ucp_host_variations: z.array(
    wooVariation.extend({
      shown_price: z.string().optional(),
      shown_list_price: z.string().optional(),
      sale: wooSale,
      price_text: z.string().optional(),
      /** Each way to choose what the variation leaves open; absent where there are too many, and from older plugins. */
      choices: z.array(wooVariation.pick({ id: true, name: true, attributes: true })).optional(),
    }),
  ),
  /** Range over all published variations, as core writes prices or as guests see them; null when none has a price. */
  ucp_host_price_range: z.object({ min: z.string(), max: z.string() }).nullable(),
});

/** GET /store-info, public. */
export const storeInfo = z.object({
  name: z.string(),
  url: z.url(),
  currency: z.string().length(3),
  country: z.string().nullable(),
  product_count: z.int(),
  versions: z.object({ wordpress: z.string(), woocommerce: z.string(), connector: z.string() }),
  /** rel: terms-of-service, privacy-policy, refund-policy, shipping-policy; only pages that exist. */
  policies: z.array(z.object({ rel: z.string(), href: z.url() })),
  /** True when the merchant types prices with tax. Absent from older plugins. */
  prices_include_tax: z.boolean().optional(),
  /** IANA name, or an offset such as `+02:00`. Absent from older plugins. */
  time_zone: z.string().optional(),
  /** Address of the site's icon or logo. Absent from older plugins, like `color`. */
  logo: z.string().nullish(),
  /** `#rrggbb` or `#rgb`. */
  color: z.string().nullish(),
  /** Codes of the countries that the shop delivers to. Absent from older plugins, like `pickup_places`. */
  ships_to: z.array(z.string()).max(300).optional(),
  /** Places of the block checkout's local pickup, by the ids of their rates. */
  pickup_places: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .max(100)
    .optional(),
  /** False when buyers must sign in or register to pay. Absent from older plugins. */
  guest_checkout: z.boolean().optional(),
  /** Folders of the active plugins; only for calls with the service's key. */
  plugins: z.array(z.string()).max(1000).optional(),
});

/** POST /webhooks/mend: each topic in one of the lists. */
export const webhooksAnswer = z.object({
  created: z.array(z.string()),
  repaired: z.array(z.string()),
  fine: z.array(z.string()),
});

/** POST /webhooks/remove: topics. */
export const webhooksRemoved = z.object({ removed: z.array(z.string()) });

/** GET /health, public. */
export const connectorHealth = z.object({
  status: z.enum(['ok', 'not_paired']),
  coming_soon: z.boolean().optional(),
  connector_version: z.string(),
});

export type CartCreateRequest = z.infer<typeof cartCreateRequest>;
export type CartCreateResponse = z.infer<typeof cartCreateResponse>;
export type ShippingRate = z.infer<typeof shippingRate>;
export type CartQuoteResponse = z.infer<typeof cartQuoteResponse>;
export type ItemsRefusedError = z.infer<typeof itemsRefusedError>;
export type StoreInfo = z.infer<typeof storeInfo>;
