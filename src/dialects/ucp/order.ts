import { visibleText } from '../../commerce/visible-text.ts';
import type { Order, OrderLine, OrderStep } from '../../commerce/order.ts';
import type { Store } from '../../commerce/store.ts';
import { orderPermalink } from './links.ts';
import { reachedAt, renderFulfillment, wasSent } from './order-fulfillment.ts';
import { orderTotals } from './order-totals.ts';

export const ORDER = 'dev.ucp.shopping.order';

interface OrderToRender {
  store: Store;
  order: Order;
  /** What became of it so far, oldest first. */
  steps: readonly OrderStep[];
  /** The response's `ucp` member. */
  ucp: object;
}

/** An order as it is now, the same in an answer and in an event. Only for an order that the shop has confirmed. */
export function renderOrder({ store, order, steps, ucp }: OrderToRender) {
  const sent = wasSent(order, steps);
  const lines = order.lines.map((line, index) => renderLine(line, index, { order, sent }));
  const present = lines.filter(({ quantity }) => quantity.total > 0);
  const counts = present.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
  const adjustments = renderAdjustments(order, steps);
  return {
    ucp,
    id: order.id,
    ...(order.platformOrder ? { label: `#${order.platformOrder.number}` } : {}),
    checkout_id: order.sessionId,
    permalink_url: orderPermalink(store),
    currency: order.currency,
    line_items: lines,
    fulfillment: renderFulfillment(order, steps, counts),
    ...(adjustments.length > 0 ? { adjustments } : {}),
    totals: orderTotals(order.totals),
  };
}

const lineId = (index: number) => `line-${index + 1}`;

/** Shops tell how an order stands, not each of its lines: they stand as it does. */
function renderLine(line: OrderLine, index: number, { order, sent }: { order: Order; sent: boolean }) {
  const total = order.status === 'canceled' ? 0 : line.quantity;
  const fulfilled = sent ? total : 0;
  const cost = line.price * line.quantity;
  return {
    id: lineId(index),
    item: { id: line.variantId ?? `deleted-${index + 1}`, title: visibleText(line.title), price: line.price },
    quantity: { original: line.quantity, total, fulfilled },
    totals: [
      { type: 'subtotal', amount: cost },
      { type: 'total', amount: cost },
    ],
    status: lineStatus(total, fulfilled),
  };
}

function lineStatus(total: number, fulfilled: number): 'removed' | 'fulfilled' | 'partial' | 'processing' {
  if (total === 0) return 'removed';
  if (fulfilled === total) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}

/** A canceled order was not kept, a refunded one was paid back in full. What was paid back in part, shops do not tell here. */
function renderAdjustments(order: Order, steps: readonly OrderStep[]) {
  if (order.status === 'canceled') {
    const removed = order.lines.map(({ quantity }, index) => ({ id: lineId(index), quantity: -quantity }));
    return [adjustment('cancellation', reachedAt(order, steps, 'canceled'), { line_items: removed })];
  }
  if (order.status !== 'refunded') return [];
  const returned = [{ type: 'total', amount: -order.totals.total }];
  return [adjustment('refund', reachedAt(order, steps, 'refunded'), { totals: returned })];
}

function adjustment(type: string, occurredAt: string, details: object) {
  return { id: `${type}-1`, type, occurred_at: occurredAt, status: 'completed', ...details };
}
