import type { z } from 'zod';
import type { OrderStatus } from '../../../commerce/order/order.ts';
import type { orderFields } from '../client/operations.generated.ts';

/** Data of the buyer is null when the token may not read it. */
export type OrderNode = z.output<typeof orderFields>;

type Statuses = Pick<OrderNode, 'cancelledAt' | 'displayFinancialStatus' | 'displayFulfillmentStatus'>;
type Parcel = Pick<OrderNode['fulfillments'][number], 'status' | 'displayStatus' | 'deliveredAt'>;
export type OrderProgress = Statuses & { fulfillments: Parcel[] };

/** By `displayFinancialStatus`. Final ones outrank the fulfillment, the others yield to it. */
export const BY_MONEY: Readonly<Record<string, OrderStatus>> = {
  AUTHORIZED: 'pending',
  EXPIRED: 'canceled',
  PAID: 'confirmed',
  PARTIALLY_PAID: 'pending',
  PARTIALLY_REFUNDED: 'confirmed',
  PENDING: 'pending',
  REFUNDED: 'refunded',
  VOIDED: 'canceled',
};

/** By `displayFulfillmentStatus`. Null when nothing was begun, so that the payment decides. */
export const BY_GOODS: Readonly<Record<string, OrderStatus | null>> = {
  FULFILLED: 'shipped',
  IN_PROGRESS: 'processing',
  ON_HOLD: 'processing',
  OPEN: null,
  PARTIALLY_FULFILLED: 'shipped',
  PENDING_FULFILLMENT: 'processing',
  REQUEST_DECLINED: null,
  RESTOCKED: null,
  SCHEDULED: 'processing',
  UNFULFILLED: null,
};

/** By a fulfillment's `displayStatus`. Null when not handed over or unknown, so that the order decides. */
export const BY_PARCEL: Readonly<Record<string, 'shipped' | 'delivered' | null>> = {
  ATTEMPTED_DELIVERY: 'shipped',
  CANCELED: null,
  CARRIER_PICKED_UP: 'shipped',
  CONFIRMED: null,
  DELAYED: 'shipped',
  DELIVERED: 'delivered',
  FAILURE: null,
  FULFILLED: null,
  IN_TRANSIT: 'shipped',
  LABEL_PRINTED: null,
  LABEL_PURCHASED: null,
  LABEL_VOIDED: null,
  MARKED_AS_FULFILLED: null,
  NOT_DELIVERED: null,
  OUT_FOR_DELIVERY: 'shipped',
  PICKED_UP: 'delivered',
  READY_FOR_PICKUP: 'shipped',
  SUBMITTED: null,
};

const FINAL: ReadonlySet<OrderStatus> = new Set(['canceled', 'refunded']);
/** Values of a fulfillment's `status` for which nothing is on its way. */
export const ABANDONED: ReadonlySet<string> = new Set(['CANCELLED', 'ERROR', 'FAILURE']);

export function isVoid(order: Pick<Statuses, 'cancelledAt' | 'displayFinancialStatus'>): boolean {
  return order.cancelledAt !== null || FINAL.has(toMoneyStatus(order));
}

/** By `displayFinancialStatus`: the whole sum was paid, whether or not it was returned since. */
const PAID: ReadonlySet<string | null> = new Set(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']);

export function isPaid({ displayFinancialStatus }: Pick<Statuses, 'displayFinancialStatus'>): boolean {
  return PAID.has(displayFinancialStatus);
}

function toMoneyStatus({ displayFinancialStatus: status }: Pick<Statuses, 'displayFinancialStatus'>) {
  return BY_MONEY[status ?? ''] ?? 'pending';
}

/** Maps Shopify's three statuses to the contract's seven. An order is delivered when all of it was sent and has arrived. */
export function orderStatus(order: OrderProgress): OrderStatus {
  if (order.cancelledAt !== null) return 'canceled';
  const byMoney = toMoneyStatus(order);
  if (FINAL.has(byMoney)) return byMoney;
  const parcels = order.fulfillments
    .filter(({ status }) => !ABANDONED.has(status))
    .map(({ displayStatus, deliveredAt }) => (deliveredAt ? 'delivered' : BY_PARCEL[displayStatus ?? '']));
  const isWhole = order.displayFulfillmentStatus !== 'PARTIALLY_FULFILLED';
  if (isWhole && parcels.length > 0 && parcels.every((status) => status === 'delivered')) return 'delivered';
  if (parcels.some(Boolean)) return 'shipped';
  return BY_GOODS[order.displayFulfillmentStatus] ?? byMoney;
}
