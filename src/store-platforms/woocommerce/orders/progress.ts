import { settleParts } from '../../../commerce/checkout/settled-parts.ts';
import { toMinorUnits } from '../../../commerce/money/money.ts';
import type { OrderLine, OrderStatus, Tracking } from '../../../commerce/order/order.ts';
import {
  type FulfillmentEvent,
  type LineProgress,
  type PlatformProgress,
  type Refund,
  sumPiecesByLine,
} from '../../../commerce/order/order-progress.ts';
import { readPart } from '../../read-shape.ts';
import { withTrackingPage } from '../../tracking-links.ts';
import { type TrackingItem, trackingItem, type WooOrder, type WooRefund } from './wire.ts';

interface OrderFacts {
  order: WooOrder;
  refunds: readonly WooRefund[];
  /** Parallel to `line_items`. */
  lines: readonly OrderLine[];
  parcels: readonly TrackingItem[];
  status: OrderStatus;
  updatedAt: string;
}

/** Counts a completed order as sent, one of a single piece by its parcel, all others as unsent: parcels name no goods. */
export function orderProgress(facts: OrderFacts): PlatformProgress {
  // The shop lists the newest first.
  const ordered = facts.refunds.toSorted((one, other) => one.id - other.id);
  const refunds = ordered.map((refund) => toRefund(refund, facts.order));
  const lines = toLines(facts, refunds);
  return { lines, hasMoreLines: false, events: toEvents(facts), refunds, estimates: [] };
}

function toLines(facts: OrderFacts, refunds: readonly Refund[]): LineProgress[] {
  const { order, lines, status } = facts;
  const returned = sumPiecesByLine(refunds.flatMap((refund) => refund.lines));
  const discounts = computeDiscounts(order);
  const isSent = isWhollySent(facts) || isOnePieceSent(facts);
  return lines.map((line, index) => {
    const { quantity } = line;
    const id = String(order.line_items[index]?.id ?? index);
    const current = status === 'canceled' ? 0 : Math.max(0, quantity - (returned.get(id) ?? 0));
    const fulfilled = isSent ? current : 0;
    return { ...line, id, current, fulfilled, discount: discounts?.[index] ?? null, isSent: null };
  });
}

/** Discounts by line; undefined when they do not add up to the order's. */
function computeDiscounts(order: WooOrder): number[] | undefined {
  const toAmount = (decimal: string) => toMinorUnits(decimal, order.currency);
  const parts = order.line_items.map((line) => Math.max(0, toAmount(line.subtotal) - toAmount(line.total)));
  return settleParts(parts, toAmount(order.discount_total));
}

/** True also for an order refunded since. Statuses of plugins are read by their names. */
function isWhollySent({ order: { status, date_completed_gmt: completed } }: OrderFacts): boolean {
  if (completed || status === 'completed') return true;
  return /delivered|shipped|dispatched|sent$/.test(status) && !/partial|unshipped|not-/.test(status);
}

function isOnePieceSent({ lines, parcels }: OrderFacts): boolean {
  return parcels.length > 0 && lines.reduce((sum, { quantity }) => sum + quantity, 0) === 1;
}

function toEvents(facts: OrderFacts): FulfillmentEvent[] {
  const { order, parcels, updatedAt } = facts;
  const all = order.line_items.map(({ id, quantity }) => ({
    lineId: String(id),
    quantity: countPieces(quantity),
  }));
  if (parcels.length === 0) {
    // WooCommerce does not distinguish sent, handed over and downloaded.
    const event = { id: 'fulfilled', type: 'fulfilled', lines: all, tracking: null };
    return order.date_completed_gmt ? [{ ...event, at: toInstant(order.date_completed_gmt) }] : [];
  }
  const lines = parcels.length === 1 && (isWhollySent(facts) || isOnePieceSent(facts)) ? all : [];
  return parcels.flatMap((parcel, index) => {
    const toEvent = (type: string, seconds: string) => ({
      id: `${type}-${parcel.tracking_id || index + 1}`,
      type,
      at: parseSeconds(seconds) ?? updatedAt,
      lines,
      tracking: toTracking(parcel),
    });
    const { date_shipped: shipped, date_delivered: delivered } = parcel;
    return [toEvent('shipped', shipped), ...(delivered === '' ? [] : [toEvent('delivered', delivered)])];
  });
}

/** Whole pieces; a part of one, as plugins sell by weight, counts as one line. */
export function countPieces(quantity: number): number {
  return Number.isInteger(quantity) ? quantity : Math.sign(quantity);
}

/** Pieces of a line that a refund returns; 0 for a part of what counts as one. */
function countReturned(order: WooOrder, lineId: string, quantity: number): number {
  const line = order.line_items.find(({ id }) => String(id) === lineId);
  const isPart = line && !Number.isInteger(line.quantity) && line.quantity !== Math.abs(quantity);
  return isPart ? 0 : Math.abs(countPieces(quantity));
}

function toRefund({ id, date_created_gmt, amount, line_items }: WooRefund, order: WooOrder): Refund {
  return {
    id: String(id),
    type: 'refund',
    at: toInstant(date_created_gmt),
    amount: Math.abs(toMinorUnits(amount, order.currency)),
    lines: line_items.flatMap(({ quantity, meta_data }) => {
      const line = meta_data.find(({ key }) => key === '_refunded_item_id')?.value;
      if (line === undefined) return [];
      const returned = { lineId: String(line), quantity: countReturned(order, String(line), quantity) };
      return returned.quantity === 0 ? [] : [returned];
    }),
  };
}

function parseSeconds(text: string): string | undefined {
  return /^\d{9,11}$/.test(text) ? new Date(Number(text) * 1000).toISOString() : undefined;
}

const MAX_PARCELS = 1_000;

export function readMeta(order: Pick<WooOrder, 'meta_data'>, key: string): unknown {
  return order.meta_data.findLast((meta) => meta.key === key)?.value;
}

/** Reads the convention of tracking plugins, a list or map of entries, up to a bound; core has no such field. */
export function readParcels(order: WooOrder): TrackingItem[] {
  const meta = readMeta(order, '_wc_shipment_tracking_items');
  const entries: unknown[] = typeof meta === 'object' && meta !== null ? Object.values(meta) : [];
  const parcels = entries.slice(0, MAX_PARCELS).flatMap((entry) => readPart(trackingItem, entry).data ?? []);
  return parcels.filter(({ tracking_number }) => tracking_number !== '');
}

/** Built-in providers are stored as slugs (`usps`) without a link. */
export function toTracking(item: TrackingItem): Tracking {
  return withTrackingPage({
    carrier: item.custom_tracking_provider || item.tracking_provider || null,
    number: item.tracking_number,
    url: item.custom_tracking_link,
  });
}

/** Parses WooCommerce's UTC times, which carry no zone. */
export function toInstant(gmt: string): string {
  return new Date(gmt.endsWith('Z') ? gmt : `${gmt}Z`).toISOString();
}
