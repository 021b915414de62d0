import { sql } from 'kysely';
import type { Tests } from '../../../commerce/policy/agents.ts';
import type { Day, Period } from '../../../commerce/time/days.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
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
export function createFleetFigureRepository(database: Database) {
  const selectWithin = (spans: readonly StoreSpan[], table: 'orders' | 'cart_orders' | 'daily_counts') =>
    // The order of a cross join binds SQLite: spans lead. With the limit each span is parsed once, not for each of its rows.
    sql`(select item.value ->> 'id' as id_of_span, item.value ->> 'tests' as tests,
        item.value ->> 'from' as first_day, item.value ->> 'to' as last_day,
        item.value ->> 'begin' as begins, item.value ->> 'end' as ends
      from ${toJsonRows(database, spans)} limit ${spans.length}) as spans
      cross join ${sql.table(table)} where store_id = id_of_span and (tests = 'include' or ${withTests()})`;
  const selectCountedIn = (spans: readonly StoreSpan[]) => sql`${selectWithin(spans, 'daily_counts')}
    and kind = 'request' and day >= first_day and day <= last_day`;

  return {
    /** Sums verified orders by store and currency, without canceled and refunded ones; orders by carts apart. */
    async sumRevenue(spans: readonly StoreSpan[]): Promise<StoreRevenue[]> {
      const counted = sql`created_at >= begins and created_at < ends
          and status not in ('canceled', 'refunded') and paid = 1`;
      const { rows } = await sql<Omit<StoreRevenue, 'isByCart'> & { isByCart: number }>`
        select store_id as "storeId", currency, 0 as "isByCart", count(*) as orders, sum(total) as revenue
        from ${selectWithin(spans, 'orders')} and ${counted} and payment = 'verified'
        group by store_id, currency
        union all
        select store_id, currency, 1, count(*), sum(total)
        from ${selectWithin(spans, 'cart_orders')} and ${counted}
        group by store_id, currency order by 1, 2`.execute(database);
      return rows.map((row) => ({ ...row, isByCart: row.isByCart === 1 }));
    },

    /** Counts the verified orders of each store in each of its parts of the period, by the place of the part. */
    async countOrdersByPart(parts: readonly StorePart[]): Promise<Map<string, Map<number, number>>> {
      const countOrders = (table: 'orders' | 'cart_orders', condition = sql`1 = 1`) => sql`(
        select count(*) from ${sql.table(table)}
        where store_id = parts.id and created_at >= begins and created_at < ends and ${condition}
          and (tests = 'include' or ${withTests()}) and status not in ('canceled', 'refunded') and paid = 1)`;
      // A count for each part: PostgreSQL would join each part with all orders of its store.
      const { rows } = await sql<{ id: string; part: number; orders: number }>`
        select id, part, ${countOrders('orders', sql`payment = 'verified'`)} + ${countOrders('cart_orders')} as orders
        from (select item.value ->> 'id' as id, cast(item.value ->> 'part' as integer) as part,
            item.value ->> 'tests' as tests, item.value ->> 'begin' as begins, item.value ->> 'end' as ends
          from ${toJsonRows(database, parts)} limit ${parts.length}) as parts`.execute(database);
      const counts = new Map<string, Map<number, number>>();
      for (const { id, part, orders } of rows) {
        const ofStore = counts.get(id) ?? new Map<number, number>();
        counts.set(id, ofStore.set(part, orders));
      }
      return counts;
    },

    /** Counts the agents that called each store. */
    async countAgentsByStore(spans: readonly StoreSpan[]): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: string; agents: number }>`
        select store_id as id, count(distinct agent) as agents from ${selectCountedIn(spans)}
        group by store_id`.execute(database);
      return new Map(rows.map(({ id, agents }) => [id, agents]));
    },

    /** Counts the agents that called any of the stores, each once. */
    async countAgents(spans: readonly StoreSpan[]): Promise<number> {
      const { rows } = await sql<{ agents: number }>`
        select count(distinct agent) as agents from ${selectCountedIn(spans)}`.execute(database);
      return rows[0]?.agents ?? 0;
    },
  };
}
