import { NO_TOTALS } from '../../commerce/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout-session.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import { renderEnvelope } from './manifest.ts';
import { renderDiscounts, renderLine, renderTotals } from './render-content.ts';

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
    ...renderDiscounts(context, failed ? null : session.discounts),
    links: context.store.description.links,
    continue_url: failed ? null : session.continueUrl,
    expires_at: session.expiresAt,
    ...(session.order ? { order: session.order, payment: session.payment } : {}),
    _links: { self, complete: `${self}/complete`, cancel: `${self}/cancel` },
  };
}
