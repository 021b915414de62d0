import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import { getInstant, type StoreContext } from '../../operations/call/store-context.ts';
import type { CHECKOUT_STATUSES } from './answers.ts';
import { renderBuyerNote } from './buyer-note.ts';
import { renderShippingOptions } from './delivery.ts';
import { renderCodes, renderContent } from './render-content.ts';

type Status = (typeof CHECKOUT_STATUSES)[number];

/** Renders a session. Totals are those of the current lines, whichever protocol changed them. */
export function renderCheckout(context: StoreContext, session: CheckoutSession, note?: string) {
  const { totals, discounts } = session.pending ?? session;
  const { id, currency, lines, continueUrl, order, expiresAt } = session;
  const status = toStatus(session);
  const isOpen = status === 'awaiting_buyer';
  return {
    id,
    status,
    checkout_url: (isOpen && continueUrl) || undefined,
    order_id: status === 'completed' ? order?.id : undefined,
    ...renderContent({ currency, lines, totals }),
    ...renderCodes(context, discounts, currency),
    shipping_options: isOpen ? renderShippingOptions(session) : undefined,
    expires_at: isOpen ? expiresAt : undefined,
    note: note ?? noteOf(context, session, status),
  };
}

/** A verified order completes the checkout in any status; an agent's claim alone leaves it waiting for the shop. */
function toStatus({ status, order, payment }: CheckoutSession): Status {
  if (order !== null && payment === 'verified') return 'completed';
  if (status === 'initiated') return 'preparing';
  return status === 'failed' ? 'canceled' : 'awaiting_buyer';
}

/** Next step of the model. */
function noteOf(context: StoreContext, session: CheckoutSession, status: Status): string {
  if (status === 'awaiting_buyer') return renderBuyerNote(session, getInstant(context));
  return status === 'completed' && !session.isPaid ? ORDERED : NOTES[status];
}

const NOTES: Record<Exclude<Status, 'awaiting_buyer'>, string> = {
  preparing: 'The store is preparing the checkout. Call get_checkout in a moment.',
  completed: 'Paid. Call get_order with order_id to follow the order.',
  canceled: 'Canceled or expired; nothing was charged. To buy, call create_checkout.',
};
/** Next step for an order that is paid by bank transfer or on delivery. */
const ORDERED =
  'Ordered, not paid yet: the buyer pays as agreed with the store. Call get_order with order_id to follow the order.';
