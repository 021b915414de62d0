import { z } from 'zod';
import { wooVariation } from './catalog/wire.ts';

/**
 * The wire between the service and the WordPress connector (docs/connector-protocol.md).
 * The namespace must begin with `wc-`: WooCommerce's REST keys authenticate only there.
 */
export const CONNECTOR_NAMESPACE = 'wc-ucp-host/v1';

/** Minor units of the cart's currency with its ISO 4217 exponent, whatever decimals the shop displays. */
const minorUnits = z.int();

const shippingRate = z.object({
  id: z.string(),
  title: z.string(),
  /** Without tax. */
  amount: minorUnits,
  /** On top of the amount. Older plugins do not tell it. */
  tax: minorUnits.min(0).optional(),
});

/** POST /cart/create. The same `cart_id` again replaces what that cart holds, under the same checkout address. */
export const cartCreateRequest = z.object({
  cart_id: z.uuid(),
  /** Ends on the order as meta `service_session_id`. */
  session_id: z.uuid().optional(),
  /** `id` is a simple product's or a variation's. An empty list empties the cart. */
  items: z.array(z.object({ id: z.int().positive(), quantity: z.int().min(1).max(9999) })),
  /** Left out: codes stay as they are. */
  coupons: z.array(z.string()).optional(),
  buyer: z.object({ email: z.email().optional(), name: z.string().optional() }).optional(),
  /** True: nothing is stored, the answer is a `cartQuoteResponse`. */
  quote: z.boolean().optional(),
  destination: z
    .object({
      country: z.string(),
      region: z.string().optional(),
      postal_code: z.string().optional(),
      city: z.string().optional(),
      line1: z.string().optional(),
    })
    .optional(),
});

/** 200 (replaced) or 201 (new). `totals.shipping` is null, and not in `total`, unless a destination was given. */
export const cartCreateResponse = z.object({
  cart_id: z.uuid(),
  checkout_url: z.url({ protocol: /^https?$/ }),
  currency: z.string().length(3),
  expires_at: z.iso.datetime(),
  items: z.array(
    z.object({
      id: z.int(),
      product_id: z.int(),
      name: z.string(),
      quantity: z.int(),
      /** For one piece, before discounts and without tax. */
      price: minorUnits,
      /** For one piece as the catalog would show it with tax. Older plugins do not tell it, nor `subtotal`. */
      price_with_tax: minorUnits.optional(),
      /** For all pieces, before discounts and without tax: `price` times `quantity` but for rounding. */
      subtotal: minorUnits.optional(),
      /** What the coupons take off all pieces, without tax. Older plugins do not tell it. */
      discount: minorUnits.min(0).optional(),
      image: z.string().nullable(),
    }),
  ),
  totals: z.object({
    subtotal: minorUnits,
    discount: minorUnits,
    tax: minorUnits,
    shipping: minorUnits.nullable(),
    total: minorUnits,
    /** A part of the subtotal that is in no line: what plugins charge besides. Left out when there is nothing, and by older plugins. */
    fees: minorUnits.optional(),
  }),
  coupons: z.object({
    applied: z.array(z.object({ code: z.string(), amount: minorUnits })),
    /** `error_code` is WooCommerce's own number (105 unknown, 107 expired …), null where it has none. */
    rejected: z.array(z.object({ code: z.string(), error_code: z.int().nullable(), message: z.string() })),
  }),
  shipping_rates: z.array(shippingRate),
});

/** 200 to a `quote`: what it costs to send the items to the destination. There is no cart, so there is no address to pay at. */
export const cartQuoteResponse = z.object({
  currency: z.string().length(3),
  /** False when there is nothing to send: virtual goods. Then `shipping_rates` is empty, and yet nothing is in the way. */
  needs_shipping: z.boolean(),
  shipping_rates: z.array(shippingRate),
});

/** 400 to a destination in a country that there is not. */
export const INVALID_COUNTRY = 'ucp_host_invalid_country';

/** 409: the shop shows buyers its "coming soon" page in place of the checkout. */
export const COMING_SOON = 'ucp_host_coming_soon';

export const ITEMS_REFUSED = 'ucp_host_items_refused';

/** 409: nothing was changed. Other errors have WordPress's own shape without `items`. */
export const itemsRefusedError = z.object({
  code: z.literal(ITEMS_REFUSED),
  message: z.string(),
  data: z.object({
    status: z.literal(409),
    items: z.array(
      z.object({
        id: z.int(),
        problem: z.enum(['unknown', 'out_of_stock', 'insufficient_stock', 'unbuyable']),
        message: z.string(),
        available: z.int().optional(),
      }),
    ),
  }),
});

/** Header of an answer of GET /wc/v3/products that `ucp_host_items` has narrowed. Core alone answers a page of everything. */
export const NARROWED_HEADER = 'x-ucp-host-items';

/** Header of every answer of GET /wc/v3/products: the currency of its prices, which core does not tell. */
export const CURRENCY_HEADER = 'x-ucp-host-currency';

/** Members that `ucp_host_prices=1` adds to every product of GET /wc/v3/products. */
export const shownPrices = z.object({
  /** Decimal string of what a guest is shown for one piece; empty without a price. */
  ucp_host_price: z.string(),
  ucp_host_prices_include_tax: z.boolean(),
});

/** What `ucp_host_variations=1` adds to every variable product of GET /wc/v3/products. */
export const productVariations = z.object({
  /** Published ones, at most a hundred; the shape is core's, `shown_price` aside, which `ucp_host_prices=1` adds. */
  ucp_host_variations: z.array(wooVariation.extend({ shown_price: z.string().optional() })),
  /** Over all published variations: as core writes prices, or as guests are shown them; null when none has a price. */
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
  /** Whether prices hold the tax as the merchant types them. Older plugins do not tell it. */
  prices_include_tax: z.boolean().optional(),
});

/** POST /webhooks/mend: each topic in one of the lists. */
export const webhooksAnswer = z.object({
  created: z.array(z.string()),
  mended: z.array(z.string()),
  fine: z.array(z.string()),
});

/** POST /webhooks/remove: topics. */
export const webhooksRemoved = z.object({ removed: z.array(z.string()) });

/** GET /health, public. */
export const connectorHealth = z.object({
  status: z.enum(['ok', 'not_paired']),
  /** Older plugins do not tell it. */
  coming_soon: z.boolean().optional(),
  connector_version: z.string(),
});

export type CartCreateRequest = z.infer<typeof cartCreateRequest>;
export type CartCreateResponse = z.infer<typeof cartCreateResponse>;
export type CartQuoteResponse = z.infer<typeof cartQuoteResponse>;
export type ItemsRefusedError = z.infer<typeof itemsRefusedError>;
export type StoreInfo = z.infer<typeof storeInfo>;
