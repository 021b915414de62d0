import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { BUYER_STEPS, type BuyerStep } from '../../../commerce/checkout/buyer-steps.ts';
import { CART_OUTCOMES, type CartOutcome } from '../../../commerce/checkout/cart.ts';
import type { CountKind } from '../../../commerce/counts/daily-counts.ts';
import type { PaymentEvidence } from '../../../commerce/order/order.ts';
import { type Tests, UNCOUNTED_AGENTS } from '../../../commerce/policy/agents.ts';
import { type Day, getDays, type Period } from '../../../commerce/time/days.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import { type Database, toUntyped } from '../../engine/database.ts';
import type { Tables } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { match } from '../rows/rows.ts';
import { hasReached } from '../shopping/buyer-steps.ts';
import { HAS_BECOME } from '../shopping/carts.ts';

export interface DayCount {
  kind: CountKind;
  day: string;
  agent: string;
  count: number;
}

const sumOf = (kind: CountKind) => sql<number>`sum(case when kind = ${kind} then count else 0 end)`;

interface Counted {
  day: string;
  agent: string | null;
}

/** `followed`: sessions with a step before the payment that the shop has reported. */
type SessionCount = Counted & Record<'sessions' | 'handoffs' | 'followed' | BuyerStep, number>;

/** Carts without a checkout session, and their outcomes. */
type CartCount = Counted & Record<'carts' | CartOutcome, number>;

export interface OrderSum extends Counted {
  payment: PaymentEvidence;
  /** Placed at the address of a cart, without a checkout session. */
  isByCart: boolean;
  currency: string;
  count: number;
  /** Minor units. */
  revenue: number;
}

/** Days, and whether tests count in them; they do not when left out. */
export interface CountedPeriod extends Period {
  tests?: Tests;
}

export const createStatisticsRepository = (database: Database) =>
  bindFunctions(database, {
    ...{ listCounts, sumBySubject, listSubjects, countSessions },
    ...{ countCarts, sumOrders, listAgents, findFirsts },
  });

/** By kind, day and agent. */
const listCounts = (database: Database, storeId: string, kinds: CountKind[], period: CountedPeriod) =>
  selectInPeriod(database, storeId, kinds, period)
    .select(({ fn }) => ['kind', 'day', 'agent', fn.sum<number>('count').as('count')])
    .groupBy(['kind', 'day', 'agent'])
    .$castTo<DayCount>()
    .execute();

/** Sums by subject, the `max` most frequent first; null: all. */
export async function sumBySubject(
  database: Database,
  storeId: string,
  kind: CountKind,
  period: CountedPeriod,
  max: number | null = 1_000,
): Promise<Map<string, number>> {
  const rows = await selectInPeriod(database, storeId, [kind], period)
    .select(({ fn }) => ['subject', fn.sum<number>('count').as('count')])
    .groupBy('subject')
    .$if(max !== null, (sums) => sums.orderBy(sql`sum(count)`, 'desc').limit(Number(max)))
    .execute();
  return new Map(rows.map(({ subject, count }) => [subject, count]));
}

/** Groups by subject without case, which shops ignore; the most frequent first. */
function listSubjects(
  database: Database,
  storeId: string,
  kind: 'empty_search' | 'rejected_code',
  period: CountedPeriod,
  max: number,
) {
  return selectInPeriod(database, storeId, [kind], period)
    .select(({ fn }) => [
      fn.min('subject').as('subject'),
      'detail',
      fn.sum<number>('count').as('count'),
      fn.max('lastAt').as('lastAt'),
    ])
    .groupBy([sql`lower(subject)`, 'detail'])
    .orderBy(sql`sum(count)`, 'desc')
    .orderBy(sql`lower(subject)`)
    .limit(max)
    .execute();
}

/** Counts stored sessions created in the period, sessions handed off, and sessions whose buyer came to each step. */
const countSessions = (database: Database, storeId: string, period: CountedPeriod) =>
  selectOfDays(database, 'checkout_sessions', storeId, getDays(period), period.tests)
    .select(({ fn }) => [
      'day',
      'agent',
      fn.countAll().as('sessions'),
      fn.count('handedOffAt').as('handoffs'),
    ])
    .select([sql`count(coalesce(opened_at, address_at))`.as('followed'), ...STEP_COUNTS])
    .groupBy(['day', 'agent'])
    .$castTo<SessionCount>()
    .execute();

/** Counts stored carts created in the period. Carts that became a checkout session count as sessions. */
const countCarts = (database: Database, storeId: string, period: CountedPeriod) =>
  selectOfDays(database, 'carts', storeId, getDays(period), period.tests)
    .select(({ fn }) => ['day', 'agent', fn.countAll().as('carts'), ...OUTCOME_COUNTS])
    .where('checkoutAt', 'is', null)
    .groupBy(['day', 'agent'])
    .$castTo<CartCount>()
    .execute();

/** Sums the orders of these days, without canceled and refunded ones; of orders that the shop has confirmed, the paid ones. */
async function sumOrders(database: Database, storeId: string, days: readonly Day[], tests?: Tests) {
  const selectSums = (table: 'orders' | 'cart_orders') =>
    selectOfDays(database, table, storeId, days, tests)
      .select(({ fn }) => [
        'day',
        'agent',
        'currency',
        fn.countAll().as('count'),
        fn.sum('total').as('revenue'),
      ])
      .where('status', 'not in', ['canceled', 'refunded'])
      .groupBy(['day', 'agent', 'currency']);
  const ofSessions = selectSums('orders')
    .select(['payment', sql<number>`0`.as('isByCart')])
    .where(({ or, eb }) => or([eb('paid', '=', 1), eb('payment', '=', 'claimed')]))
    .groupBy('payment');
  const ofCarts = selectSums('cart_orders')
    .select([sql`'verified'`.as('payment'), sql<number>`1`.as('isByCart')])
    .where('paid', '=', 1);
  const rows = await ofSessions
    .unionAll(ofCarts)
    .$castTo<Omit<OrderSum, 'isByCart'> & { isByCart: number }>()
    .execute();
  return rows.map((row) => ({ ...row, isByCart: row.isByCart === 1 }));
}

/** Lists agents with their requests, those in which they proved who they are, and the instant of the last one, the most frequent first. */
const listAgents = (database: Database, storeId: string) =>
  database
    .selectFrom('daily_counts')
    .select('agent')
    .select(({ fn }) => fn.max('lastAt').as('lastAt'))
    .select([sumOf('request').as('requests'), sumOf('verified_request').as('verifiedRequests')])
    .where('storeId', '=', storeId)
    .where('kind', 'in', ['request', 'verified_request'])
    .groupBy('agent')
    .orderBy(sumOf('request'), 'desc')
    .orderBy('agent')
    .execute();

/** First session or cart of a counted agent, and first verified order of any. */
async function findFirsts(database: Database, storeId: string) {
  const isCounted = sql<boolean>`agent not in (${sql.join(UNCOUNTED_AGENTS)})`;
  // A session that the shop could not build is no start.
  const isBuilt = sql<boolean>`${isCounted} and status <> 'initiated' and failure is null`;
  const [forgottenSession, forgottenCart, session, cart, order, cartOrder] = await Promise.all([
    findFirstForgotten(database, storeId, 'session_forgotten'),
    findFirstForgotten(database, storeId, 'cart_forgotten'),
    selectFirst(database.selectFrom('checkout_sessions').where(isBuilt), storeId),
    selectFirst(database.selectFrom('carts').where(isCounted), storeId),
    selectFirst(database.selectFrom('orders').where('payment', '=', 'verified'), storeId),
    selectFirst(database.selectFrom('cart_orders'), storeId),
  ]);
  return {
    live: pickEarlier<{ at: string | undefined; what: 'session' | 'cart' }>(
      { at: forgottenSession ?? session?.createdAt, what: 'session' },
      { at: forgottenCart ?? cart?.createdAt, what: 'cart' },
    ),
    purchase: pickEarlier({ ...order, at: order?.createdAt }, { ...cartOrder, at: cartOrder?.createdAt }),
  };
}

const selectFirst = <Table extends 'checkout_sessions' | 'carts' | 'orders' | 'cart_orders'>(
  rows: SelectQueryBuilder<Tables, Table, object>,
  storeId: string,
) =>
  (rows as unknown as SelectQueryBuilder<Tables, 'orders', object>)
    .select(['createdAt', 'agent'])
    .where('storeId', '=', storeId)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();

async function findFirstForgotten(database: Database, storeId: string, kind: CountKind) {
  const first = await database
    .selectFrom('daily_counts')
    .select('lastAt')
    .where(match({ storeId, kind }))
    .where('agent', 'not in', ['', ...UNCOUNTED_AGENTS])
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return first?.lastAt;
}

/** The earlier of two that may have no instant; the first of two at the same instant. */
function pickEarlier<Event extends { at: string | undefined }>(one: Event, other: Event) {
  const dated = [one, other].flatMap(({ at, ...event }) => (at === undefined ? [] : { ...event, at }));
  return dated.sort((first, second) => (first.at <= second.at ? -1 : 1))[0];
}

/** `agent` is null in rows older than the column. */
const IS_COUNTED = sql<SqlBool>`(agent is null or agent not in (${sql.join(UNCOUNTED_AGENTS.map((agent) => sql.lit(agent)))}))`;

/** Condition of rows with an `agent`; true for each row when tests are included. */
export const withTests = (tests: Tests = 'exclude'): Expression<SqlBool> =>
  tests === 'include' ? sql<SqlBool>`1 = 1` : IS_COUNTED;

const STEP_COUNTS = BUYER_STEPS.map((step) =>
  sql`sum(case when ${hasReached(step)} then 1 else 0 end)`.as(step),
);

const OUTCOME_COUNTS = CART_OUTCOMES.map((outcome) =>
  sql`sum(case when ${HAS_BECOME[outcome]} then 1 else 0 end)`.as(outcome),
);

/** Selects from rows created on these days, with their `day`: one look in the index for each day, whose length may differ. */
function selectOfDays(
  database: Database,
  table: 'checkout_sessions' | 'carts' | 'orders' | 'cart_orders',
  storeId: string,
  days: readonly Day[],
  tests?: Tests,
) {
  // The order of a cross join binds SQLite: days lead.
  return toUntyped(database)
    .selectFrom(toJsonRows(database, { day: 'text', begin: 'text', end: 'text' }, days))
    .crossJoin<string>(table)
    .where('storeId', '=', storeId)
    .whereRef('createdAt', '>=', 'item.begin')
    .whereRef('createdAt', '<', 'item.end')
    .where(withTests(tests));
}

const selectInPeriod = (database: Database, storeId: string, kinds: CountKind[], period: CountedPeriod) =>
  database
    .selectFrom('daily_counts')
    .where('storeId', '=', storeId)
    .where('kind', 'in', kinds)
    .where('day', '>=', period.from)
    .where('day', '<=', period.to)
    .where(withTests(period.tests));
