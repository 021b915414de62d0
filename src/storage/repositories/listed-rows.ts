import type { Cart } from '../../commerce/cart.ts';
import type { SessionFailure } from '../../commerce/session-failure.ts';
import type { Row } from '../engine/database.ts';

/** Members that sessions and carts share; no secret among them. */
export interface ListedCart
  extends Pick<Cart, 'id' | 'agent' | 'currency' | 'lines' | 'totals' | 'discounts'>,
    Pick<Cart, 'expiresAt' | 'createdAt' | 'updatedAt'> {
  status: string;
}

export interface ListedSession extends ListedCart {
  orderId: string | null;
  orderStatus: string | null;
  payment: string | null;
  failure: SessionFailure | null;
  handedOffAt: string | null;
  settledAt: string | null;
}

/** Columns that a list reads: neither the buyer's checkout address nor a key. */
export const CART_COLUMNS = [
  'id',
  'status',
  'agent',
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
  'failure',
  'handed_off_at',
  'settled_at',
] as const;

type CartRow = Pick<Row<'carts'>, (typeof CART_COLUMNS)[number]>;
type SessionRow = CartRow & Pick<Row<'checkout_sessions'>, (typeof SESSION_COLUMNS)[number]>;

export function toCart(row: CartRow): ListedCart {
  return {
    id: row.id,
    status: row.status,
    agent: row.agent,
    currency: row.currency,
    lines: JSON.parse(row.lines),
    totals: JSON.parse(row.totals),
    discounts: row.discounts === null ? null : JSON.parse(row.discounts),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toSession(row: SessionRow): ListedSession {
  return {
    ...toCart(row),
    orderId: row.order_id,
    orderStatus: row.order_status,
    payment: row.payment,
    failure: row.failure === null ? null : JSON.parse(row.failure),
    handedOffAt: row.handed_off_at,
    settledAt: row.settled_at,
  };
}
