import type { Order, PaymentEvidence } from '../order/order.ts';
import { HOUR_MS } from '../time/time.ts';
import type { BuyerSteps } from './buyer-steps.ts';
import { type Discounts, type PricedContent, type Refusal, requireStatus, type Totals } from './cart.ts';
import type { CheckoutProblem } from './checkout-problem.ts';
import type { SessionFulfillment } from './fulfillment.ts';
import type { SessionFailure } from './session-failure.ts';

export const SESSION_STATUSES = ['initiated', 'requires_escalation', 'completed', 'failed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export type SessionEvent = 'cart_ready' | 'cart_failed' | 'replace_lines' | 'complete' | 'cancel' | 'expire';

/** docs/contract.md, Limits: a session lives for 6 hours. */
export const SESSION_LIFETIME_MS = 6 * HOUR_MS;

/** Order of a session. Its sums may differ from the session's, which are of before the buyer gave address and payment. */
export type OrderSummary = Pick<Order, 'id' | 'status' | 'currency' | 'totals'>;

/** Its totals are the totals returned to agents, fixed by creation and completion (docs/contract.md, Checkout sessions). */
export interface CheckoutSession extends PricedContent {
  status: SessionStatus;
  /** Cart that it was made of; null without one. */
  cartId: string | null;
  idempotencyKey: string | null;
  /** Prices of replaced lines, which become the totals at completion. Null when no line was replaced. */
  pending: { totals: Totals; discounts: Discounts | null } | null;
  /** Personal data. Null without a destination, and once the session has failed. */
  fulfillment: SessionFulfillment | null;
  /** A secret. Null until the platform cart is ready. */
  cartHandle: string | null;
  /** A secret in its query string. Null until the platform cart is ready. */
  continueUrl: string | null;
  order: OrderSummary | null;
  payment: PaymentEvidence | null;
  isPaid: boolean;
  /** As the shop reported them; they change no status. */
  buyerSteps: BuyerSteps;
  /** Null unless the shop has reported that the buyer cannot pay the current content. */
  problem: CheckoutProblem | null;
  /** Null unless the session failed before it had a cart. */
  failure: SessionFailure | null;
  /** Address of the profile of the agent's platform; null in a protocol without agent platforms. */
  agentProfile: string | null;
}

const createSettledRefusal = (status: 'completed' | 'failed'): Refusal => ({
  refused: 'conflict',
  because: `The checkout session is already ${status}. Create a new session to buy again.`,
});

/**
 * State × event, every cell decided; `nextStatus` is its only reader. A completed session is "not found" to cancel
 * (docs/contract.md, Checkout sessions), and cancel may be repeated (docs/decisions/0002-checkout-sessions.md).
 */
const TRANSITIONS = {
  initiated: {
    cart_ready: 'requires_escalation',
    cart_failed: 'failed',
    replace_lines: {
      refused: 'conflict',
      because: 'The cart is still being built. Read the session, then try again.',
    },
    complete: 'completed',
    cancel: 'failed',
    expire: 'failed',
  },
  requires_escalation: {
    cart_ready: { refused: 'conflict', because: 'The checkout session already has its cart.' },
    cart_failed: 'requires_escalation',
    replace_lines: 'requires_escalation',
    complete: 'completed',
    cancel: 'failed',
    expire: 'failed',
  },
  completed: {
    cart_ready: createSettledRefusal('completed'),
    cart_failed: 'completed',
    replace_lines: createSettledRefusal('completed'),
    complete: createSettledRefusal('completed'),
    cancel: {
      refused: 'not_found',
      because: 'There is no open checkout session with this id: it is already completed.',
    },
    expire: 'completed',
  },
  failed: {
    cart_ready: createSettledRefusal('failed'),
    cart_failed: 'failed',
    replace_lines: createSettledRefusal('failed'),
    complete: createSettledRefusal('failed'),
    cancel: 'failed',
    expire: 'failed',
  },
} as const satisfies Record<SessionStatus, Record<SessionEvent, SessionStatus | Refusal>>;

/** The status after an event. Throws the contract's refusal where the event is not allowed. */
export function nextStatus(status: SessionStatus, event: SessionEvent): SessionStatus {
  return requireStatus<SessionStatus>(TRANSITIONS[status][event]);
}

function isOpen(status: SessionStatus): boolean {
  return status === 'initiated' || status === 'requires_escalation';
}

/** True past the expiry of a session that is not completed, swept or not (docs/decisions/0002-checkout-sessions.md). */
export function hasExpired(session: Pick<CheckoutSession, 'status' | 'expiresAt'>, now: string): boolean {
  return isOpen(session.status) && session.expiresAt <= now;
}

export function isOpenAt(session: Pick<CheckoutSession, 'status' | 'expiresAt'>, now: string): boolean {
  return isOpen(session.status) && !hasExpired(session, now);
}

/** Why the buyer cannot pay; null also once there is nothing to pay. */
export function getOpenProblem(session: Pick<CheckoutSession, 'status' | 'payment' | 'problem'>) {
  return session.status === 'requires_escalation' && session.payment !== 'verified' ? session.problem : null;
}

export const SESSION_ENDINGS = ['error', 'canceled', 'expired'] as const;
export type SessionEnding = (typeof SESSION_ENDINGS)[number];
