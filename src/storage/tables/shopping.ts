import type { Verified } from '../../commerce/call/known-agent.ts';
import type { CartLine, CartStatus, Discounts, Totals, Warning } from '../../commerce/checkout/cart.ts';
import type { CheckoutProblem } from '../../commerce/checkout/checkout-problem.ts';
import type { CheckoutSession, SessionStatus } from '../../commerce/checkout/checkout-session.ts';
import type { SessionFulfillment } from '../../commerce/checkout/fulfillment.ts';
import type { SessionFailure } from '../../commerce/checkout/session-failure.ts';
import type { FirstLine } from '../../commerce/order/first-lines.ts';
import type {
  LearnedBy,
  OrderLine,
  OrderStatus,
  PaymentEvidence,
  ShippingAddress,
  Tracking,
} from '../../commerce/order/order.ts';
import type { OrderProgress } from '../../commerce/order/order-progress.ts';
import {
  flag,
  gid,
  instant,
  integer,
  json,
  lazilySealed,
  lease,
  list,
  money,
  oneOf,
  ref,
  refOfStore,
  sealed,
  sealedJson,
  text,
  uuid,
} from './column.ts';
import { declareTable } from './table.ts';

export const checkoutSessions = declareTable('checkout_sessions', {
  id: uuid,
  store_id: ref('stores'),
  /** Cart that it was made of, which may be deleted before it. */
  cart_id: uuid.optional,
  status: oneOf<SessionStatus>(),
  idempotency_key: text.optional,
  currency: text,
  lines: json<CartLine[]>(),
  totals: json<Totals>(),
  discounts: json<Discounts>().optional,
  /** After a change of the lines that the platform has not confirmed yet. */
  pending: json<NonNullable<CheckoutSession['pending']>>().optional,
  warnings: list<Warning>(),
  /** The buyer's address among it. */
  fulfillment: sealedJson<SessionFulfillment>().optional,
  cart_handle: lazilySealed().optional,
  continue_url: sealed().optional,
  order_id: text.optional.internal,
  order_status: oneOf<OrderStatus>().optional.internal,
  order_currency: text.optional.internal,
  order_totals: json<Totals>().optional.internal,
  payment: oneOf<PaymentEvidence>().optional,
  /** The order is paid. */
  order_paid: flag.default(0).internal,
  /** Last report of the shop that the buyer cannot pay. */
  problem: json<CheckoutProblem>().optional,
  failure: json<SessionFailure>().optional,
  /** Null in rows older than the column. */
  agent: text.optional,
  /** URL of the agent platform's profile, in protocols that have profiles. */
  agent_profile: text.optional,
  /** How the agent proved its identity, and which. */
  agent_verified: json<Verified>().optional,
  /** First instant at which the buyer's address was returned, and instant of completion or failure. */
  handed_off_at: instant.optional.internal,
  settled_at: instant.optional.internal,
  /** Steps of the buyer that the shop has reported: the first instant of each, and the last of `left`. */
  opened_at: instant.optional.internal,
  address_at: instant.optional.internal,
  payment_at: instant.optional.internal,
  paid_at: instant.optional.internal,
  left_at: instant.optional.internal,
  ...lease,
  /** Instant at which a read last asked the shop whether the buyer has paid. */
  order_asked_at: instant.optional.internal,
  expires_at: instant,
  created_at: instant,
  updated_at: instant,
}).with({
  isDivided: true,
  indexes: {
    // With all that the overview counts and the list filters by status: they read no other row.
    of_store:
      '(store_id, created_at, agent, status, handed_off_at, opened_at, address_at, payment_at, paid_at)',
    open: "(expires_at) where status in ('initiated', 'requires_escalation')",
    over: "(updated_at) where status in ('failed', 'completed') and order_id is null",
  },
  uniqueIndexes: {
    key: "(store_id, idempotency_key) where idempotency_key is not null and status <> 'failed'",
  },
});

export const carts = declareTable('carts', {
  id: uuid,
  store_id: ref('stores'),
  status: oneOf<CartStatus>(),
  currency: text,
  lines: json<CartLine[]>(),
  totals: json<Totals>(),
  discounts: json<Discounts>().optional,
  warnings: list<Warning>(),
  cart_handle: lazilySealed(),
  continue_url: lazilySealed(),
  agent: text.optional,
  /** How the agent proved its identity, and which. */
  agent_verified: json<Verified>().optional,
  /** First order of the cart. */
  ordered_at: instant.optional,
  platform_order_id: gid.optional,
  /** Instant at which a checkout session was first made of it. */
  checkout_at: instant.optional.internal,
  ...lease,
  expires_at: instant,
  created_at: instant,
  updated_at: instant,
}).with({
  isDivided: true,
  indexes: {
    active: "(expires_at) where status = 'active'",
    of_store: '(store_id, created_at)',
    over: "(updated_at) where status = 'canceled'",
  },
});

export const orders = declareTable('orders', {
  id: uuid,
  store_id: ref('stores'),
  session_id: refOfStore('checkout_sessions'),
  /** Set once the platform has confirmed the order. */
  platform_order_id: gid.optional.internal,
  platform_order_number: text.optional.internal,
  status: oneOf<OrderStatus>(),
  payment: oneOf<PaymentEvidence>(),
  /** The shop has the money. */
  paid: flag.default(0).internal,
  currency: text,
  lines: json<OrderLine[]>(),
  totals: json<Totals>(),
  /** Summed as revenue: `totals.total` minus refunds, never below 0. */
  total: money.default(0).internal,
  /** Agent of the session, and its proof. */
  agent: text.optional.internal,
  agent_verified: json<Verified>().optional.internal,
  /** Personal data, as the address is. */
  buyer_email: sealed().optional,
  shipping_address: sealedJson<ShippingAddress>().optional,
  tracking: json<Tracking[]>(),
  progress: json<OrderProgress>().optional,
  /** The page opens the order without a login. */
  page_url: sealed().optional,
  /** Instant of the platform's last change, and of the last read from the platform. */
  platform_updated_at: instant.optional.internal,
  as_of: instant,
  created_at: instant,
  updated_at: instant.internal,
}).with({
  unique: ['store_id, session_id'],
  isDivided: true,
  indexes: {
    // With all that the overview sums: it reads no row.
    of_store: '(store_id, created_at, agent, status, payment, paid, currency, total)',
    platform_id: '(store_id, platform_order_id)',
    platform_number: '(store_id, platform_order_number)',
  },
});

/** Orders that buyers placed at the address of a cart, without a checkout session. They outlive their carts. */
export const cartOrders = declareTable('cart_orders', {
  id: uuid,
  store_id: ref('stores'),
  cart_id: uuid,
  platform_order_id: gid,
  status: oneOf<OrderStatus>(),
  /** The shop has the money. */
  paid: flag,
  currency: text,
  /** First lines of so many. */
  lines: json<FirstLine[]>(),
  line_count: integer,
  totals: json<Totals>(),
  /** Summed as revenue: `totals.total` minus refunds, never below 0. */
  total: money,
  tracking: json<Tracking[]>(),
  /** Agent of the cart, and its proof. */
  agent: text.optional,
  agent_verified: json<Verified>().optional,
  /** Instant of the platform's last change, and of its last report. */
  platform_updated_at: instant,
  as_of: instant,
  created_at: instant,
}).with({
  unique: ['store_id, platform_order_id'],
  isDivided: true,
  indexes: {
    // As of `orders`.
    of_store: '(store_id, created_at, agent, status, paid, currency, total)',
    of_cart: '(store_id, cart_id)',
  },
});

/** One row for each change of an order, written in the order's transaction. */
export const orderEvents = declareTable('order_events', {
  store_id: ref('stores'),
  id: uuid,
  order_id: refOfStore('orders'),
  at: instant,
  status: oneOf<OrderStatus>(),
  payment: oneOf<PaymentEvidence>(),
  learned_by: oneOf<LearnedBy>(),
}).with({ isDivided: true, indexes: { of_order: '(store_id, order_id, at)' } });

/** Response to a keyed request, replayed for the same key. It may hold the buyer's checkout address: sealed. */
export const idempotencyRecords = declareTable('idempotency_records', {
  /** Hash of store, caller, operation and key. */
  id: text,
  store_id: ref('stores'),
  /** Hash of the whole request. */
  request: text,
  /** Id of what the request makes, drawn with the claim. */
  resource_id: uuid,
  /** HTTP status; null while the operation runs. */
  status: integer.optional,
  body: sealedJson<object>().optional,
  ...lease,
  created_at: instant,
}).with({ boundTo: 'idempotent_answers', isDivided: true, indexes: { at: '(created_at)' } });
