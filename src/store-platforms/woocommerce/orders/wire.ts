import { z } from 'zod';

const address = z.object({
  first_name: z.string(),
  last_name: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
});

/** Whole pieces: plugins that sell by weight have buyers order 1.5, which counts as 2. */
const pieces = z
  .number()
  .transform((quantity) => Math.sign(quantity) * Math.ceil(Math.abs(quantity)))
  .pipe(z.int());

/** Order of /wc/v3/orders. Amounts are decimal strings, times UTC without a zone. */
export const wooOrder = z.object({
  id: z.int(),
  /** Number that the shop shows its buyers: the id, unless a plugin numbers orders. */
  number: z.union([z.string(), z.number().transform(String)]).catch(''),
  /** Order of which a plugin has made this one a part; 0 for none. */
  parent_id: z.int().catch(0),
  status: z.string(),
  currency: z.string(),
  date_created_gmt: z.string(),
  date_modified_gmt: z.string().nullable(),
  /** Null until paid; with payment on delivery, until delivered. */
  date_paid_gmt: z.string().nullish(),
  /** Null until completed. */
  date_completed_gmt: z.string().nullish(),
  discount_total: z.string(),
  shipping_total: z.string(),
  total: z.string(),
  total_tax: z.string(),
  billing: z.object({ email: z.string().nullish() }),
  shipping: address,
  /** Empty when nothing is shipped. */
  shipping_lines: z.array(z.unknown()),
  line_items: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      product_id: z.int(),
      variation_id: z.int(),
      quantity: pieces,
      /** For all pieces, before discounts. `price`, a float after discounts, is not read. */
      subtotal: z.string(),
      /** For all pieces, after discounts. */
      total: z.string(),
    }),
  ),
  /** Charges of plugins, without tax. */
  fee_lines: z.array(z.object({ name: z.string().catch(''), total: z.string() })).default([]),
  /** Without goods and times, which need another call. */
  refunds: z.array(z.object({ id: z.int() })),
  /** Secret that grants access to the order's page; plugins that hide it leave null, or nothing. */
  order_key: z.string().catch(''),
  /** Address of the order on the checkout page. */
  payment_url: z.string().catch(''),
  /** Values may be anything: plugins store their own. */
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })),
});

/** Refund of /wc/v3/orders/{id}/refunds. */
export const wooRefund = z.object({
  id: z.int(),
  date_created_gmt: z.string(),
  amount: z.string(),
  /** Quantities are negative, or 0 when only money was returned. */
  line_items: z.array(
    z.object({ quantity: pieces, meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
  ),
});

export type WooRefund = z.infer<typeof wooRefund>;

export type WooOrder = z.infer<typeof wooOrder>;

/** Entry of meta `_wc_shipment_tracking_items`, as tracking plugins write it. */
export const trackingItem = z.object({
  tracking_provider: z.string().catch(''),
  custom_tracking_provider: z.string().catch(''),
  custom_tracking_link: z.string().catch(''),
  tracking_id: z.union([z.string(), z.int().transform(String)]).catch(''),
  /** Seconds since 1970. */
  date_shipped: z.union([z.string(), z.int().transform(String)]).catch(''),
  tracking_number: z.union([z.string(), z.int().transform(String)]).catch(''),
  /** Seconds since 1970; written by some plugins only. */
  date_delivered: z.union([z.string(), z.int().transform(String)]).catch(''),
});

export type TrackingItem = z.infer<typeof trackingItem>;
