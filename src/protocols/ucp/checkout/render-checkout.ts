import type { CheckoutSession } from '../../../commerce/checkout/checkout-session.ts';
import { toErrorTextForAgents } from '../../../commerce/text/error-text-for-agents.ts';
import { renderPurchase } from '../content/render-content.ts';
import type { Content } from '../content/schemas.ts';
import type { UcpContext } from '../envelope.ts';
import { renderFulfillment, renderFulfillmentMessages } from '../fulfillment/render-fulfillment.ts';
import { createErrorMessage, createInfo, type Message, toMessage } from '../messages.ts';
import { orderPermalink } from '../profile/links.ts';

export type CheckoutStatus =
  | 'incomplete'
  | 'requires_escalation'
  | 'complete_in_progress'
  | 'completed'
  | 'canceled';

/** Parts of a single answer that are not stored. */
interface UnstoredParts {
  messages?: readonly Message[];
  /** Echoed, never stored. */
  buyer?: Content['buyer'];
  /** URL of the order's page, when the caller may know it. */
  orderPage?: string | null;
}

/** Renders a session. Totals are those of the current lines, whichever protocol changed them. */
export function renderCheckout(
  context: UcpContext,
  session: CheckoutSession,
  unstored: UnstoredParts = {},
): object {
  const { totals, discounts } = session.pending ?? session;
  const { id, currency, lines, fulfillment, expiresAt } = session;
  const fulfilled = { lines, totals, fulfillment };
  const status = toCheckoutStatus(session);
  const open = status === 'requires_escalation' || status === 'incomplete';
  const body = renderPurchase(
    context,
    { id, currency, lines, discounts, totals, expiresAt },
    {
      status,
      fulfillment: renderFulfillment(context, fulfilled),
      buyer: unstored.buyer,
      messages: [...(open ? session.warnings.map(toMessage) : []), ...(unstored.messages ?? [])],
      furtherMessages: [
        ...(open ? renderFulfillmentMessages(context, fulfilled) : []),
        ...explainStatus(status),
        ...explainFailure(session),
      ],
      continueUrl: (open && session.continueUrl) || undefined,
    },
  );
  if (status !== 'completed') return body;
  return { ...body, order: renderOrder(context, session, unstored.orderPage ?? null) };
}

/** A verified order completes the checkout in any status; an agent's claim alone leaves it in progress. */
function toCheckoutStatus({ status, order, payment }: CheckoutSession): CheckoutStatus {
  if (order !== null && payment === 'verified') return 'completed';
  switch (status) {
    case 'completed':
      return 'complete_in_progress';
    case 'failed':
      return 'canceled';
    case 'initiated':
      return 'incomplete';
    case 'requires_escalation':
      return 'requires_escalation';
  }
}

function explainStatus(status: CheckoutStatus): Message[] {
  if (status === 'incomplete')
    return [
      createInfo('cart_being_made', 'The store is making the cart. Read the checkout again in a moment.'),
    ];
  if (status !== 'requires_escalation') return [];
  const content =
    'The buyer gives address and payment on the store’s own checkout page: open continue_url there.';
  return [createErrorMessage('payment_required', content, 'requires_buyer_input')];
}

function explainFailure({ failure }: CheckoutSession): Message[] {
  if (!failure) return [];
  const { code, message } = failure;
  return [createErrorMessage(code, toErrorTextForAgents({ kind: code, message }), 'unrecoverable')];
}

function renderOrder({ store }: UcpContext, { order }: CheckoutSession, orderPage: string | null) {
  return order ? { id: order.id, permalink_url: orderPermalink(store, orderPage) } : undefined;
}
