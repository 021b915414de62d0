import type { CartLine, Discounts, Totals } from '../../commerce/cart.ts';
import type { SessionFailure } from '../../commerce/session-failure.ts';

/** What sessions and carts tell alike, and nothing that is a secret. */
export interface ListedCart {
  id: string;
  status: string;
  agent: string | null;
  currency: string;
  lines: CartLine[];
  totals: Totals;
  discounts: Discounts | null;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

export interface ListedSession extends ListedCart {
  orderId: string | null;
  orderStatus: string | null;
  payment: string | null;
  failure: SessionFailure | null;
  handedOffAt: string | null;
  settledAt: string | null;
}

/** The columns of both that a list reads: no address where the buyer pays, no key. */
export const CONTENT = [
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
export const OF_SESSIONS = [
  'order_id',
  'order_status',
  'payment',
  'failure',
  'handed_off_at',
  'settled_at',
] as const;

interface CartRow {
  id: string;
  status: string;
  agent: string | null;
  currency: string;
  lines: string;
  totals: string;
  discounts: string | null;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

interface SessionRow extends CartRow {
  order_id: string | null;
  order_status: string | null;
  payment: string | null;
  failure: string | null;
  handed_off_at: string | null;
  settled_at: string | null;
}

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
