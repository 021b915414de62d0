import { z } from 'zod';
import {
  createLenientList,
  createReadableList,
  lenientDecimal,
  lenientInt,
  lenientNumber,
  lenientText,
} from '../lenient.ts';

// Members that an order does not need may be missing: no paid order is overlooked for one.

const line = lenientText.catch('');

const address = z.object({
  ...{ first_name: line, last_name: line, address_1: line, address_2: line },
  ...{ city: line, state: line, postcode: line, country: line },
});

const optionalAmount = lenientDecimal.catch('').transform((amount) => (amount.trim() === '' ? '0' : amount));

/** UTC without a zone. */
const optionalTime = z.string().min(1).nullish().catch(null);

const number = lenientInt.catch(0);

const meta = createReadableList(z.object({ key: z.string(), value: z.unknown() }));

const MAX_QUANTITY = 1_000_000_000;

/** Pieces, or a part of one: plugins sell by weight. */
const quantity = lenientNumber.pipe(z.number().min(-MAX_QUANTITY).max(MAX_QUANTITY));

/** Order of /wc/v3/orders. Amounts are decimal strings, times UTC without a zone. */
export const wooOrder = z.object({
  id: lenientInt,
  /** Number that the shop shows its buyers: the id, unless a plugin numbers orders. */
  number: lenientText.catch(''),
  /** Parent order, when a plugin has split it; 0 without a parent. */
  parent_id: number,
  status: z.string(),
  currency: z.string(),
  date_created_gmt: z.string(),
  date_modified_gmt: optionalTime,
  /** Null until paid; with payment on delivery, until delivered. */
  date_paid_gmt: optionalTime,
  date_completed_gmt: optionalTime,
  discount_total: optionalAmount,
  shipping_total: optionalAmount,
  total: lenientDecimal,
  total_tax: optionalAmount,
  billing: z.object({ email: z.string().nullish().catch(null) }).catch({ email: null }),
  shipping: address.catch(() => address.parse({})),
  /** Empty when nothing is shipped. */
  shipping_lines: createReadableList(z.unknown()),
  line_items: createLenientList(
    z.object({
      id: number,
      name: line,
      product_id: number,
      variation_id: number,
      quantity,
      /** For all pieces, before discounts. `price`, a float after discounts, is not read. */
      subtotal: optionalAmount,
      total: optionalAmount,
    }),
  ),
  /** Charges of plugins, without tax. */
  fee_lines: createReadableList(z.object({ name: line, total: optionalAmount })),
  /** Without goods and times, which need another call. */
  refunds: createReadableList(z.object({ id: lenientInt })),
  /** Secret that grants access to the order's page; plugins that hide it leave null, or nothing. */
  order_key: z.string().catch(''),
  payment_url: z.string().catch(''),
  /** Values may be anything: plugins store their own. */
  meta_data: meta,
});

/** Refund of /wc/v3/orders/{id}/refunds. */
export const wooRefund = z.object({
  id: lenientInt,
  date_created_gmt: z.string(),
  amount: lenientDecimal,
  /** Quantities are negative, or 0 when only money was returned. */
  line_items: createReadableList(z.object({ quantity, meta_data: meta })),
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
