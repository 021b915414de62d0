import type { BuyerSteps } from '../../../commerce/checkout/buyer-steps.ts';
import type { CartOrder, Totals } from '../../../commerce/checkout/cart.ts';
import type { OrderStatus } from '../../../commerce/order/order.ts';
import type { Row } from '../../engine/database.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { STEP_COLUMNS, toBuyerSteps } from '../shopping/buyer-steps.ts';

/** Columns that a list reads: neither the buyer's checkout address nor a key. */
const SHARED_COLUMNS = [
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
export const CART_COLUMNS = [...SHARED_COLUMNS, 'ordered_at', 'platform_order_id'] as const;
export const SESSION_COLUMNS = [
  ...SHARED_COLUMNS,
  'order_id',
  'order_status',
  'order_currency',
  'order_totals',
  'payment',
  'order_paid',
  'failure',
  'handed_off_at',
  'settled_at',
  ...STEP_COLUMNS,
] as const;

/** No secret among its members. */
export type ListedCart = Omit<TableRecord<'carts'>, 'storeId' | 'warnings'>;

/** Members that sessions and carts share. */
export interface ListedContent extends Omit<ListedCart, 'status' | keyof CartOrder> {
  status: string;
}

export interface ListedSession
  extends ListedContent,
    Pick<TableRecord<'checkout_sessions'>, 'payment' | 'failure'> {
  orderId: string | null;
  orderStatus: OrderStatus | null;
  orderPaid: boolean;
  /** Sums of the order; null without one. */
  ordered: { currency: string; totals: Totals } | null;
  handedOffAt: string | null;
  settledAt: string | null;
  buyerSteps: BuyerSteps;
}

type SessionRow = Pick<Row<'checkout_sessions'>, (typeof SESSION_COLUMNS)[number]>;

export const { fromRow: toCart } = TABLES.carts;

export function toSession(row: SessionRow): ListedSession {
  const { orderCurrency: currency, orderTotals: totals, ...session } = TABLES.checkout_sessions.valuesOf(row);
  const ordered = currency === null || totals === null ? null : { currency, totals };
  return { ...session, ordered, buyerSteps: toBuyerSteps(row) };
}
