import type { Order, OrderStep } from '../../../commerce/order/order.ts';
import type { Store } from '../../../commerce/store/store.ts';
import { lineReceipt, receipt } from '../content/receipt.ts';
import { orderPermalink } from '../profile/links.ts';
import { renderAdjustments } from './order-adjustments.ts';
import { renderFulfillment } from './order-fulfillment.ts';
import { lineNames, type NamedLine } from './order-lines.ts';
import { progressOfStatus } from './order-of-status.ts';

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
  const progress = order.progress ?? progressOfStatus(order, steps);
  const lines = lineNames(progress);
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
    totals: receipt(
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
    totals: lineReceipt(line),
    status: lineStatus(total, fulfilled),
  };
}

/** Spec, Order: Status Derivation. */
function lineStatus(total: number, fulfilled: number): 'removed' | 'fulfilled' | 'partial' | 'processing' {
  if (total === 0) return 'removed';
  if (fulfilled === total) return 'fulfilled';
  return fulfilled > 0 ? 'partial' : 'processing';
}
