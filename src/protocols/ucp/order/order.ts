import type { Order, OrderStatus, OrderStep, ShippingAddress } from '../../../commerce/order/order.ts';
import {
  type FulfillmentEvent,
  type OrderProgress,
  type Pieces,
  sumPiecesByLine,
} from '../../../commerce/order/order-progress.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { omitEmpty } from '../../omit-empty.ts';
import { renderLineReceipt, renderReceipt } from '../content/receipt.ts';
import { orderPermalink } from '../profile/links.ts';

type OrderToRender = { store: Store; order: Order; steps: readonly OrderStep[]; ucp: object };

/** Renders a confirmed order, the same in an answer and in an event. `steps`: status changes, oldest first. */
export function renderOrder({ store, order, steps, ucp }: OrderToRender) {
  // Older rows, and their undelivered events, have no progress.
  const progress = order.progress ?? toProgress(order, steps);
  const rest = progress.hasMoreLines ? 'Further items and other charges' : undefined;
  return {
    ucp,
    id: order.id,
    label: order.platformOrder ? `#${order.platformOrder.number}` : undefined,
    checkout_id: order.sessionId,
    permalink_url: orderPermalink(store, order.pageUrl ?? null),
    currency: order.currency,
    line_items: progress.lines.map(renderLine),
    fulfillment: {
      expectations: omitEmpty(renderExpectations(order, progress)),
      events: progress.events.map((event) => renderEvent(event, countByLine(progress, event.lines))),
    },
    adjustments: omitEmpty(renderAdjustments(order, progress, steps)),
    prices_include_tax: order.totals.pricesIncludeTax,
    totals: renderReceipt(progress.lines, order.totals, rest),
  };
}

/** Stable for the lifetime of the order. */
function toLineName(index: number): string {
  return `line-${index + 1}`;
}

type LineCount = { id: string; quantity: number };

/** Sums signed counts per line; lines that the order does not have are dropped. */
function countByLine({ lines }: OrderProgress, pieces: readonly Pieces[]): LineCount[] {
  return [...sumPiecesByLine(pieces)].flatMap(([lineId, quantity]) => {
    const index = lines.findIndex(({ id }) => id === lineId);
    return index === -1 || quantity === 0 ? [] : [{ id: toLineName(index), quantity }];
  });
}

/** Pieces that were fulfilled and returned no longer belong to the order. */
function renderLine(line: OrderProgress['lines'][number], index: number) {
  const { original, current: total } = line;
  const name = toLineName(index);
  const fulfilled = Math.min(line.fulfilled, total);
  return {
    id: name,
    item: { id: line.variantId ?? `deleted-${name}`, title: line.title, price: line.price },
    quantity: { original, total, fulfilled },
    totals: renderLineReceipt(line),
    status: computeLineStatus(total, fulfilled),
  };
}

/** Spec, Order: Status Derivation. */
function computeLineStatus(total: number, fulfilled: number) {
  if (total === 0) return 'removed';
  if (fulfilled === total) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}

/** Estimated parcels first, then all other pieces that will be shipped. */
function renderExpectations(order: Order, progress: OrderProgress) {
  const address = order.shippingAddress;
  if (address === null || order.status === 'canceled') return [];
  const dated = progress.estimates.map(({ lines, by }) => ({
    lines: countByLine(progress, lines),
    description: `Expected by ${by.slice(0, 10)}.`,
  }));
  const inDated = sumPiecesByLine(progress.estimates.flatMap(({ lines }) => lines));
  const others = progress.lines
    .filter(({ isSent }) => isSent !== false)
    .map(({ id, current }) => ({ lineId: id, quantity: Math.max(0, current - (inDated.get(id) ?? 0)) }));
  return [...dated, { lines: countByLine(progress, others), description: undefined }]
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, description }, index) => ({
      id: `expectation-${index + 1}`,
      line_items: lines,
      method_type: 'shipping',
      destination: renderDestination(address),
      description,
    }));
}

/** Leaves out street and name, which the buyer gave to the shop alone. */
function renderDestination({ city, region, country }: ShippingAddress) {
  return {
    address_locality: city ?? undefined,
    address_region: region ?? undefined,
    address_country: country ?? undefined,
  };
}

function renderEvent({ id, type, at, tracking }: FulfillmentEvent, lines: LineCount[]) {
  return {
    id,
    occurred_at: at,
    type,
    line_items: lines,
    tracking_number: tracking?.number ?? undefined,
    tracking_url: tracking?.url ?? undefined,
    carrier: tracking?.carrier ?? undefined,
  };
}

interface Adjustment {
  id: string;
  type: string;
  at: string;
  /** Signed counts. */
  lines: readonly Pieces[];
  /** Signed minor units; 0 where no money moved. */
  amount: number;
}

/** Renders changes since the purchase, oldest first: with these it is the order as it is now. Edits exclude what was refunded. */
function renderAdjustments(order: Order, progress: OrderProgress, steps: readonly OrderStep[]) {
  const described: Adjustment[] = [
    ...progress.refunds.map(({ id, type, at, amount, lines }) => ({
      id: `${type}-${id}`,
      type,
      at,
      lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity: -quantity })),
      amount: -amount,
    })),
    ...progress.edits.map(({ lineId, quantity, at }, index) => ({
      id: `edit-${index + 1}`,
      type: 'order_edit',
      at,
      lines: [{ lineId, quantity }],
      amount: 0,
    })),
    ...refundOfAll(order, progress, steps),
    ...renderCancellation(order, progress, steps),
  ];
  return described
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ id, type, at, lines, amount }) => ({
      id,
      type,
      occurred_at: at,
      status: 'completed',
      line_items: omitEmpty(countByLine(progress, lines)),
      totals: amount === 0 ? undefined : [{ type: 'total', amount }],
    }));
}

/** An order that was refunded as a whole, without refunds of its own, gets one of its total. */
function refundOfAll(order: Order, { refunds }: OrderProgress, steps: readonly OrderStep[]): Adjustment[] {
  if (order.status !== 'refunded' || refunds.some(({ amount }) => amount > 0)) return [];
  const at = getReachedAt(order, steps, 'refunded');
  return [{ id: 'refund-1', type: 'refund', at, lines: [], amount: -order.totals.total }];
}

function renderCancellation(order: Order, progress: OrderProgress, steps: readonly OrderStep[]) {
  if (order.status !== 'canceled') return [];
  const gone = sumPiecesByLine(progress.refunds.flatMap(({ lines }) => lines));
  const edited = sumPiecesByLine(progress.edits);
  const lines = progress.lines.map(({ id, original }) => ({
    lineId: id,
    quantity: -Math.max(0, original + (edited.get(id) ?? 0) - (gone.get(id) ?? 0)),
  }));
  const at = getReachedAt(order, steps, 'canceled');
  return [{ id: 'cancellation-1', type: 'cancellation', at, lines, amount: 0 }];
}

const SENT: ReadonlySet<OrderStatus> = new Set(['shipped', 'delivered']);

/** Time of the first of these statuses, else of the shop's last change. */
function getReachedAt(order: Order, steps: readonly OrderStep[], ...statuses: OrderStatus[]): string {
  const step = steps.find(({ status }) => statuses.includes(status));
  return step?.at ?? order.platformOrder?.updatedAt ?? order.createdAt;
}

/** Derives progress from the status alone, for older orders. With several parcels none names its content. */
function toProgress(order: Order, steps: readonly OrderStep[]): OrderProgress {
  const isSent = SENT.has(order.status) || steps.some(({ status }) => SENT.has(status));
  return {
    lines: order.lines.map((line, index) => {
      const { quantity: original } = line;
      const current = order.status === 'canceled' ? 0 : original;
      const fulfilled = isSent ? current : 0;
      return { ...line, id: String(index + 1), original, current, fulfilled, discount: null, isSent: null };
    }),
    hasMoreLines: false,
    events: isSent ? buildEvents(order, steps) : [],
    refunds: [],
    estimates: [],
    edits: [],
  };
}

function buildEvents(order: Order, steps: readonly OrderStep[]): FulfillmentEvent[] {
  const parcels = order.tracking.length > 0 ? order.tracking : [null];
  const isDelivered = order.status === 'delivered' || steps.some(({ status }) => status === 'delivered');
  const all = order.lines.map(({ quantity }, index) => ({ lineId: String(index + 1), quantity }));
  const lines = parcels.length === 1 ? all : [];
  return parcels.flatMap((tracking, index) => {
    const buildEvent = (type: string, ...statuses: OrderStatus[]): FulfillmentEvent => {
      const at = getReachedAt(order, steps, ...statuses);
      return { id: `${type}-${index + 1}`, type, at, lines, tracking };
    };
    const shipped = buildEvent('shipped', 'shipped', 'delivered');
    return isDelivered ? [shipped, buildEvent('delivered', 'delivered')] : [shipped];
  });
}
