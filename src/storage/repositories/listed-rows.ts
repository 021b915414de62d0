import type { Cart } from '../../commerce/checkout/cart.ts';
import type { SessionFailure } from '../../commerce/checkout/session-failure.ts';
import { type InDomain, inDomain } from '../../commerce/text/snake-case.ts';
import type { Row } from '../engine/database.ts';

/** Members that sessions and carts share; no secret among them. */
export interface ListedCart
  extends Pick<Cart, 'id' | 'agent' | 'currency' | 'lines' | 'totals' | 'discounts'>,
    Pick<Cart, 'expiresAt' | 'createdAt' | 'updatedAt'> {
  status: string;
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
  'order_paid',
  'failure',
  'handed_off_at',
  'settled_at',
] as const;

type CartRow = Pick<Row<'carts'>, (typeof CART_COLUMNS)[number]>;
type OfSession = Pick<Row<'checkout_sessions'>, (typeof SESSION_COLUMNS)[number]>;

export interface ListedSession extends ListedCart, Omit<InDomain<OfSession>, 'failure' | 'orderPaid'> {
  orderPaid: boolean;
  failure: SessionFailure | null;
}

export function toCart(row: CartRow): ListedCart {
  return { ...inDomain(row), ...contentOf(row) };
}

export function toSession(row: CartRow & OfSession): ListedSession {
  const failure = row.failure === null ? null : JSON.parse(row.failure);
  return { ...inDomain(row), ...contentOf(row), orderPaid: row.order_paid === 1, failure };
}

/** Parses the members that carts and sessions keep as JSON. */
export function contentOf(
  row: Pick<CartRow, 'lines' | 'totals' | 'discounts'>,
): Pick<Cart, 'lines' | 'totals' | 'discounts'> {
  return {
    lines: JSON.parse(row.lines),
    totals: JSON.parse(row.totals),
    discounts: row.discounts === null ? null : JSON.parse(row.discounts),
  };
}
