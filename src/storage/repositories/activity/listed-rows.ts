import { type AliasableExpression, sql } from 'kysely';
import type { BuyerSteps } from '../../../commerce/checkout/buyer-steps.ts';
import type { CartOrder, Totals } from '../../../commerce/checkout/cart.ts';
import type { FirstLines } from '../../../commerce/order/first-lines.ts';
import type { Order, OrderStatus } from '../../../commerce/order/order.ts';
import type { Database, Row } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
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

export const toCart = (row: Pick<Row<'carts'>, (typeof CART_COLUMNS)[number]>): ListedCart =>
  TABLES.carts.fromRow(row);

export function toSession(row: SessionRow): ListedSession {
  const { orderCurrency: currency, orderTotals: totals, ...session } = TABLES.checkout_sessions.valuesOf(row);
  const ordered = currency === null || totals === null ? null : { currency, totals };
  return { ...session, ordered, buyerSteps: toBuyerSteps(row) };
}

/** Columns that orders of sessions and of carts share. */
const ORDER_COLUMNS = [
  'id',
  'platform_order_id',
  'status',
  'paid',
  'currency',
  'lines',
  'totals',
  'total',
  'tracking',
  'agent',
  'agent_verified',
  'as_of',
  'created_at',
] as const;

type SharedOrder = Omit<
  TableRecord<'cart_orders'>,
  'storeId' | 'cartId' | 'platformOrderId' | 'platformUpdatedAt' | keyof FirstLines
>;

/** Order of a session, or of a cart without one. `total`: in minor units, without refunds. */
export interface ListedOrder extends SharedOrder, FirstLines, Pick<Order, 'payment' | 'buyerEmail'> {
  /** One of the two is null. */
  sessionId: string | null;
  cartId: string | null;
  platformOrderId: string | null;
  platformOrderNumber: string | null;
  updatedAt: string;
  /** True when the buyer's address cannot be decrypted: it is null. */
  isUnreadable: boolean;
}

interface ListedRow
  extends Pick<
    Row<'orders'>,
    (typeof ORDER_COLUMNS)[number] | 'platform_order_number' | 'payment' | 'buyer_email' | 'updated_at'
  > {
  session_id: string | null;
  cart_id: string | null;
  line_count: number | null;
}

const selectListed = (database: Database, orders: AliasableExpression<ListedRow>) =>
  database.selectFrom(orders.as('listed_orders')).selectAll();

type ListedRows = ReturnType<typeof selectListed>;

/** Selects a store's orders of sessions and of carts. `first` limits those of each table: PostgreSQL would sort all of both. */
export function selectOrders(database: Database, storeId: string, first = (rows: ListedRows) => rows) {
  const selectFirst = (orders: AliasableExpression<ListedRow>) =>
    selectListed(database, first(selectListed(database, orders)));
  const [ofSessions, ofCarts] = [selectSessionOrders(database, storeId), selectCartOrders(database, storeId)];
  return selectListed(database, selectFirst(ofSessions).unionAll(selectFirst(ofCarts)));
}

/** Both tables' columns in one sequence, as a union needs. A null has the type of the other table's column: SQLite needs it for its indexes. */
const selectSessionOrders = (database: Database, storeId: string) =>
  database
    .selectFrom('orders')
    .select([...ORDER_COLUMNS, 'session_id', NO_TEXT.as('cart_id'), 'platform_order_number', 'payment'])
    .select(['buyer_email', sql<number | null>`cast(null as integer)`.as('line_count'), 'updated_at'])
    .where('store_id', '=', storeId)
    .$castTo<ListedRow>();

const selectCartOrders = (database: Database, storeId: string) =>
  database
    .selectFrom('cart_orders')
    .select([...ORDER_COLUMNS, NO_TEXT.as('session_id'), 'cart_id', NO_TEXT.as('platform_order_number')])
    .select([sql<string>`cast('verified' as text)`.as('payment'), NO_TEXT.as('buyer_email'), 'line_count'])
    .select('platform_updated_at as updated_at')
    .where('store_id', '=', storeId)
    .$castTo<ListedRow>();

const NO_TEXT = sql<string | null>`cast(null as text)`;

export function toOrder(row: ListedRow, sealing: Sealing): ListedOrder {
  const { unreadable, ...order } = TABLES.orders.valuesOf(row, sealing.lenient);
  const { platformOrderId: gid, platformOrderNumber: number } = order;
  return {
    ...order,
    cartId: row.cart_id,
    // Plain number at the end of the GID.
    platformOrderNumber: number ?? gid?.split('/').at(-1) ?? null,
    lineCount: row.line_count ?? order.lines.length,
    isUnreadable: unreadable !== undefined,
  };
}
