import {
  type LosingStep,
  pickFurthestStep,
  type SessionStep,
  stepLeftAt,
} from '../../commerce/checkout/buyer-steps.ts';
import type { CheckoutProblem } from '../../commerce/checkout/checkout-problem.ts';
import { type CheckoutSession, getOpenProblem } from '../../commerce/checkout/checkout-session.ts';
import { toOrderedDiscounts } from '../../commerce/checkout/discounts.ts';
import { listProvisional } from '../../commerce/checkout/provisional.ts';
import { toDecimal } from '../../commerce/money/money.ts';
import type { Order } from '../../commerce/order/order.ts';
import { getInstant, type StoreContext } from '../../operations/call/store-context.ts';
import { describeWalls, renderProvisionalText } from '../texts.ts';
import type { CHECKOUT_STATUSES } from './answers.ts';
import { renderShippingOptions } from './delivery.ts';
import { shortenIds } from './ids.ts';
import { renderCodes, renderContent } from './render-content.ts';

type Status = (typeof CHECKOUT_STATUSES)[number];

/** Totals come from the order once the shop has one, and else from the current lines. */
export function renderCheckout(
  context: StoreContext,
  session: CheckoutSession,
  { note, order }: { note?: string | undefined; order?: Order | undefined } = {},
) {
  const { id, continueUrl, expiresAt } = session;
  const status = toStatus(session);
  const isOpen = status === 'awaiting_buyer';
  const problem = getOpenProblem(session);
  const walls = problem ? [] : describeWalls(context.store).map(({ text }) => text);
  const shownNote = note ?? renderNote(session, status, getInstant(context));
  return {
    id,
    checkout_id: id,
    status,
    checkout_url: (isOpen && !problem && continueUrl) || undefined,
    order_id: status === 'completed' ? session.order?.id : undefined,
    ...(order ? renderOrdered(context, session, order) : renderQuoted(context, session)),
    shipping_options: isOpen ? renderShippingOptions(session) : undefined,
    expires_at: isOpen ? expiresAt : undefined,
    note: isOpen
      ? [shownNote, renderProvisionalNote(session), ...walls].filter(Boolean).join(' ')
      : shownNote,
    ...(problem ? renderProblem(session, problem) : {}),
  };
}

function renderQuoted(context: StoreContext, session: CheckoutSession) {
  const { currency, lines } = session;
  const { totals, discounts } = session.pending ?? session;
  return { ...renderContent({ currency, lines, totals }), ...renderCodes(context, discounts, currency) };
}

function renderOrdered(context: StoreContext, session: CheckoutSession, order: Order) {
  const quoted = { ...session, ...session.pending };
  const isSameCurrency = order.currency === quoted.currency;
  const isQuoted = isSameCurrency && order.totals.total === quoted.totals.total;
  return {
    ...renderContent(order),
    quoted_total: isQuoted ? undefined : toDecimal(quoted.totals.total, quoted.currency),
    quoted_currency: isSameCurrency ? undefined : quoted.currency,
    ...renderCodes(context, toOrderedDiscounts(quoted, order), order.currency),
  };
}

/** Replaces the note: the buyer must not be sent to the page. */
function renderProblem({ id, lines }: CheckoutSession, { code, message, items }: CheckoutProblem) {
  const buyable = items.map(({ variantId, available: quantity = 0 }) => {
    return { id: shortenIds(variantId), quantity };
  });
  const isSomethingLeft = items.length < lines.length || buyable.some(({ quantity }) => quantity > 0);
  const change = buyable.length > 0 && isSomethingLeft ? { items: buyable } : {};
  return {
    problem: {
      code,
      message,
      items: items.map(({ reason, message }, index) => ({ ...buyable[index], reason, message })),
    },
    next: { tool: 'update_checkout', arguments: { checkout_id: id, ...change } },
    note: `The buyer cannot pay this checkout. ${message} ${isSomethingLeft ? GO_ON : OTHER_GOODS}`,
  };
}

const GO_ON = 'Call update_checkout as in next, then give the buyer the new checkout_url.';
const OTHER_GOODS = 'Call update_checkout with other items, then give the buyer the new checkout_url.';

/** Order whose content a checkout shows: once the shop has confirmed it. */
export async function findShownOrder({ orders, store }: StoreContext, session: CheckoutSession) {
  return session.order && toStatus(session) === 'completed'
    ? orders.find(store.id, session.order.id)
    : undefined;
}

/** A verified order completes the checkout in any status; an agent's claim alone leaves it waiting for the shop. */
function toStatus({ status, order, payment }: CheckoutSession): Status {
  if (order !== null && payment === 'verified') return 'completed';
  if (status === 'initiated') return 'preparing';
  return status === 'failed' ? 'canceled' : 'awaiting_buyer';
}

/** With a destination, shipping that is not known has a note of its own. */
function renderProvisionalNote(session: CheckoutSession): string | undefined {
  const { lines, fulfillment, pending, totals } = session;
  const parts = listProvisional({ lines, fulfillment, totals: pending?.totals ?? totals });
  return renderProvisionalText(parts.filter((part) => part !== 'shipping' || !fulfillment));
}

function renderNote(session: CheckoutSession, status: Status, now: string): string {
  if (status === 'awaiting_buyer') return renderBuyerNote(session, now);
  return status === 'completed' && !session.isPaid ? ORDERED : NOTES[status];
}

const NOTES: Record<Exclude<Status, 'awaiting_buyer'>, string> = {
  preparing: 'The store is preparing the checkout. Call get_checkout in a moment.',
  completed: 'Paid. Call get_order with order_id to follow the order.',
  canceled: 'Canceled or expired; nothing was charged. To buy, call create_checkout.',
};
const ORDERED =
  'Ordered, not paid yet: the buyer pays as agreed with the store. Call get_order with order_id to follow the order.';

/** Says to the model how far the buyer of an open checkout has come. A shop that reports no step leaves the buyer at the hand-off. */
function renderBuyerNote({ buyerSteps, continueUrl }: CheckoutSession, now: string): string {
  const followed = { buyerSteps, isHandedOver: continueUrl !== null };
  const left = stepLeftAt({ ...followed, isOrdered: false, ending: null }, now);
  return left
    ? `${LEFT[left]} Ask whether to go on: checkout_url still works.`
    : GOING_ON[pickFurthestStep(followed)];
}

const WAITING = 'Not paid yet. Ask the buyer to pay at checkout_url, then call get_checkout.';

const GOING_ON: Record<SessionStep, string> = {
  created: WAITING,
  handed_over: WAITING,
  opened: 'Not paid yet: the buyer has opened checkout_url. Call get_checkout later.',
  address:
    'Not paid yet: the buyer has opened checkout_url, and the address is given. Call get_checkout later.',
  payment:
    'Not paid yet: the buyer has tried to pay, and the store has not confirmed it. Call get_checkout soon.',
  paid: 'The store reports that the buyer has paid; its order is not there yet. Call get_checkout soon.',
};

const LEFT: Record<LosingStep, string> = {
  handed_over: 'Not paid: the buyer has not opened checkout_url.',
  opened: 'Not paid: the buyer opened checkout_url and left before giving an address.',
  address: 'Not paid: the buyer left checkout_url before paying.',
  payment: 'Not paid: the buyer tried to pay and left; the store has confirmed no payment.',
};
