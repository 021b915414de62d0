import type { BuyerSteps } from '../../commerce/checkout/buyer-steps.ts';
import type { OrderStatus } from '../../commerce/order/order.ts';
import type { Row } from '../engine/database.ts';
import { TABLES, type TableRecord } from '../tables/tables.ts';
import { buyerStepsOf, STEP_COLUMNS } from './buyer-steps.ts';

/** Columns that a list reads: neither the buyer's checkout address nor a key. */
export const CART_COLUMNS = [
  'id',
  'status',
  'agent',
  'agent_verified',
  'currency',
  'lines',
  'totals',
  'discounts',
  'expires_at',
  'created_at',
  'updated_at',
] as const;
export const SESSION_COLUMNS = [
  'order_id',
  'order_status',
  'payment',
  'order_paid',
  'failure',
  'handed_off_at',
  'settled_at',
  ...STEP_COLUMNS,
] as const;

/** Members that sessions and carts share; no secret among them. */
export interface ListedCart extends Omit<TableRecord<'carts'>, 'storeId' | 'warnings' | 'status'> {
  status: string;
}

export interface ListedSession
  extends ListedCart,
    Pick<TableRecord<'checkout_sessions'>, 'payment' | 'failure'> {
  orderId: string | null;
  orderStatus: OrderStatus | null;
  orderPaid: boolean;
  handedOffAt: string | null;
  settledAt: string | null;
  buyerSteps: BuyerSteps;
}

type SessionRow = Pick<
  Row<'checkout_sessions'>,
  (typeof CART_COLUMNS)[number] | (typeof SESSION_COLUMNS)[number]
>;

export const { fromRow: toCart } = TABLES.carts;

export function toSession(row: SessionRow): ListedSession {
  return {
    ...TABLES.checkout_sessions.fromRow(row),
    orderId: row.order_id,
    orderStatus: row.order_status,
    orderPaid: row.order_paid === 1,
    handedOffAt: row.handed_off_at,
    settledAt: row.settled_at,
    buyerSteps: buyerStepsOf(row),
  };
}
