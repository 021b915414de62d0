import { type AliasableExpression, sql } from 'kysely';
import type { FirstLines } from '../../../commerce/order/first-lines.ts';
import type { Order } from '../../../commerce/order/order.ts';
import type { Database, Row } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';

/** Columns that orders of sessions and of carts share. */
const SHARED_COLUMNS = [
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

type Shared = Omit<
  TableRecord<'cart_orders'>,
  'storeId' | 'cartId' | 'platformOrderId' | 'platformUpdatedAt' | keyof FirstLines
>;

/** Order of a session, or of a cart without one. `total`: in minor units, without refunds. */
export interface ListedOrder extends Shared, FirstLines, Pick<Order, 'payment' | 'buyerEmail'> {
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
    (typeof SHARED_COLUMNS)[number] | 'platform_order_number' | 'payment' | 'buyer_email' | 'updated_at'
  > {
  session_id: string | null;
  cart_id: string | null;
  line_count: number | null;
}

const selectListed = (database: Database, orders: AliasableExpression<ListedRow>) =>
  database.selectFrom(orders.as('listed_orders')).selectAll();

type ListedRows = ReturnType<typeof selectListed>;

/**
 * Selects a store's orders of sessions and of carts. `first` narrows, sorts and limits those of each table, before they are merged:
 * PostgreSQL would sort all of both.
 */
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
    .select([...SHARED_COLUMNS, 'session_id', NO_TEXT.as('cart_id'), 'platform_order_number', 'payment'])
    .select(['buyer_email', sql<number | null>`cast(null as integer)`.as('line_count'), 'updated_at'])
    .where('store_id', '=', storeId)
    .$castTo<ListedRow>();

const selectCartOrders = (database: Database, storeId: string) =>
  database
    .selectFrom('cart_orders')
    .select([...SHARED_COLUMNS, NO_TEXT.as('session_id'), 'cart_id', NO_TEXT.as('platform_order_number')])
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
    platformOrderNumber: number ?? (gid && numberOf(gid)),
    lineCount: row.line_count ?? order.lines.length,
    isUnreadable: unreadable !== undefined,
  };
}

/** Plain number at the end of a GID. */
function numberOf(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1);
}
