import type { Order, OrderStep } from '../../../commerce/order/order.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { renderLineReceipt, renderReceipt } from '../content/receipt.ts';
import { orderPermalink } from '../profile/links.ts';
import { renderAdjustments } from './order-adjustments.ts';
import { renderFulfillment } from './order-fulfillment.ts';
import { createLineNames, type NamedLine } from './order-lines.ts';
import { toProgress } from './order-of-status.ts';

interface OrderToRender {
  store: Store;
  order: Order;
  /** Status changes, oldest first. */
  steps: readonly OrderStep[];
  /** The response's `ucp` member. */
  ucp: object;
}

/** Renders a confirmed order, the same in an answer and in an event. */
export function renderOrder({ store, order, steps, ucp }: OrderToRender) {
  // Older rows, and their undelivered events, have no progress.
  const progress = order.progress ?? toProgress(order, steps);
  const lines = createLineNames(progress);
  const adjustments = renderAdjustments(order, progress, steps);
  return {
    ucp,
    id: order.id,
    label: order.platformOrder ? `#${order.platformOrder.number}` : undefined,
    checkout_id: order.sessionId,
    permalink_url: orderPermalink(store, order.pageUrl ?? null),
    currency: order.currency,
    line_items: lines.all.map(renderLine),
    fulfillment: renderFulfillment(order, progress),
    adjustments: adjustments.length > 0 ? adjustments : undefined,
    prices_include_tax: order.totals.pricesIncludeTax,
    totals: renderReceipt(
      progress.lines,
      order.totals,
      progress.hasMoreLines ? 'Further items and other charges' : undefined,
    ),
  };
}

/** Pieces that were fulfilled and returned no longer belong to the order. */
function renderLine({ name, line }: NamedLine) {
  const { original, current: total } = line;
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
function computeLineStatus(
  total: number,
  fulfilled: number,
): 'removed' | 'fulfilled' | 'partial' | 'processing' {
  if (total === 0) return 'removed';
  if (fulfilled === total) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}
