import type { OrderStatus } from '../../commerce/order.ts';

export interface OrderProgress {
  cancelledAt: string | null;
  displayFinancialStatus: string | null;
  displayFulfillmentStatus: string;
  fulfillments: { status: string; displayStatus: string | null; deliveredAt: string | null }[];
}

/** Where money decides before goods do. */
const BY_MONEY: Readonly<Record<string, OrderStatus>> = {
  REFUNDED: 'refunded',
  VOIDED: 'canceled',
  EXPIRED: 'canceled',
};

const ON_ITS_WAY = new Set([
  'ATTEMPTED_DELIVERY',
  'CARRIER_PICKED_UP',
  'DELAYED',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'READY_FOR_PICKUP',
]);
const IS_THERE = new Set(['DELIVERED', 'PICKED_UP']);
const GIVEN_UP = new Set(['CANCELLED', 'ERROR', 'FAILURE']);

const BY_GOODS: Readonly<Record<string, OrderStatus>> = {
  FULFILLED: 'shipped',
  PARTIALLY_FULFILLED: 'shipped',
  IN_PROGRESS: 'processing',
  ON_HOLD: 'processing',
  PENDING_FULFILLMENT: 'processing',
  SCHEDULED: 'processing',
};

const PAID = new Set(['PAID', 'PARTIALLY_REFUNDED']);

/** The seven statuses of the contract, from Shopify's three. An order is delivered when all of it was sent and all arrived. */
export function orderStatus(order: OrderProgress): OrderStatus {
  if (order.cancelledAt !== null) return 'canceled';
  const byMoney = BY_MONEY[order.displayFinancialStatus ?? ''];
  if (byMoney) return byMoney;
  const sent = order.fulfillments.filter(({ status }) => !GIVEN_UP.has(status));
  const isWhole = order.displayFulfillmentStatus !== 'PARTIALLY_FULFILLED';
  if (isWhole && sent.length > 0 && sent.every(hasArrived)) return 'delivered';
  if (sent.some(isOnItsWay)) return 'shipped';
  return BY_GOODS[order.displayFulfillmentStatus] ?? (isPaid(order) ? 'confirmed' : 'pending');
}

type Fulfillment = OrderProgress['fulfillments'][number];

function hasArrived({ displayStatus, deliveredAt }: Fulfillment): boolean {
  return deliveredAt !== null || IS_THERE.has(displayStatus ?? '');
}

function isOnItsWay(fulfillment: Fulfillment): boolean {
  return ON_ITS_WAY.has(fulfillment.displayStatus ?? '') || hasArrived(fulfillment);
}

function isPaid({ displayFinancialStatus }: OrderProgress): boolean {
  return PAID.has(displayFinancialStatus ?? '');
}
