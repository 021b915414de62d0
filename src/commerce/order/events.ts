import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { SEND_ALERTS } from '../job/job-names.ts';
import type { HealthChange } from '../store/health.ts';
import { DAY_MS } from '../time/time.ts';
import { pickFirstLines } from './first-lines.ts';
import { computeRefunded, type Order, type PlatformOrder } from './order.ts';

/** Types of events that a merchant's endpoint can ask for (docs/events.md). */
export const EVENT_TYPES = [
  'session.created',
  'session.handed_off',
  'session.completed',
  'session.verified',
  'session.failed',
  'session.canceled',
  'order.changed',
  'cart.ordered',
  'cart.order_changed',
  'search.without_result',
  'health.changed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Sent only on a merchant's request, whatever types an endpoint subscribes to. */
export const TEST_EVENT = 'test';

/** States of a delivery; `dead`: given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Subject of the alert that a store was led to another address. */
export function buildMovedSubject({ from, to }: Record<'from' | 'to', string>, now: string): string {
  return ['address', from, to, now].map(encodeURIComponent).join('/');
}

export const MAX_ENDPOINTS = 5;

/** Attempts after which a delivery is a dead letter, and failures in a row after which an endpoint is disabled: three days. */
export const MAX_ATTEMPTS = 28;

/** Time for which a replaced secret signs along. */
export const ROTATION_MS = DAY_MS;

/** `failing`: after `MAX_ATTEMPTS` failures in a row; `gone`: after an answer 410. */
export const DISABLED_REASONS = ['merchant', 'failing', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface EventEndpoint {
  id: string;
  storeId: string;
  /** Empty when it cannot be decrypted. */
  url: string;
  /** True when its address or its secret cannot be decrypted: it gets nothing until both are set again. */
  isUnreadable: boolean;
  description: string;
  /** Null: every type, also types of later versions. */
  eventTypes: EventType[] | null;
  /** Null while it is enabled. */
  disabledReason: DisabledReason | null;
  /** Consecutive failures, and the instant before which nothing is sent after them. */
  failures: number;
  heldUntil: string | null;
  /** End of the time in which the previous secret signs along; null without one. */
  previousSecretUntil: string | null;
  createdAt: string;
}

/** Outcome of one attempt to send an event. `error`: sentence for the merchant; null for a delivery. */
export interface EndpointAnswer {
  status: number | null;
  error: string | null;
  /** Time that the receiver has asked to wait. */
  retryAfterMs?: number;
}

/** Why a session ended without a purchase: its cart could not be made, its agent canceled it, or it has expired. */
export const FAILURE_REASONS = ['cart_failed', 'canceled', 'expired'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** State of a session without secrets and without data of the buyer. */
export type SessionFacts = ReturnType<typeof toSessionFacts>;

/** State of an order that the shop has confirmed, without secrets and without data of the buyer. */
export type OrderFacts = ReturnType<typeof toShopFacts> & Pick<Order, 'id' | 'sessionId' | 'payment'>;

export type CartOrderFacts = Omit<OrderFacts, 'id' | 'sessionId'> & { cartId: string };

export interface SearchFacts {
  from: string;
  to: string;
  searches: { query: string; count: number; lastAt: string }[];
  searchCount: number;
}

type HealthFacts = Pick<HealthChange, 'aspect' | 'from' | 'to' | 'since' | 'reason' | 'remedy'>;

type SessionEventType = Exclude<Extract<EventType, `session.${string}`>, 'session.verified'>;
type OrderEventType = 'session.verified' | 'order.changed';

/** Event of a store as the outbox stores it. */
export type EventData =
  | { type: SessionEventType; session: SessionFacts }
  | { type: OrderEventType; order: OrderFacts; agent: string | null }
  | { type: 'cart.ordered' | 'cart.order_changed'; cartOrder: CartOrderFacts; agent: string | null }
  | ({ type: 'search.without_result' } & SearchFacts)
  | ({ type: 'health.changed' } & HealthFacts)
  | { type: typeof TEST_EVENT };

/** Event with its place in the sequence: events of one subject are delivered one after the other. */
export interface StoreEvent {
  /** Drawn when left out. */
  id?: string;
  subject: string;
  data: EventData;
}

export function toSessionEvent(
  type: SessionEventType,
  session: CheckoutSession,
  reason: FailureReason | null = null,
): StoreEvent {
  return { subject: session.id, data: { type, session: toSessionFacts(session, reason) } };
}

function toSessionFacts(session: CheckoutSession, reason: FailureReason | null) {
  const { id, status, currency, lines, totals, payment, order, agent, agentProfile, failure } = session;
  return {
    id,
    status,
    currency,
    ...pickFirstLines(lines),
    totals,
    payment,
    orderId: order?.id ?? null,
    order: order && { currency: order.currency, totals: order.totals },
    agent,
    agentProfile,
    reason,
    failure: failure && { code: failure.code, message: failure.message },
    expiresAt: session.expiresAt,
    createdAt: session.createdAt,
  };
}

export const EXPIRY = {
  type: 'session.failed',
  eventOf: (session: CheckoutSession) => toSessionEvent('session.failed', session, 'expired'),
} as const;

/** A change of a store's health, which is an event and a mail to its people. */
export const HEALTH_REPORTS = {
  toStoreEvent({ aspect, from, to, since, reason, remedy }: HealthChange): StoreEvent {
    return { subject: 'health', data: { type: 'health.changed', aspect, from, to, since, reason, remedy } };
  },
  alertOf: ({ id }: HealthChange) => ({ kind: SEND_ALERTS, subject: `health/${id}` }),
};

/** A change of an order that the shop has confirmed. `sessionId` is the subject, so that it follows its session's events. */
export function orderEvent(type: OrderEventType, order: Order, agent: string | null): StoreEvent {
  const { id, sessionId, platformOrder, payment } = order;
  const facts: OrderFacts = { id, sessionId, ...toShopFacts(order, platformOrder), payment };
  return { subject: sessionId, data: { type, order: facts, agent } };
}

/** A new or changed order of a cart without a session. The cart is the subject. */
export function toCartOrderEvent(
  type: Extract<EventData, { cartOrder: unknown }>['type'],
  order: PlatformOrder,
  { cartId, agent }: { cartId: string; agent: string | null },
): StoreEvent {
  const cartOrder: CartOrderFacts = { cartId, ...toShopFacts(order, order), payment: 'verified' };
  return { subject: cartId, data: { type, cartOrder, agent } };
}

function toShopFacts(order: Order | PlatformOrder, shopOrder: Pick<PlatformOrder, 'id' | 'number'> | null) {
  const { status, isPaid, currency, totals, tracking, createdAt } = order;
  return {
    shopOrderId: shopOrder?.id ?? null,
    shopOrderNumber: shopOrder?.number ?? null,
    status,
    isPaid,
    currency,
    ...pickFirstLines(order.lines),
    totals,
    refunded: computeRefunded(order),
    tracking,
    createdAt,
  };
}
