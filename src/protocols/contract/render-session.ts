import { NO_TOTALS } from '../../commerce/checkout/cart.ts';
import type { CheckoutProblem } from '../../commerce/checkout/checkout-problem.ts';
import {
  type CheckoutSession,
  getOpenProblem,
  type OrderSummary,
} from '../../commerce/checkout/checkout-session.ts';
import type { SessionFailure } from '../../commerce/checkout/session-failure.ts';
import { toErrorTextForAgents } from '../../commerce/text/error-text-for-agents.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { CHECKOUT_WALL_TEXTS } from '../checkout-wall-text.ts';
import { renderEnvelope } from './manifest.ts';
import {
  renderAutomaticDiscounts,
  renderDiscounts,
  renderLine,
  renderProvisional,
  renderTotals,
} from './render-content.ts';

/** docs/contract.md, Checkout sessions. A failed session has totals of 0 and no `continue_url`. */
export function renderSession(context: StoreContext, session: Readonly<CheckoutSession>): object {
  const failed = session.status === 'failed';
  const isOpen = session.status === 'requires_escalation' && session.order === null;
  const self = `${context.storeUrl}/checkout-sessions/${session.id}`;
  return {
    ucp: renderEnvelope(context.store.switches),
    id: session.id,
    status: session.status,
    currency: session.currency,
    prices_include_tax: session.totals.pricesIncludeTax,
    priced_for: session.totals.pricedFor,
    as_of: session.totals.asOf,
    line_items: session.lines.map(renderLine),
    totals: renderTotals(failed ? NO_TOTALS : session.totals),
    warnings: failed ? undefined : session.totals.warnings,
    totals_stale: isOpen && session.pending !== null ? true : undefined,
    provisional: isOpen ? renderProvisional(session) : undefined,
    automatic_discounts: failed ? undefined : renderAutomaticDiscounts(session),
    discounts: renderDiscounts(context, failed ? null : session.discounts),
    links: context.store.description.links,
    continue_url: failed ? null : session.continueUrl,
    account_required: isAccountRequired(context, session) ? true : undefined,
    checkout_wall: renderCheckoutWall(context, session),
    expires_at: session.expiresAt,
    problem: renderProblem(session, self),
    failure: session.failure ? renderFailure(session.failure) : undefined,
    ...(session.order
      ? { order: renderOrderSummary(session.order), payment: session.payment, paid: session.isPaid }
      : {}),
    _links: { self, complete: `${self}/complete`, cancel: `${self}/cancel` },
  };
}

function isAccountRequired({ store }: StoreContext, { status }: Readonly<CheckoutSession>): boolean {
  return status === 'requires_escalation' && store.description.requiresAccount === true;
}

/** Names the wall that stands before the payment. */
function renderCheckoutWall({ store }: StoreContext, { status }: Readonly<CheckoutSession>) {
  const { checkoutWall: code } = store;
  if (status !== 'requires_escalation' || code === null) return undefined;
  return { code, message: CHECKOUT_WALL_TEXTS[code] };
}

/** Why the buyer cannot pay, and the call that repairs it. */
function renderProblem(session: Readonly<CheckoutSession>, self: string) {
  const problem = getOpenProblem(session);
  if (!problem) return undefined;
  const { code, message, items } = problem;
  return {
    code,
    message: `${message} ${REPAIR}`,
    items: items.length > 0 ? items.map(renderProblemItem) : undefined,
    next: { method: 'PUT', href: self },
  };
}

const REPAIR = 'The buyer cannot pay: send line_items that can be bought, or the same ones for a new cart.';

function renderProblemItem({ variantId: id, reason, message, available }: CheckoutProblem['items'][number]) {
  return { id, reason, message, available };
}

/** The order's sums, also where they differ from the session's. */
function renderOrderSummary({ id, status, currency, totals }: OrderSummary): object {
  return {
    id,
    status,
    currency,
    prices_include_tax: totals.pricesIncludeTax,
    totals: renderTotals({ ...totals, shipping: totals.shipping ?? 0 }),
  };
}

/** Leaves out the request and its lines, which only the merchant reads. */
function renderFailure({ code, message }: SessionFailure): object {
  return { code, message: toErrorTextForAgents({ kind: code, message }) };
}
