import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { LosingStep } from '../../../commerce/checkout/buyer-steps.ts';
import type { CartOutcome } from '../../../commerce/checkout/cart.ts';
import type { SessionEnding } from '../../../commerce/checkout/checkout-session.ts';
import type { Tests } from '../../../commerce/policy/agents.ts';
import { splitQueryWords } from '../../../commerce/text/words-of.ts';
import { contains, isSqlite } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import type { TableRecord, Tables } from '../../tables/tables.ts';
import { bound, type Sealed } from '../rows/bound.ts';
import { type Page, pageOf, type RowPosition, rowsAfter, rowsWithin, type Span } from '../rows/row-pages.ts';
import { rowsOf } from '../rows/rows.ts';
import { firstOf } from '../rows/run-statement.ts';
import { hasLeftAt } from '../shopping/buyer-steps.ts';
import { HAS_BECOME } from '../shopping/carts.ts';
import { ordersOf, toOrder } from './listed-orders.ts';
import {
  CART_COLUMNS,
  type ListedCart,
  type ListedSession,
  SESSION_COLUMNS,
  toCart,
  toSession,
} from './listed-rows.ts';
import { withTests } from './statistics.ts';

/** Filter of a list of sessions, carts or orders. */
export interface ActivityFilter extends Span {
  statuses?: readonly string[] | undefined;
  /** Outcomes of carts; other lists have none. */
  outcomes?: readonly CartOutcome[] | undefined;
  /** Causes that ended failed sessions; other lists have none. */
  endings?: readonly SessionEnding[] | undefined;
  /** Steps at which the buyers of sessions have left, who are gone when they have come no further since `goneSince`. */
  left?: { at: readonly LosingStep[]; goneSince: string } | undefined;
  agent?: string | undefined;
  payment?: string | undefined;
  /** Included when left out. */
  tests?: Tests | undefined;
  /** Words, each a part of an id, of the agent's name or of the lines. */
  text?: string | undefined;
  /** Only rows after this one, newest first; their total is not counted again. */
  after?: RowPosition | undefined;
}

export interface ActivityPage extends Page {
  sort: 'created_at' | 'updated_at' | 'status' | 'agent' | 'total';
  direction: 'asc' | 'desc';
}

export type OrderEvent = Pick<TableRecord<'order_events'>, (typeof ORDER_EVENT)[number]>;

const ORDER_EVENT = ['at', 'status', 'payment', 'learnedBy'] as const;

interface Listed<Item> {
  items: Item[];
  total: number;
}

export const activityLists = (context: Sealed) =>
  bound(context, { sessions, session, carts, cart, orders, order, orderEvents, deliveriesAbout });

const sessionsOf = (database: Database, storeId: string) =>
  database.selectFrom('checkout_sessions').select(SESSION_COLUMNS).where('store_id', '=', storeId);

const cartsOf = (database: Database, storeId: string) =>
  database.selectFrom('carts').select(CART_COLUMNS).where('store_id', '=', storeId);

interface Listing<Found, Item> {
  /** Columns that a text is searched in, beside the lines. */
  ids: readonly string[];
  total: Expression<number>;
  toItem(row: Found): Item;
}

/** Returns the page of the rows that the filter lets through. */
function listed<Table extends keyof Tables, Found extends object, Item>(
  rows: SelectQueryBuilder<Tables, Table, Found>,
  filter: ActivityFilter,
  page: ActivityPage,
  { ids, total, toItem }: Listing<Found, Item>,
): Promise<Listed<Item>> {
  const sorted = rows.where(narrowed(filter, ids)).orderBy(inOrder(page, total)).orderBy(sql`id`);
  return pageOf(sorted, { ...page, isBehind: filter.after !== undefined }, toItem);
}

const sessions = ({ database }: Sealed, storeId: string, filter: ActivityFilter, page: ActivityPage) =>
  listed(sessionsOf(database, storeId), filter, page, {
    ids: ['id', 'order_id', 'agent', 'failure'],
    total: totalOf(database),
    toItem: toSession,
  });

const session = ({ database }: Sealed, storeId: string, id: string): Promise<ListedSession | undefined> =>
  firstOf(sessionsOf(database, storeId).where('id', '=', id), toSession);

const carts = ({ database }: Sealed, storeId: string, filter: ActivityFilter, page: ActivityPage) =>
  listed(cartsOf(database, storeId), filter, page, {
    ids: ['id', 'agent'],
    total: totalOf(database),
    toItem: toCart,
  });

const cart = ({ database }: Sealed, storeId: string, id: string): Promise<ListedCart | undefined> =>
  firstOf(cartsOf(database, storeId).where('id', '=', id), toCart);

/** Orders of sessions and of carts, in one sequence. */
function orders({ database, sealing }: Sealed, storeId: string, filter: ActivityFilter, page: ActivityPage) {
  const isListed = narrowed(filter, ORDER_IDS);
  const sorted = (rows: ReturnType<typeof ordersOf>) =>
    rows.orderBy(inOrder(page, sql`total`)).orderBy(sql`id`);
  const first = ordersOf(database, storeId, (rows) =>
    sorted(rows.where(isListed)).limit(page.offset + page.limit),
  );
  const all = ordersOf(database, storeId).where(isListed);
  const range = { ...page, isBehind: filter.after !== undefined };
  return pageOf(sorted(first), range, (row) => toOrder(row, sealing), all);
}

const ORDER_IDS = ['id', 'session_id', 'cart_id', 'platform_order_id', 'platform_order_number', 'agent'];

const order = ({ database, sealing }: Sealed, storeId: string, id: string) =>
  firstOf(ordersOf(database, storeId).where('id', '=', id), (row) => toOrder(row, sealing));

/** Oldest first. */
const orderEvents = ({ database }: Sealed, storeId: string, orderId: string): Promise<OrderEvent[]> =>
  rowsOf(database, 'order_events', { storeId, orderId }).listOf(ORDER_EVENT, 'at');

/** Lists webhooks about an order, given by its GID; oldest first. */
async function deliveriesAbout({ database }: Sealed, storeId: string, platformOrderId: string) {
  const rows = await rowsOf(database, 'webhook_deliveries', { storeId, subject: platformOrderId })
    .query()
    .select(['received_at as at', 'topic', 'effect'])
    .orderBy('received_at', 'desc')
    .limit(MAX_DELIVERIES)
    .execute();
  return rows.reverse();
}

const MAX_DELIVERIES = 200;

function totalOf(database: Database): Expression<number> {
  return isSqlite(database)
    ? sql<number>`totals ->> 'total'`
    : sql<number>`cast(cast(totals as json) ->> 'total' as bigint)`;
}

function inOrder({ sort, direction }: ActivityPage, total: Expression<number>) {
  return sql`${sort === 'total' ? total : sql.ref(sort)} ${sql.raw(direction === 'asc' ? 'asc' : 'desc')}`;
}

function narrowed(
  { statuses, outcomes, endings, left, agent, payment, tests, text, after, ...span }: ActivityFilter,
  ids: readonly string[],
): Expression<SqlBool> {
  const conditions = [rowsAfter(after, { at: 'created_at', id: 'id' }), rowsWithin(span, 'created_at')];
  if (statuses) conditions.push(sql<SqlBool>`status in (${sql.join(statuses)})`);
  if (outcomes) conditions.push(anyOf(outcomes.map((outcome) => HAS_BECOME[outcome])));
  if (endings) conditions.push(anyOf(endings.map((ending) => ENDED_BY[ending])));
  if (left) conditions.push(anyOf(left.at.map((step) => hasLeftAt(step, left.goneSince, ENDED_BY))));
  if (agent) conditions.push(sql<SqlBool>`agent = ${agent}`);
  if (tests === 'exclude') conditions.push(withTests(tests));
  if (payment) conditions.push(sql<SqlBool>`payment = ${payment}`);
  for (const word of splitQueryWords(text ?? ''))
    conditions.push(anyOf([...ids, 'lines'].map((column) => contains(sql.ref(column), word))));
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function anyOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Same causes as `endingOf` finds. */
const ENDED_BY: Record<SessionEnding, Expression<SqlBool>> = {
  error: sql`status = 'failed' and failure is not null`,
  canceled: sql`status = 'failed' and failure is null and settled_at < expires_at`,
  expired: sql`status = 'failed' and failure is null and (settled_at is null or settled_at >= expires_at)`,
};
