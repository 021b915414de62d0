import type { CartLine } from '../../../commerce/checkout/cart.ts';
import { type CheckoutSession, getOpenProblem } from '../../../commerce/checkout/checkout-session.ts';
import { toOrderedDiscounts } from '../../../commerce/checkout/discounts.ts';
import { toDecimal } from '../../../commerce/money/money.ts';
import type { Order } from '../../../commerce/order/order.ts';
import { toErrorTextForAgents } from '../../../commerce/text/error-text-for-agents.ts';
import { describeWalls } from '../../texts.ts';
import { ITEM_CODES } from '../content/outcomes.ts';
import { renderPurchase, toLineId } from '../content/render-content.ts';
import type { Content } from '../content/schemas.ts';
import type { UcpContext } from '../envelope.ts';
import {
  renderFulfillment,
  renderFulfillmentMessages,
  renderProvisionalMessages,
} from '../fulfillment/render-fulfillment.ts';
import { createErrorMessage, createInfo, type Message, toMessage } from '../messages.ts';
import { orderPermalink } from '../profile/links.ts';

export type CheckoutStatus =
  | 'incomplete'
  | 'requires_escalation'
  | 'complete_in_progress'
  | 'completed'
  | 'canceled';

interface UnstoredParts {
  messages?: readonly Message[];
  /** Echoed, never stored. */
  buyer?: Content['buyer'];
  order?: Order | undefined;
  /** URL of the order's page, when the caller may know it. */
  orderPage?: string | null;
}

/** Totals come from the order once the shop has one, and else from the current lines. */
export function renderCheckout(context: UcpContext, session: CheckoutSession, unstored: UnstoredParts = {}) {
  const { id, expiresAt } = session;
  const status = toCheckoutStatus(session);
  const quoted = { ...session, ...session.pending };
  const { currency, lines, discounts, totals, fulfillment } = unstored.order
    ? toOrdered(quoted, unstored.order)
    : quoted;
  const fulfilled = { lines, totals, fulfillment };
  const open = status === 'requires_escalation' || status === 'incomplete';
  const purchase = { id, currency, lines, discounts, totals, expiresAt };
  const body = renderPurchase(context, purchase, {
    status,
    fulfillment: renderFulfillment(context, fulfilled),
    buyer: unstored.buyer,
    messages: [...(open ? session.warnings.map(toMessage) : []), ...(unstored.messages ?? [])],
    furtherMessages: [
      ...(open ? renderFulfillmentMessages(context, fulfilled) : []),
      ...(open ? renderProvisionalMessages(context, fulfilled) : []),
      ...(unstored.order ? explainTotal(quoted, unstored.order) : []),
      ...explainProblem(session),
      ...explainStatus(session, status),
      ...(open ? describeWalls(context.store).map(({ code, text }) => createInfo(code, text)) : []),
      ...explainFailure(session),
    ],
    continueUrl: (open && !getOpenProblem(session) && session.continueUrl) || undefined,
  });
  if (status !== 'completed') return body;
  return { ...body, order: renderOrder(context, session, unstored.orderPage ?? null) };
}

type Quoted = Pick<CheckoutSession, 'currency' | 'lines' | 'discounts' | 'totals' | 'fulfillment'>;

/** The order's content, with what only the quoted lines have: pictures, and whether they need delivery. */
function toOrdered(quoted: Quoted, order: Order): Quoted {
  const { currency, totals, asOf } = order;
  const byVariant = new Map(quoted.lines.map((line) => [line.variantId, line]));
  const lines = order.lines.map((line, index): CartLine => {
    const before = byVariant.get(line.variantId ?? '');
    const variantId = line.variantId ?? `deleted-${toLineId(index)}`;
    const needsDelivery = before?.needsDelivery === false ? { needsDelivery: false as const } : {};
    return { ...line, variantId, imageUrl: before?.imageUrl ?? null, ...needsDelivery };
  });
  const discounts = toOrderedDiscounts(quoted, order);
  // The options have prices in the currency that was quoted.
  const fulfillment = currency === quoted.currency ? quoted.fulfillment : null;
  return { currency, totals: { ...totals, asOf }, lines, discounts, fulfillment };
}

/** Repeats the total that was quoted before, where the order has another one. */
function explainTotal(quoted: Quoted, { currency, totals }: Order): Message[] {
  if (currency === quoted.currency && totals.total === quoted.totals.total) return [];
  const [before, now] = [quoted.totals.total, totals.total];
  const content = `The totals are the order’s: ${toDecimal(now, currency)} ${currency}. Before the order, the total was ${toDecimal(before, quoted.currency)} ${quoted.currency}.`;
  return [createInfo('totals_changed', content, '$.totals')];
}

/** A verified order completes the checkout in any status; an agent's claim alone leaves it in progress. */
function toCheckoutStatus(session: CheckoutSession): CheckoutStatus {
  const { status, order, payment } = session;
  if (order !== null && payment === 'verified') return 'completed';
  if (getOpenProblem(session)) return 'incomplete';
  return STATUSES[status];
}

const STATUSES = {
  initiated: 'incomplete',
  requires_escalation: 'requires_escalation',
  completed: 'complete_in_progress',
  failed: 'canceled',
} as const satisfies Record<CheckoutSession['status'], CheckoutStatus>;

function explainProblem(session: CheckoutSession): Message[] {
  const problem = getOpenProblem(session);
  if (!problem) return [];
  if (problem.items.length === 0)
    return [createErrorMessage(problem.code, `${problem.message} ${REPAIR}`, 'recoverable')];
  return problem.items.map(({ variantId, reason, message }) => {
    const index = session.lines.findIndex((line) => line.variantId === variantId);
    const path = index === -1 ? '$.line_items' : `$.line_items[${index}]`;
    return createErrorMessage(ITEM_CODES[reason], message, 'recoverable', path);
  });
}

const REPAIR = 'Update the checkout to have it made anew.';

function explainStatus({ continueUrl }: CheckoutSession, status: CheckoutStatus): Message[] {
  const isBeingMade = status === 'incomplete' && continueUrl === null;
  const advice = 'The store is making the cart. Read the checkout again in a moment.';
  if (isBeingMade) return [createInfo('cart_being_made', advice)];
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
