import { toMinorUnits } from '../../../commerce/money.ts';
import type { OrderLine, OrderStatus } from '../../../commerce/order.ts';
import {
  type FulfillmentEvent,
  type LineProgress,
  type Pieces,
  type PlatformProgress,
  piecesOf,
  type Refund,
} from '../../../commerce/order-progress.ts';
import { settledParts } from '../../../commerce/settled-parts.ts';
import type { TrackingItem, WooOrder, WooRefunds } from './wire.ts';
import { toInstant, toTracking } from './parcels.ts';

interface Told {
  order: WooOrder;
  refunds: WooRefunds;
  /** As many as `line_items`, in their order. */
  lines: readonly OrderLine[];
  parcels: readonly TrackingItem[];
  status: OrderStatus;
  updatedAt: string;
}

/**
 * What WooCommerce knows of an order's goods. It has no word for what was sent of a line: an order that was completed was sent
 * as a whole, and of one that was not, only an order of a single piece tells by its parcel what is in it. For all else a line
 * counts as not sent, and a parcel names no goods.
 */
export function orderProgress(told: Told): PlatformProgress {
  // The shop tells the newest first.
  const inTurn = told.refunds.toSorted((one, other) => one.id - other.id);
  const refunds = inTurn.map((refund) => toRefund(refund, told.order.currency));
  const lines = toLines(told, refunds);
  return {
    lines,
    hasMoreLines: false,
    events: eventsOf(told),
    refunds,
    estimates: [],
  };
}

function toLines(told: Told, refunds: readonly Refund[]): LineProgress[] {
  const { order, lines, status } = told;
  const returned = refunds.flatMap((refund) => refund.lines);
  const discounts = discountsOf(order);
  const isSent = isWhollySent(told) || isOnePieceSent(told);
  return lines.map((line, index) => {
    const { quantity } = line;
    const id = String(order.line_items[index]?.id ?? index);
    const left = Math.max(0, quantity - piecesOf(returned, id));
    const current = status === 'canceled' ? 0 : left;
    const fulfilled = isSent ? current : 0;
    const discount = discounts?.[index] ?? null;
    return { ...line, id, current, fulfilled, discount, isSent: null };
  });
}

/** Line by line, as far as they make what the order says. */
function discountsOf(order: WooOrder): number[] | undefined {
  const amount = (decimal: string) => toMinorUnits(decimal, order.currency);
  const parts = order.line_items.map(({ subtotal, total }) => Math.max(0, amount(subtotal) - amount(total)));
  return settledParts(parts, amount(order.discount_total));
}

/** Also of an order whose money was given back since. Plugins' statuses are read by their names, as for the order's own. */
function isWhollySent({ order: { status, date_completed_gmt: completed } }: Told): boolean {
  if (completed || status === 'completed') return true;
  return /delivered|shipped|dispatched|sent$/.test(status) && !/partial/.test(status);
}

function isOnePieceSent({ lines, parcels }: Told): boolean {
  return parcels.length > 0 && lines.reduce((sum, { quantity }) => sum + quantity, 0) === 1;
}

function eventsOf(told: Told): FulfillmentEvent[] {
  const { order, parcels, updatedAt } = told;
  const all = order.line_items.map(({ id, quantity }) => ({ lineId: String(id), quantity }));
  if (parcels.length === 0) return completedOf(order, all);
  const lines = parcels.length === 1 && (isWhollySent(told) || isOnePieceSent(told)) ? all : [];
  return parcels.flatMap((parcel, index) => {
    const id = parcel.tracking_id || String(index + 1);
    const shared = { lines, tracking: toTracking(parcel) };
    const shipped = { id: `shipped-${id}`, type: 'shipped', at: seconds(parcel.date_shipped) ?? updatedAt };
    if (parcel.date_delivered === '') return [{ ...shipped, ...shared }];
    const at = seconds(parcel.date_delivered) ?? updatedAt;
    return [
      { ...shipped, ...shared },
      { id: `delivered-${id}`, type: 'delivered', at, ...shared },
    ];
  });
}

/** Sent, handed over or downloaded: that it is done is all that the shop tells. */
function completedOf({ date_completed_gmt: completed }: WooOrder, lines: Pieces[]): FulfillmentEvent[] {
  if (!completed) return [];
  return [{ id: 'fulfilled', type: 'fulfilled', at: toInstant(completed), lines, tracking: null }];
}

function toRefund(
  { id, date_created_gmt, amount, line_items }: WooRefunds[number],
  currency: string,
): Refund {
  return {
    id: String(id),
    type: 'refund',
    at: toInstant(date_created_gmt),
    amount: Math.abs(toMinorUnits(amount, currency)),
    lines: line_items.flatMap(({ quantity, meta_data }) => {
      const line = meta_data.find(({ key }) => key === '_refunded_item_id')?.value;
      return quantity === 0 || line === undefined
        ? []
        : [{ lineId: String(line), quantity: Math.abs(quantity) }];
    }),
  };
}

function seconds(text: string): string | undefined {
  return /^\d{9,11}$/.test(text) ? new Date(Number(text) * 1000).toISOString() : undefined;
}
