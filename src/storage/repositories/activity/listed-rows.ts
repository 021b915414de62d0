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
  'agentVerified',
  'currency',
  'lines',
  'totals',
  'discounts',
  'expiresAt',
  'createdAt',
  'updatedAt',
] as const;
export const CART_COLUMNS = [...SHARED_COLUMNS, 'orderedAt', 'platformOrderId'] as const;
export const SESSION_COLUMNS = [
  ...SHARED_COLUMNS,
  'orderId',
  'orderStatus',
  'orderCurrency',
  'orderTotals',
  'payment',
  'orderPaid',
  'failure',
  'handedOffAt',
  'settledAt',
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
  const { orderCurrency: currency, orderTotals: totals, ...session } = row;
  const ordered = currency === null || totals === null ? null : { currency, totals };
  return { ...session, ordered, buyerSteps: toBuyerSteps(row) };
}

/** Columns that orders of sessions and of carts share. */
const ORDER_COLUMNS = [
  'id',
  'platformOrderId',
  'status',
  'paid',
  'currency',
  'lines',
  'totals',
  'total',
  'tracking',
  'agent',
  'agentVerified',
  'asOf',
  'createdAt',
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
    (typeof ORDER_COLUMNS)[number] | 'platformOrderNumber' | 'payment' | 'buyerEmail' | 'updatedAt'
  > {
  sessionId: string | null;
  cartId: string | null;
  lineCount: number | null;
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
    .select([...ORDER_COLUMNS, 'sessionId', NO_TEXT.as('cartId'), 'platformOrderNumber', 'payment'])
    .select(['buyerEmail', sql<number | null>`cast(null as integer)`.as('lineCount'), 'updatedAt'])
    .where('storeId', '=', storeId)
    .$castTo<ListedRow>();

const selectCartOrders = (database: Database, storeId: string) =>
  database
    .selectFrom('cart_orders')
    .select([...ORDER_COLUMNS, NO_TEXT.as('sessionId'), 'cartId', NO_TEXT.as('platformOrderNumber')])
    .select([sql<string>`cast('verified' as text)`.as('payment'), NO_TEXT.as('buyerEmail'), 'lineCount'])
    .select('platformUpdatedAt as updatedAt')
    .where('storeId', '=', storeId)
    .$castTo<ListedRow>();

const NO_TEXT = sql<string | null>`cast(null as text)`;

export function toOrder(row: ListedRow, sealing: Sealing): ListedOrder {
  const { unreadable, ...order } = TABLES.orders.open(row, sealing.lenient);
  const { platformOrderId: gid, platformOrderNumber: number } = order;
  return {
    ...order,
    cartId: row.cartId,
    // Plain number at the end of the GID.
    platformOrderNumber: number ?? gid?.split('/').at(-1) ?? null,
    lineCount: row.lineCount ?? order.lines.length,
    isUnreadable: unreadable !== undefined,
  };
}
