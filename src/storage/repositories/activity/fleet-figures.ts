import { sql } from 'kysely';
import type { Tests } from '../../../commerce/policy/agents.ts';
import type { Day, Period } from '../../../commerce/time/days.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import { type Database, toUntyped } from '../../engine/database.ts';
import { bindFunctions } from '../rows/bound.ts';
import { withTests } from './statistics.ts';

/** Chosen days of one store, with their begin and end there. */
export interface StoreSpan extends Pick<Period, 'from' | 'to'>, Pick<Day, 'begin' | 'end'> {
  id: string;
  tests: Tests;
}

/** One of the parts of a period of a store. */
export interface StorePart extends Pick<StoreSpan, 'id' | 'tests' | 'begin' | 'end'> {
  part: number;
}

export interface StoreRevenue {
  storeId: string;
  currency: string;
  /** Placed at the address of a cart, without a checkout session. */
  isByCart: boolean;
  orders: number;
  /** Minor units. */
  revenue: number;
}

/** Figures of many stores, each by one statement for all of them. */
export const createFleetFigureRepository = (database: Database) =>
  bindFunctions(database, { sumRevenue, countOrdersByPart, countAgentsByStore, countAgents });

/** Sums verified orders by store and currency, without canceled and refunded ones; orders by carts apart. */
async function sumRevenue(database: Database, spans: readonly StoreSpan[]): Promise<StoreRevenue[]> {
  const selectSums = (table: 'orders' | 'cart_orders') =>
    selectOfSpans(database, spans, table)
      .select(({ fn }) => ['storeId', 'currency', fn.countAll().as('orders')])
      .select(({ fn }) => fn.sum('total').as('revenue'))
      .where(IS_SOLD)
      .groupBy(['storeId', 'currency']);
  const rows = await selectSums('orders')
    .select(sql<number>`0`.as('isByCart'))
    .where('payment', '=', 'verified')
    .unionAll(selectSums('cart_orders').select(sql<number>`1`.as('isByCart')))
    .orderBy('storeId')
    .orderBy('currency')
    .$castTo<Omit<StoreRevenue, 'isByCart'> & { isByCart: number }>()
    .execute();
  return rows.map((row) => ({ ...row, isByCart: row.isByCart === 1 }));
}

/** Counts the verified orders of each store in each of its parts of the period, by the place of the part. */
async function countOrdersByPart(database: Database, parts: readonly StorePart[]) {
  const countOrders = (table: 'orders' | 'cart_orders') =>
    toUntyped(database)
      .selectFrom<string>(table)
      .select(({ fn }) => fn.countAll().as('orders'))
      .where(IS_OF_SPAN)
      .where(IS_SOLD);
  const ofSessions = countOrders('orders').where('payment', '=', 'verified');
  // A count for each part: PostgreSQL would join each part with all orders of its store.
  const rows = await database
    .selectFrom(toJsonRows(database, { ...SPAN, part: 'integer' }, parts))
    .select(['id', 'part', sql<number>`${ofSessions} + ${countOrders('cart_orders')}`.as('orders')])
    .execute();
  const counts = new Map<string, Map<number, number>>();
  for (const { id, part, orders } of rows)
    counts.set(id, (counts.get(id) ?? new Map<number, number>()).set(part, orders));
  return counts;
}

/** Counts the agents that called each store. */
async function countAgentsByStore(database: Database, spans: readonly StoreSpan[]) {
  const requests = selectRequests(database, spans).select('storeId as id').groupBy('storeId');
  const rows = await requests.$castTo<{ id: string; agents: number }>().execute();
  return new Map(rows.map(({ id, agents }) => [id, agents]));
}

/** Counts the agents that called any of the stores, each once. */
async function countAgents(database: Database, spans: readonly StoreSpan[]): Promise<number> {
  return (await selectRequests(database, spans).executeTakeFirst())?.agents ?? 0;
}

const selectRequests = (database: Database, spans: readonly StoreSpan[]) =>
  selectOfSpans(database, spans, 'daily_counts')
    .select(({ fn }) => fn.count<number>('agent').distinct().as('agents'))
    .where('kind', '=', 'request')
    .whereRef('day', '>=', 'item.from')
    .whereRef('day', '<=', 'item.to');

const SPAN = { id: 'text', tests: 'text', from: 'text', to: 'text', begin: 'text', end: 'text' } as const;

/** The order of a cross join binds SQLite: spans lead. */
const selectOfSpans = (database: Database, spans: readonly StoreSpan[], table: string) =>
  toUntyped(database)
    .selectFrom(toJsonRows(database, SPAN, spans))
    .crossJoin<string>(table)
    .where(IS_OF_SPAN);

/** Matches a row of the store of a span, also of tests where it includes them. */
const IS_OF_SPAN = sql<boolean>`store_id = item.id and (tests = 'include' or ${withTests()})`;

const IS_SOLD = sql<boolean>`created_at >= item."begin" and created_at < item."end"
  and status not in ('canceled', 'refunded') and paid = 1`;
