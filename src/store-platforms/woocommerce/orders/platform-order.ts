import type { Totals } from '../../../commerce/checkout/cart.ts';
import { settleLines } from '../../../commerce/checkout/settled-lines.ts';
import { toMinorUnits } from '../../../commerce/money/money.ts';
import type {
  OrderLine,
  OrderStatus,
  PlatformOrder,
  ShippingAddress,
} from '../../../commerce/order/order.ts';
import { orderGid, toVariantGid } from '../items.ts';
import { withNamedFees, withoutNegativeFees } from '../named-fees.ts';
import { plainLine } from '../plain-text.ts';
import { countPieces, orderProgress, readMeta, readParcels, toInstant, toTracking } from './progress.ts';
import type { TrackingItem, WooOrder, WooRefund } from './wire.ts';

export const SESSION_META = 'service_session_id';
/** The plugin's id of the cart: the service's of the session or of the cart. */
export const CART_META = '_ucp_host_cart_id';

export function toPlatformOrder(order: WooOrder, refunds: readonly WooRefund[]): PlatformOrder {
  const currency = order.currency.toUpperCase();
  const parcels = readParcels(order);
  const createdAt = toInstant(order.date_created_gmt);
  const updatedAt = order.date_modified_gmt ? toInstant(order.date_modified_gmt) : createdAt;
  const orderLines = order.line_items.map((line) => toLine(line, currency));
  const { lines, totals } = settleLines(orderLines, toTotals(order, currency), currency);
  const status = toOrderStatus(order, parcels);
  return {
    id: orderGid(order.id),
    number: plainLine(order.number).slice(0, MAX_NUMBER_LENGTH) || String(order.id),
    status,
    sessionId: readMetaText(order, SESSION_META) ?? null,
    cartId: readMetaText(order, CART_META) ?? null,
    isPaid: isPaid(order),
    ...(isAttempt(order) ? { isAttempt: true } : {}),
    currency,
    lines,
    totals: withoutNegativeFees(totals),
    buyerEmail: order.billing.email || null,
    shippingAddress: order.shipping_lines.length === 0 ? null : toAddress(order.shipping),
    tracking: parcels.map(toTracking),
    progress: orderProgress({ order, refunds, lines, parcels, status, updatedAt }),
    pageUrl: pageOf(order),
    createdAt,
    updatedAt,
  };
}

/** Plugins number orders as they like (`2026-0042`). */
const MAX_NUMBER_LENGTH = 100;

/** Undefined for a cart's own order, and for a part of an order, which plugins make with all its meta. */
export function readMetaText(
  order: Pick<WooOrder, 'meta_data' | 'parent_id'>,
  key: string,
): string | undefined {
  if (order.parent_id !== 0) return undefined;
  const value = readMeta(order, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `failed` is pending: the payment can be retried on the same order. */
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  pending: 'pending',
  'on-hold': 'pending',
  failed: 'pending',
  processing: 'processing',
  completed: 'shipped',
  cancelled: 'canceled',
  refunded: 'refunded',
};

/** `completed` is sent; only parcels show arrival. A paid order on hold is confirmed; plugins' statuses are read by their names. */
function toOrderStatus({ status, date_paid_gmt }: WooOrder, parcels: readonly TrackingItem[]): OrderStatus {
  const ownStatus = STATUSES[status];
  const isHandled = ownStatus === undefined || status === 'processing' || status === 'completed';
  if (isHandled && parcels.length > 0)
    return parcels.every((parcel) => parcel.date_delivered !== '') ? 'delivered' : 'shipped';
  if (status === 'pending' || status === 'on-hold') return date_paid_gmt ? 'confirmed' : 'pending';
  return ownStatus ?? NAMED.find(([words]) => words.test(status))?.[1] ?? 'processing';
}

/** True for an order that sells nothing (docs/connector-protocol.md); one `on-hold` was placed, and waits for a transfer. */
function isAttempt(order: WooOrder): boolean {
  return ['pending', 'failed', 'cancelled'].includes(order.status) && !isPaid(order);
}

/** Orders to be paid on delivery have no date before. */
function isPaid({ date_paid_gmt }: Pick<WooOrder, 'date_paid_gmt'>): boolean {
  return Boolean(date_paid_gmt);
}

const NAMED: readonly (readonly [RegExp, OrderStatus])[] = [
  [/awaiting-payment|partial(?:ly-paid|-payment)|pending-deposit|(?:un|not-)(?:paid|confirmed)/, 'pending'],
  [/(?<!un|not-|partial-|partially-)delivered/, 'delivered'],
  [/delivered|(?<!un|not-)shipped|dispatched|sent$|transit|out-for-delivery/, 'shipped'],
  [/confirmed|paid|pre-?ordered/, 'confirmed'],
];

function toLine(line: WooOrder['line_items'][number], currency: string): OrderLine {
  const number = line.variation_id || line.product_id;
  const subtotal = toMinorUnits(line.subtotal, currency);
  const quantity = countPieces(line.quantity);
  const price = Math.round(subtotal / Math.max(1, quantity));
  return {
    // Both are 0 when the product was deleted.
    variantId: number === 0 ? null : toVariantGid(number),
    title: plainLine(line.name) + describeMeasure(line, { subtotal, price, quantity }, currency),
    quantity,
    price,
    subtotal,
  };
}

const MAX_PRICE_DIGITS = 6;

/** Says in the title what whole pieces and minor units cannot: a part of a piece, or a price below a minor unit. */
function describeMeasure(
  line: WooOrder['line_items'][number],
  { subtotal, price, quantity }: Required<Pick<OrderLine, 'subtotal' | 'price' | 'quantity'>>,
  currency: string,
): string {
  if (quantity !== line.quantity) return ` (${line.quantity})`;
  const isFar = Math.abs(price * quantity - subtotal) * 100 > subtotal;
  const each = Number((Number(line.subtotal) / quantity).toFixed(MAX_PRICE_DIGITS));
  return isFar ? ` (${each} ${currency} each)` : '';
}

/** Derives the subtotal from the total, so that it holds fees and rounding. Without tax; a partial refund leaves the total. */
function toTotals(order: WooOrder, currency: string): Totals {
  const toAmount = (decimal: string) => toMinorUnits(decimal, currency);
  const discount = toAmount(order.discount_total);
  const tax = toAmount(order.total_tax);
  const shipping = toAmount(order.shipping_total);
  const total = toAmount(order.total);
  const subtotal = total - shipping - tax + discount;
  const fees = order.fee_lines.map((fee) => ({ name: fee.name, amount: toAmount(fee.total) }));
  return withNamedFees({ subtotal, discount, tax, shipping, total, pricesIncludeTax: false }, fees);
}

/** Null for an empty address: the classic checkout stores it when nothing is shipped. The block checkout copies the billing address. */
function toAddress(address: WooOrder['shipping']): ShippingAddress | null {
  const { address_1, address_2, city, state, postcode, country } = address;
  const join = (separator: string, ...parts: string[]) => parts.filter(Boolean).join(separator) || null;
  if ([address_1, city, postcode, country].every((part) => part === '')) return null;
  return {
    name: join(' ', address.first_name, address.last_name),
    line1: join(', ', address_1, address_2),
    city: city || null,
    region: state || null,
    postalCode: postcode || null,
    country: country || null,
  };
}

/** The order's page shares the place of its payment address; null without it. The key in it grants access. */
function pageOf({ id, order_key: key, payment_url: payment }: WooOrder): string | null {
  const url = URL.parse(payment);
  const place = `/order-pay/${id}`;
  if (!url?.pathname.includes(place) || key === '') return null;
  url.pathname = url.pathname.replace(place, `/order-received/${id}`);
  url.search = `?key=${encodeURIComponent(key)}`;
  return url.href;
}
