import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { LosingStep } from '../../../commerce/checkout/buyer-steps.ts';
import type { CartOutcome } from '../../../commerce/checkout/cart.ts';
import type { SessionEnding } from '../../../commerce/checkout/checkout-session.ts';
import type { Tests } from '../../../commerce/policy/agents.ts';
import { splitQueryWords } from '../../../commerce/text/words-of.ts';
import { isSqlite, matchSubstring } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import type { TableRecord, Tables } from '../../tables/tables.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import {
  type Listed,
  listExamined,
  listPage,
  matchRowsWithin,
  type Page,
  type RowOrder,
  type Span,
  sortRowsAfter,
} from '../rows/row-pages.ts';
import { findFirst, match } from '../rows/rows.ts';
import { hasLeftAt } from '../shopping/buyer-steps.ts';
import { HAS_BECOME } from '../shopping/carts.ts';
import {
  CART_COLUMNS,
  type ListedCart,
  type ListedOrder,
  type ListedSession,
  SESSION_COLUMNS,
  selectOrders,
  toCart,
  toOrder,
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
}

export interface ActivityPage extends Page {
  sort: 'created_at' | 'updated_at' | 'status' | 'agent' | 'total';
  direction: 'asc' | 'desc';
}

export type OrderEvent = Pick<TableRecord<'order_events'>, (typeof ORDER_EVENT)[number]>;

const ORDER_EVENT = ['at', 'status', 'payment', 'learnedBy'] as const;

export const createActivityRepository = (context: Sealed) =>
  bindFunctions(context, {
    ...{ listSessions, findSession, listCarts, findCart },
    ...{ listOrders, findOrder, listOrderEvents, listDeliveriesAbout },
  });

const selectSessions = (database: Database, storeId: string) =>
  database.selectFrom('checkout_sessions').select(SESSION_COLUMNS).where('storeId', '=', storeId);

const selectCarts = (database: Database, storeId: string) =>
  database.selectFrom('carts').select(CART_COLUMNS).where('storeId', '=', storeId);

interface Listing<Found, Item> {
  name: 'checkout_sessions' | 'carts';
  /** Columns that a text is searched in, beside the lines. */
  ids: readonly string[];
  /** Filters that the index by date has. */
  indexed: readonly FilterName[];
  total: Expression<number>;
  toItem(row: Found): Item;
}

/** Returns the page of the rows that the filter lets through. */
function listActivity<Table extends keyof Tables, Found extends object, Item>(
  { database }: Sealed,
  storeId: string,
  rows: SelectQueryBuilder<Tables, Table, Found>,
  filter: ActivityFilter,
  page: ActivityPage,
  { name, ids, indexed, total, toItem }: Listing<Found, Item>,
): Promise<Listed<Item>> {
  const order = buildOrder(page, total);
  const matching = rows.where(buildFilter(filter, ids));
  if (isIndexed(filter, page, indexed)) return listPage(matching, order, page, toItem);
  return listExamined(
    database,
    { tables: [name], storeId, at: 'createdAt', ...toSpan(filter) },
    page,
    (isExamined) => listPage(matching.where(isExamined), order, page, toItem),
    page.sort === 'created_at',
  );
}

const FILTERS = ['statuses', 'outcomes', 'endings', 'left', 'agent', 'payment', 'text'] as const;

type FilterName = (typeof FILTERS)[number];

/** True where a page reads its own rows only, as the index by date has all that is filtered by. */
function isIndexed(filter: ActivityFilter, { sort }: ActivityPage, indexed: readonly FilterName[]): boolean {
  const isApplied = (name: FilterName) => filter[name] !== undefined;
  return sort === 'created_at' && FILTERS.every((name) => !isApplied(name) || indexed.includes(name));
}

const toSpan = ({ since, until }: Span): Span => ({ since, until });

const listSessions = (context: Sealed, storeId: string, filter: ActivityFilter, page: ActivityPage) =>
  listActivity(context, storeId, selectSessions(context.database, storeId), filter, page, {
    name: 'checkout_sessions',
    ids: ['id', 'orderId', 'agent', 'failure'],
    indexed: ['agent', 'statuses'],
    total: buildTotal(context.database, sql`coalesce(order_totals, totals)`),
    toItem: toSession,
  });

const findSession = ({ database }: Sealed, storeId: string, id: string): Promise<ListedSession | undefined> =>
  findFirst(selectSessions(database, storeId).where('id', '=', id), toSession);

const listCarts = (context: Sealed, storeId: string, filter: ActivityFilter, page: ActivityPage) =>
  listActivity(context, storeId, selectCarts(context.database, storeId), filter, page, {
    name: 'carts',
    ids: ['id', 'agent'],
    indexed: [],
    total: buildTotal(context.database),
    toItem: toCart,
  });

const findCart = ({ database }: Sealed, storeId: string, id: string): Promise<ListedCart | undefined> =>
  findFirst(selectCarts(database, storeId).where('id', '=', id), toCart);

/** Orders of sessions and of carts, in one sequence. */
function listOrders(
  { database, sealing }: Sealed,
  storeId: string,
  filter: ActivityFilter,
  page: ActivityPage,
): Promise<Listed<ListedOrder>> {
  const order = buildOrder(page, sql`total`);
  const isMatch = buildFilter(filter, ORDER_IDS);
  const list = (isExamined: Expression<SqlBool>) => {
    const all = selectOrders(database, storeId).where(isMatch).where(isExamined);
    const max = page.offset + page.limit + 1;
    const first = selectOrders(database, storeId, (rows) =>
      sortRowsAfter(rows.where(isMatch).where(isExamined), order, page.after).limit(max),
    );
    return listPage(first, order, page, (row) => toOrder(row, sealing), all);
  };
  if (isIndexed(filter, page, ['agent', 'statuses', 'payment'])) return list(sql<SqlBool>`1 = 1`);
  const tables = ['orders', 'cart_orders'] as const;
  const examined = { tables, storeId, at: 'createdAt', ...toSpan(filter) } as const;
  return listExamined(database, examined, page, list, page.sort === 'created_at');
}

const ORDER_IDS = ['id', 'sessionId', 'cartId', 'platformOrderId', 'platformOrderNumber', 'agent'];

const findOrder = ({ database, sealing }: Sealed, storeId: string, id: string) =>
  findFirst(selectOrders(database, storeId).where('id', '=', id), (row) => toOrder(row, sealing));

/** Oldest first. */
const listOrderEvents = ({ database }: Sealed, storeId: string, orderId: string): Promise<OrderEvent[]> =>
  database
    .selectFrom('order_events')
    .select(ORDER_EVENT)
    .where(match({ storeId, orderId }))
    .orderBy('at')
    .execute();

/** Lists webhooks about an order, given by its GID; oldest first. */
async function listDeliveriesAbout({ database }: Sealed, storeId: string, platformOrderId: string) {
  const rows = await database
    .selectFrom('webhook_deliveries')
    .where(match({ storeId, subject: platformOrderId }))
    .select(['receivedAt as at', 'topic', 'effect'])
    .orderBy('receivedAt', 'desc')
    .limit(MAX_DELIVERIES)
    .execute();
  return rows.reverse();
}

const MAX_DELIVERIES = 200;

function buildTotal(database: Database, totals: Expression<unknown> = sql.ref('totals')): Expression<number> {
  return isSqlite(database)
    ? sql<number>`${totals} ->> 'total'`
    : sql<number>`cast(cast(${totals} as json) ->> 'total' as bigint)`;
}

/** An agent is null in rows older than the column. */
function buildOrder({ sort, direction }: ActivityPage, total: Expression<number>): RowOrder {
  const by = sort === 'total' ? total : sort === 'agent' ? sql`coalesce(agent, '')` : sql.ref(sort);
  return { by, direction };
}

function buildFilter(
  { statuses, outcomes, endings, left, agent, payment, tests, text, ...span }: ActivityFilter,
  ids: readonly string[],
): Expression<SqlBool> {
  const conditions = [matchRowsWithin(span, 'createdAt')];
  if (statuses) conditions.push(sql<SqlBool>`status in (${sql.join(statuses)})`);
  if (outcomes) conditions.push(combineByOr(outcomes.map((outcome) => HAS_BECOME[outcome])));
  if (endings) conditions.push(combineByOr(endings.map((ending) => ENDED_BY[ending])));
  if (left) conditions.push(combineByOr(left.at.map((step) => hasLeftAt(step, left.goneSince, ENDED_BY))));
  if (agent) conditions.push(sql<SqlBool>`agent = ${agent}`);
  if (tests === 'exclude') conditions.push(withTests(tests));
  if (payment) conditions.push(sql<SqlBool>`payment = ${payment}`);
  for (const word of splitQueryWords(text ?? ''))
    conditions.push(combineByOr([...ids, 'lines'].map((column) => matchSubstring(sql.ref(column), word))));
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

const combineByOr = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** Same causes as `getEnding` finds. */
const ENDED_BY: Record<SessionEnding, Expression<SqlBool>> = {
  error: sql`status = 'failed' and failure is not null`,
  canceled: sql`status = 'failed' and failure is null and settled_at < expires_at`,
  expired: sql`status = 'failed' and failure is null and (settled_at is null or settled_at >= expires_at)`,
};
