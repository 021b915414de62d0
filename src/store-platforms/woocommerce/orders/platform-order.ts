import type { Totals } from '../../../commerce/cart.ts';
import { toMinorUnits } from '../../../commerce/money.ts';
import type { OrderLine, OrderStatus, PlatformOrder, ShippingAddress } from '../../../commerce/order.ts';
import { settledLines } from '../../../commerce/settled-lines.ts';
import { orderGid, variantGid } from '../items.ts';
import { orderProgress } from './progress.ts';
import type { TrackingItem, WooOrder, WooRefunds } from './wire.ts';
import { metaOf, parcelsOf, toInstant, toTracking } from './parcels.ts';
import { plainLine } from '../plain-text.ts';

export const SESSION_META = 'service_session_id';

export function toPlatformOrder(order: WooOrder, refunds: WooRefunds): PlatformOrder {
  const currency = order.currency.toUpperCase();
  const parcels = parcelsOf(order);
  const createdAt = toInstant(order.date_created_gmt);
  const updatedAt = order.date_modified_gmt === null ? createdAt : toInstant(order.date_modified_gmt);
  const told = order.line_items.map((line) => toLine(line, currency));
  const { lines, totals } = settledLines(told, toTotals(order, currency), currency);
  const status = toOrderStatus(order, parcels);
  return {
    id: orderGid(order.id),
    number: String(order.id),
    status,
    sessionId: sessionIdOf(order) ?? null,
    currency,
    lines,
    totals,
    buyerEmail: order.billing.email || null,
    shippingAddress: order.shipping_lines.length === 0 ? null : toAddress(order.shipping),
    tracking: parcels.map(toTracking),
    progress: orderProgress({ order, refunds, lines, parcels, status, updatedAt }),
    pageUrl: pageOf(order),
    createdAt,
    updatedAt,
  };
}

export function sessionIdOf(order: Pick<WooOrder, 'meta_data'>): string | undefined {
  const value = metaOf(order, SESSION_META);
  return typeof value === 'string' ? value : undefined;
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
  const subtotal = toMinorUnits(line.subtotal, currency);
  return {
    // Both are 0 once the goods are deleted.
    variantId: number === 0 ? null : variantGid(number),
    title: plainLine(line.name),
    quantity: line.quantity,
    price: Math.round(subtotal / Math.max(1, line.quantity)),
    subtotal,
  };
}

/**
 * The subtotal is what remains of the total: so fees are in it, and the shop's rounding cannot make the sum miss by a cent.
 * Lines and subtotal are without tax, whatever the shop's prices hold. A partial refund leaves the total as it was paid.
 */
function toTotals(order: WooOrder, currency: string): Totals {
  const amount = (decimal: string) => toMinorUnits(decimal, currency);
  const discount = amount(order.discount_total);
  const tax = amount(order.total_tax);
  const shipping = amount(order.shipping_total);
  const total = amount(order.total);
  const fees = order.fee_lines.reduce((sum, fee) => sum + amount(fee.total), 0);
  const subtotal = total - shipping - tax + discount;
  return { subtotal, discount, tax, shipping, total, fees, pricesIncludeTax: false };
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

/**
 * Where the shop shows the order to who has its key: the page that the buyer came to after paying. Its place is that of the
 * checkout page, which the address for paying tells; without that there is none.
 */
function pageOf({ id, order_key: key, payment_url: payment }: WooOrder): string | null {
  const url = URL.parse(payment);
  const place = `/order-pay/${id}`;
  if (!url || !/^https?:$/.test(url.protocol) || !url.pathname.includes(place) || key === '') return null;
  url.pathname = url.pathname.replace(place, `/order-received/${id}`);
  url.search = `?key=${encodeURIComponent(key)}`;
  return url.href;
}
