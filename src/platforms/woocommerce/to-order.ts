import type { Totals } from '../../commerce/cart.ts';
import { toMinorUnits } from '../../commerce/money.ts';
import type {
  OrderLine,
  OrderStatus,
  PlatformOrder,
  ShippingAddress,
  Tracking,
} from '../../commerce/order.ts';
import { orderGid, variantGid } from './item-id.ts';
import { type TrackingItem, trackingItem, type WooOrder } from './order-wire.ts';
import { plainLine } from './plain-text.ts';

export const SESSION_META = 'service_session_id';
const TRACKING_META = '_wc_shipment_tracking_items';

export function toPlatformOrder(order: WooOrder): PlatformOrder {
  const currency = order.currency.toUpperCase();
  const parcels = parcelsOf(order);
  const createdAt = toInstant(order.date_created_gmt);
  return {
    id: orderGid(order.id),
    number: String(order.id),
    status: toOrderStatus(order, parcels),
    sessionId: sessionIdOf(order) ?? null,
    currency,
    lines: order.line_items.map((line) => toLine(line, currency)),
    totals: toTotals(order, currency),
    buyerEmail: order.billing.email || null,
    shippingAddress: order.shipping_lines.length === 0 ? null : toAddress(order.shipping),
    tracking: parcels.map(toTracking),
    createdAt,
    updatedAt: order.date_modified_gmt === null ? createdAt : toInstant(order.date_modified_gmt),
  };
}

export function sessionIdOf(order: Pick<WooOrder, 'meta_data'>): string | undefined {
  const value = metaOf(order, SESSION_META);
  return typeof value === 'string' ? value : undefined;
}

function metaOf(order: Pick<WooOrder, 'meta_data'>, key: string): unknown {
  return order.meta_data.findLast((meta) => meta.key === key)?.value;
}

/** A failed payment can be tried again on the same order, so it is still to be captured. */
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  pending: 'pending',
  'on-hold': 'pending',
  failed: 'pending',
  processing: 'processing',
  completed: 'delivered',
  cancelled: 'canceled',
  refunded: 'refunded',
};

/**
 * WooCommerce has one status, completed, for what was sent and what has arrived; the parcels tell them apart. An order
 * that waits although its money has come is confirmed. Statuses that plugins add are read by their names:
 * `partially-shipped`, `delivered`, `awaiting-pickup`, `pre-ordered`.
 */
function toOrderStatus({ status, date_paid_gmt }: WooOrder, parcels: readonly TrackingItem[]): OrderStatus {
  const known = STATUSES[status];
  const isHandled = known === undefined || status === 'processing' || status === 'completed';
  if (isHandled && parcels.length > 0) return whereabouts(parcels);
  if (status === 'pending' || status === 'on-hold') return date_paid_gmt ? 'confirmed' : 'pending';
  return known ?? NAMED.find(([words]) => words.test(status))?.[1] ?? 'processing';
}

const NAMED: readonly (readonly [RegExp, OrderStatus])[] = [
  [/awaiting-payment|partially-paid/, 'pending'],
  [/delivered/, 'delivered'],
  [/shipped|dispatched|sent$|transit|out-for-delivery/, 'shipped'],
  [/confirmed|paid|pre-?ordered/, 'confirmed'],
];

function whereabouts(parcels: readonly TrackingItem[]): OrderStatus {
  return parcels.every((parcel) => parcel.date_delivered !== '') ? 'delivered' : 'shipped';
}

function toLine(line: WooOrder['line_items'][number], currency: string): OrderLine {
  const number = line.variation_id || line.product_id;
  return {
    // Both are 0 once the goods are deleted.
    variantId: number === 0 ? null : variantGid(number),
    title: plainLine(line.name),
    quantity: line.quantity,
    price: Math.round(toMinorUnits(line.subtotal, currency) / Math.max(1, line.quantity)),
  };
}

/**
 * The subtotal is what remains of the total: so fees are in it, and the shop's rounding of each line cannot make the
 * sum miss by a cent. A partial refund leaves the total as it was paid.
 */
function toTotals(order: WooOrder, currency: string): Totals {
  const amount = (decimal: string) => toMinorUnits(decimal, currency);
  const discount = amount(order.discount_total);
  const tax = amount(order.total_tax);
  const shipping = amount(order.shipping_total);
  const total = amount(order.total);
  return { subtotal: total - shipping - tax + discount, discount, tax, shipping, total };
}

/**
 * Null for an address of empty strings, as the classic checkout leaves it where nothing is shipped. The block checkout copies
 * the billing address then: so it is no place that anything goes to unless the order has a way of shipping.
 */
function toAddress(address: WooOrder['shipping']): ShippingAddress | null {
  const { address_1, address_2, city, state, postcode, country } = address;
  if ([address_1, city, postcode, country].every((part) => part === '')) return null;
  return {
    name: joined(' ', address.first_name, address.last_name),
    line1: joined(', ', address_1, address_2),
    city: city || null,
    region: state || null,
    postalCode: postcode || null,
    country: country || null,
  };
}

function joined(separator: string, ...parts: string[]): string | null {
  return parts.filter((part) => part !== '').join(separator) || null;
}

/** No core field: the convention of the tracking plugins, which keep a list or a map of entries. */
function parcelsOf(order: WooOrder): TrackingItem[] {
  const kept = metaOf(order, TRACKING_META);
  const entries: unknown[] = typeof kept === 'object' && kept !== null ? Object.values(kept) : [];
  return entries.flatMap((entry) => {
    const parsed = trackingItem.safeParse(entry);
    return parsed.success && parsed.data.tracking_number !== '' ? [parsed.data] : [];
  });
}

function toTracking(item: TrackingItem): Tracking {
  return {
    carrier: item.custom_tracking_provider || item.tracking_provider || null,
    number: item.tracking_number,
    url: /^https?:\/\//.test(item.custom_tracking_link) ? item.custom_tracking_link : null,
  };
}

/** WooCommerce writes UTC without saying so. */
function toInstant(gmt: string): string {
  return new Date(gmt.endsWith('Z') ? gmt : `${gmt}Z`).toISOString();
}
