import { createHash } from 'node:crypto';
import type { OrderBook, ShopOrder } from '../../shop/orders.ts';
import { createUnplacedOrders, type UnplacedOrder, type UnplacedOrders } from './unplaced-orders.ts';

type WooStatus =
  | 'pending'
  | 'processing'
  | 'on-hold'
  | 'completed'
  | 'cancelled'
  | 'refunded'
  | 'failed'
  | 'checkout-draft';

/** Status of a new order: processing when paid at once, on-hold while a bank transfer is awaited, pending when unpaid. */
export type NewOrderStatus = 'processing' | 'on-hold' | 'pending';

/** Members of an order that only WooCommerce has. */
export interface OrderLife {
  unplaced: UnplacedOrders;
  statusOf(order: ShopOrder): WooStatus;
  /** ISO instant; null until paid. */
  paidAt(order: ShopOrder): string | null;
}

export function followOrders(
  orders: OrderBook,
  unpaidStatus: Exclude<NewOrderStatus, 'processing'>,
  before?: readonly UnplacedOrder[],
): OrderLife {
  const unplaced = createUnplacedOrders(orders, before);
  return {
    unplaced,
    paidAt: (order) => (unplaced.statusOf(order) ? null : order.paidAt),
    statusOf: (order) =>
      unplaced.statusOf(order) ??
      (order.step === 'paid' && order.paidAt === null ? unpaidStatus : STATUSES[order.step]),
  };
}

/** WooCommerce has no status for delivery: a delivered order stays completed, its tracking shows the arrival. */
const STATUSES: Record<ShopOrder['step'], WooStatus> = {
  paid: 'processing',
  shipped: 'completed',
  delivered: 'completed',
  canceled: 'cancelled',
  refunded: 'refunded',
};

/** Unguessable and always the same for one order. */
export function orderKey(order: ShopOrder): string {
  const digest = createHash('sha256').update(`order key of ${order.cartKey}`).digest('base64url');
  return `wc_order_${digest.replaceAll(/[-_]/g, '').slice(0, 13)}`;
}
