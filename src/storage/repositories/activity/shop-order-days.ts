import { sql } from 'kysely';
import { toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { listAll, matchRows } from '../rows/rows.ts';

/** Orders of a shop on one day, by any buyer, without canceled and refunded ones. */
export type ShopOrderDay = Omit<TableRecord<'shop_order_days'>, 'storeId'>;

export type ShopOrderDays = ReturnType<typeof createShopOrderDayRepository>;

export function createShopOrderDayRepository(database: Database) {
  return {
    /** Days of a period, both included, that were read; the last one is first. */
    read(storeId: string, { from, to }: { from: string; to: string }): Promise<ShopOrderDay[]> {
      const days = matchRows(database, 'shop_order_days', { storeId, day: ['>=', from] }).query();
      const ofPeriod = days.selectAll().where('day', '<=', to).orderBy('day', 'desc');
      return listAll(ofPeriod, TABLES.shop_order_days.fromRow);
    },

    /** Skips deleted stores, and days that a later reading of the same time zone and currency has written. */
    async write(storeId: string, days: readonly ShopOrderDay[]): Promise<void> {
      await sql`insert into shop_order_days (store_id, day, currency, orders, revenue, read_at, time_zone)
        select stores.id, item.value ->> 'day', item.value ->> 'currency', cast(item.value ->> 'orders' as integer),
          cast(item.value ->> 'revenue' as bigint), item.value ->> 'readAt', item.value ->> 'timeZone'
        from ${toJsonRows(database, days)} join stores on stores.id = ${storeId} where true
        on conflict (store_id, day) do update set currency = excluded.currency, orders = excluded.orders,
          revenue = excluded.revenue, read_at = excluded.read_at, time_zone = excluded.time_zone
        where shop_order_days.read_at <= excluded.read_at or shop_order_days.currency <> excluded.currency
          or shop_order_days.time_zone is distinct from excluded.time_zone`.execute(database);
    },

    /** Has the days from this one on read again. */
    async forgetSince(storeId: string, day: string): Promise<void> {
      await matchRows(database, 'shop_order_days', { storeId, day: ['>=', day] }).delete();
    },

    forgetBefore: (day: string): Promise<number> =>
      matchRows(database, 'shop_order_days', { day: ['<', day] }).deleteInBatches(),
  };
}
