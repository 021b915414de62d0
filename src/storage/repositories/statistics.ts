import { sql } from 'kysely';
import { UNCOUNTED_AGENTS } from '../../commerce/agents.ts';
import type { CountKind } from './daily-counts.ts';
import type { Database } from '../engine/database.ts';

/** Days, both included. */
export interface Period {
  from: string;
  to: string;
}

export interface DayCount {
  day: string;
  agent: string;
  count: number;
}

export interface OrderSum {
  day: string;
  agent: string | null;
  payment: 'verified' | 'claimed';
  currency: string;
  count: number;
  /** Minor units. */
  revenue: number;
}

export function statistics(database: Database) {
  return {
    /** By day and agent. */
    async counted(storeId: string, kind: CountKind, period: Period): Promise<DayCount[]> {
      const rows = await inPeriod(database, storeId, kind, period)
        .select(['day', 'agent'])
        .select(({ fn }) => fn.sum('count').as('count'))
        .groupBy(['day', 'agent'])
        .execute();
      return rows.map(({ day, agent, count }) => ({ day, agent, count: Number(count) }));
    },

    /** Sums by subject, the most frequent first. */
    async bySubject(
      storeId: string,
      kind: CountKind,
      period: Period,
      max = 1_000,
    ): Promise<Map<string, number>> {
      const rows = await inPeriod(database, storeId, kind, period)
        .select('subject')
        .select(({ fn }) => fn.sum('count').as('count'))
        .groupBy('subject')
        .orderBy(sql`sum(count)`, 'desc')
        .limit(max)
        .execute();
      return new Map(rows.map(({ subject, count }) => [subject, Number(count)]));
    },

    /** Groups by subject without case, which shops ignore; the most frequent first. */
    async subjects(storeId: string, kind: 'empty_search' | 'rejected_code', period: Period, max: number) {
      const rows = await inPeriod(database, storeId, kind, period)
        .select(({ fn }) => [
          fn.min('subject').as('subject'),
          'detail',
          fn.sum('count').as('count'),
          fn.max('last_at').as('last_at'),
        ])
        .groupBy([sql`lower(subject)`, 'detail'])
        .orderBy(sql`sum(count)`, 'desc')
        .orderBy(sql`lower(subject)`)
        .limit(max)
        .execute();
      return rows.map(({ subject, detail, count, last_at }) => ({
        subject,
        detail,
        count: Number(count),
        lastAt: last_at,
      }));
    },

    /** Counts stored sessions created in the period, and those handed off. */
    async sessions(
      storeId: string,
      period: Period,
    ): Promise<{ day: string; agent: string | null; sessions: number; handoffs: number }[]> {
      const rows = await database
        .selectFrom('checkout_sessions')
        .select([sql<string>`substr(created_at, 1, 10)`.as('day'), 'agent'])
        .select(({ fn }) => [fn.countAll().as('sessions'), fn.count('handed_off_at').as('handoffs')])
        .where('store_id', '=', storeId)
        .where('created_at', '>=', period.from)
        .where('created_at', '<', dayAfter(period.to))
        .where(isCounted)
        .groupBy([sql`substr(created_at, 1, 10)`, 'agent'])
        .execute();
      return rows.map(({ day, agent, sessions, handoffs }) => ({
        day,
        agent,
        sessions: Number(sessions),
        handoffs: Number(handoffs),
      }));
    },

    /** Sums the orders of the period, without canceled and refunded ones. */
    async orders(storeId: string, period: Period): Promise<OrderSum[]> {
      const rows = await database
        .selectFrom('orders')
        .select([sql<string>`substr(created_at, 1, 10)`.as('day'), 'agent', 'payment', 'currency'])
        .select(({ fn }) => [fn.countAll().as('count'), fn.sum('total').as('revenue')])
        .where('store_id', '=', storeId)
        .where('created_at', '>=', period.from)
        .where('created_at', '<', dayAfter(period.to))
        .where('status', 'not in', ['canceled', 'refunded'])
        .where(isCounted)
        .groupBy([sql`substr(created_at, 1, 10)`, 'agent', 'payment', 'currency'])
        .execute();
      return rows.map(({ day, agent, payment, currency, count, revenue }) => ({
        day,
        agent,
        payment: payment as OrderSum['payment'],
        currency,
        count: Number(count),
        revenue: Number(revenue),
      }));
    },

    /** Lists agents with the instant of their last request, the most frequent first. */
    async agents(storeId: string): Promise<{ agent: string; requests: number; lastAt: string }[]> {
      const rows = await database
        .selectFrom('daily_counts')
        .select('agent')
        .select(({ fn }) => [fn.sum('count').as('requests'), fn.max('last_at').as('last_at')])
        .where('store_id', '=', storeId)
        .where('kind', '=', 'request')
        .groupBy('agent')
        .orderBy(sql`sum(count)`, 'desc')
        .orderBy('agent')
        .execute();
      return rows.map(({ agent, requests, last_at }) => ({
        agent,
        requests: Number(requests),
        lastAt: last_at,
      }));
    },

    /** First session of a counted agent, and first verified order of any. */
    async firsts(storeId: string) {
      const sessions = database.selectFrom('checkout_sessions').where('store_id', '=', storeId);
      const [live, forgotten, purchase] = await Promise.all([
        sessions
          .select('created_at as at')
          .where('agent', 'not in', UNCOUNTED_AGENTS)
          // A session that the shop could not build is no start.
          .where('status', '<>', 'initiated')
          .where('failure', 'is', null)
          .orderBy('created_at')
          .limit(1)
          .executeTakeFirst(),
        database
          .selectFrom('daily_counts')
          .select('last_at as at')
          .where('store_id', '=', storeId)
          .where('kind', '=', 'session_forgotten')
          .where('agent', 'not in', ['', ...UNCOUNTED_AGENTS])
          .orderBy('day')
          .limit(1)
          .executeTakeFirst(),
        database
          .selectFrom('orders')
          .select(['created_at as at', 'agent'])
          .where('store_id', '=', storeId)
          .where('payment', '=', 'verified')
          .orderBy('created_at')
          .limit(1)
          .executeTakeFirst(),
      ]);
      return { live: forgotten ?? live, purchase };
    },
  };
}

/** `agent` is null in rows older than the column. */
export const isCounted = sql<boolean>`(agent is null or agent not in (${sql.join(UNCOUNTED_AGENTS.map((agent) => sql.lit(agent)))}))`;

function inPeriod(database: Database, storeId: string, kind: CountKind, period: Period) {
  return database
    .selectFrom('daily_counts')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('day', '>=', period.from)
    .where('day', '<=', period.to)
    .where(isCounted);
}

/** ISO date. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10);
}
