import { type CartLine, type Discounts, NO_TOTALS, type Totals } from '../../commerce/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout-session.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import { renderEnvelope } from './manifest.ts';

/** contract.md, CheckoutSession. Of a failed session nothing was charged: its totals are 0, and nobody pays there. */
export function renderSession(context: StoreContext, session: CheckoutSession): object {
  const failed = session.status === 'failed';
  const self = `${context.storeUrl}/checkout-sessions/${session.id}`;
  return {
    ucp: renderEnvelope(context.store.switches),
    id: session.id,
    status: session.status,
    currency: session.currency,
    line_items: session.lines.map(renderLine),
    totals: renderTotals(failed ? NO_TOTALS : session.totals),
    ...(session.discounts && !failed ? { discounts: renderDiscounts(session.discounts) } : {}),
    links: context.store.description.links,
    continue_url: failed ? null : session.continueUrl,
    expires_at: session.expiresAt,
    ...(session.order ? { order: session.order, payment: session.payment } : {}),
    _links: { self, complete: `${self}/complete`, cancel: `${self}/cancel` },
  };
}

function renderLine(line: CartLine) {
  return {
    item: { id: line.variantId, title: line.title, price: line.price, image_url: line.imageUrl },
    quantity: line.quantity,
  };
}

/** Shipping stands in order totals only; `discount` is our addition, so that every response adds up by itself. */
function renderTotals(totals: Totals) {
  return { subtotal: totals.subtotal, discount: totals.discount, tax: totals.tax, total: totals.total };
}

function renderDiscounts(discounts: Discounts) {
  return { codes: discounts.codes, applied: discounts.applied, rejected: discounts.rejected };
}
