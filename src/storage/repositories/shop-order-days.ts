import { sql } from 'kysely';
import type { Instant } from '../../commerce/time.ts';
import { jsonRows } from '../engine/both-databases.ts';
import type { Database } from '../engine/database.ts';
import { rowsOf } from './rows.ts';

/** Orders of a shop on one day, by any buyer, without canceled and refunded ones. */
export interface ShopOrderDay {
  /** ISO date in `timeZone`. */
  day: string;
  /** The store's time zone at the reading; null for days of versions that did not store it. */
  timeZone: string | null;
  /** Currency of `revenue`; orders in others count in `orders` only. */
  currency: string;
  orders: number;
  /** Minor units. */
  revenue: number;
  /** When the reading began. */
  readAt: Instant;
}

export type ShopOrderDays = ReturnType<typeof shopOrderDays>;

export function shopOrderDays(database: Database) {
  return {
    /** Days of a period, both included, that were read; the last one is first. */
    async read(storeId: string, { from, to }: { from: string; to: string }): Promise<ShopOrderDay[]> {
      const rows = await rowsOf(database, 'shop_order_days', { storeId, day: ['>=', from] })
        .query()
        .select(['day', 'time_zone as timeZone', 'currency', 'orders', 'revenue', 'read_at as readAt'])
        .where('day', '<=', to)
        .orderBy('day', 'desc')
        .execute();
      return rows.map((row) => ({ ...row, revenue: Number(row.revenue) }));
    },

    /** Skips deleted stores, and days that a later reading of the same time zone and currency has written. */
    async write(storeId: string, days: readonly ShopOrderDay[]): Promise<void> {
      await sql`insert into shop_order_days (store_id, day, currency, orders, revenue, read_at, time_zone)
        select stores.id, item.value ->> 'day', item.value ->> 'currency', cast(item.value ->> 'orders' as integer),
          cast(item.value ->> 'revenue' as bigint), item.value ->> 'readAt', item.value ->> 'timeZone'
        from ${jsonRows(database, days)} join stores on stores.id = ${storeId} where true
        on conflict (store_id, day) do update set currency = excluded.currency, orders = excluded.orders,
          revenue = excluded.revenue, read_at = excluded.read_at, time_zone = excluded.time_zone
        where shop_order_days.read_at <= excluded.read_at or shop_order_days.currency <> excluded.currency
          or shop_order_days.time_zone is distinct from excluded.time_zone`.execute(database);
    },

    /** Has the days from this one on read again. */
    async forgetSince(storeId: string, day: string): Promise<void> {
      await rowsOf(database, 'shop_order_days', { storeId, day: ['>=', day] }).delete();
    },

    forgetBefore: (day: string): Promise<number> =>
      rowsOf(database, 'shop_order_days', { day: ['<', day] }).deleteInBatches(),
  };
}
