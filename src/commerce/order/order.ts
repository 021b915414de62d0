import type { PricedLine, Totals } from '../checkout/cart.ts';
import { sum } from '../money/money.ts';
import type { ContentWarning, Gid } from '../product/products.ts';
import type { Instant } from '../time/time.ts';
import { mergeProgress, type OrderProgress, type PlatformProgress } from './order-progress.ts';

/** docs/contract.md, Orders: pending (not captured) … refunded (returned and refunded). */
export const ORDER_STATUSES = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'canceled',
  'refunded',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** `verified`: the shop has confirmed the order. `claimed`: reported by an agent, or tried by the buyer (docs/decisions/0002-checkout-sessions.md). */
export const PAYMENT_EVIDENCE = ['verified', 'claimed'] as const;
export type PaymentEvidence = (typeof PAYMENT_EVIDENCE)[number];

/** Source of an order's state: completion of its session, a read, or a webhook. */
export type LearnedBy = 'completion' | 'read' | 'webhook';

/** `variantId`: null for a deleted variant. */
export interface OrderLine extends PricedLine {
  variantId: string | null;
  title: string;
  contentWarning?: ContentWarning;
}

export type SoldLine = Pick<OrderLine, 'variantId' | 'quantity'>;

type AddressMember = 'name' | 'line1' | 'city' | 'region' | 'postalCode' | 'country';

export type ShippingAddress = Record<AddressMember, string | null>;

export type Tracking = Record<'carrier' | 'number' | 'url', string | null>;

interface OrderContent {
  status: OrderStatus;
  /** True once the shop has the money; an order may be placed before. */
  isPaid: boolean;
  currency: string;
  lines: OrderLine[];
  totals: Totals;
  buyerEmail: string | null;
  shippingAddress: ShippingAddress | null;
  tracking: Tracking[];
}

export interface PlatformOrder extends OrderContent {
  id: Gid;
  /** Number that the shop shows its buyers. */
  number: string;
  /** `service_session_id` on the order; null for an order that did not come through this service. */
  sessionId: string | null;
  /** Id of the cart that was handed off, as the order carries it: beside a session, the session's own on WooCommerce. */
  cartId: string | null;
  /** Present for an attempt that has sold nothing: the buyer can still pay. */
  isAttempt?: true;
  progress: PlatformProgress;
  /** The shop's page of the order. A secret: the address opens the order. Null without one. */
  pageUrl: string | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A change of an order's status. `at`: when this service learned of it. */
export interface OrderStep {
  at: Instant;
  status: OrderStatus;
}

export interface Order extends OrderContent {
  id: string;
  storeId: string;
  sessionId: string;
  platformOrder: { id: string; number: string; updatedAt: string } | null;
  payment: PaymentEvidence;
  /** Null for an order that the platform has not confirmed, and for one stored before progress was. */
  progress: OrderProgress | null;
  /** As the platform's; a secret. */
  pageUrl: string | null;
  /** Last time the platform was asked. */
  asOf: string;
  createdAt: string;
}

/** Ranks orders of one session: attempts and unpaid ones that were canceled have sold nothing, all others were placed. */
function rank({ status, isPaid }: OrderContent, isAttempt: boolean): number {
  if (status === 'canceled' && (isAttempt || !isPaid)) return 0;
  return isAttempt ? 1 : 2;
}

/** True for a newer state, and for another order of the session that is the buyer's: the older of two, as plugins copy orders. */
export function canSupersede(platformOrder: PlatformOrder, order: Order): boolean {
  if (order.platformOrder === null) return true;
  if (order.platformOrder.id === platformOrder.id)
    return platformOrder.updatedAt >= order.platformOrder.updatedAt;
  const gain =
    rank(platformOrder, platformOrder.isAttempt === true) - rank(order, order.payment === 'claimed');
  return gain > 0 || (gain === 0 && platformOrder.createdAt < order.createdAt);
}

type Refunded = Pick<Order, 'status' | 'totals'> & { progress: Pick<PlatformProgress, 'refunds'> | null };

/** Money given back, in minor units, at most the total. */
export function computeRefunded({ status, totals, progress }: Refunded): number {
  const refunded = sum(progress?.refunds.map(({ amount }) => amount) ?? []);
  return refunded === 0 && status === 'refunded' ? totals.total : Math.min(refunded, totals.total);
}

/** True when two records of an order differ at most in the instant of the last read. */
export function isUnchanged(order: Order, before: Order): boolean {
  const serializeMembers = (record: Order) =>
    JSON.stringify(Object.entries({ ...record, asOf: '' }).sort(([one], [other]) => (one < other ? -1 : 1)));
  return serializeMembers(order) === serializeMembers(before);
}

/** Builds the record of an order as the platform reported it at `asOf`, from its record `before`. */
export function toReportedOrder(
  record: Pick<Order, 'id' | 'storeId' | 'sessionId'>,
  platformOrder: PlatformOrder,
  asOf: string,
  before?: Order,
): Order {
  const { id, number, updatedAt, isAttempt, sessionId: _, cartId: __, ...content } = platformOrder;
  const { progress, status, pageUrl } = content;
  const isSame = before?.platformOrder?.id === id;
  const report = { progress, at: updatedAt, isCanceled: status === 'canceled' };
  return {
    ...content,
    id: record.id,
    storeId: record.storeId,
    sessionId: record.sessionId,
    platformOrder: { id, number, updatedAt },
    payment: isAttempt && before?.payment !== 'verified' ? 'claimed' : 'verified',
    progress: mergeProgress(isSame ? before.progress : null, report),
    pageUrl: pageUrl ?? (isSame ? before.pageUrl : null),
    asOf,
  };
}
