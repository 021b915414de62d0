import { sql } from 'kysely';
import type { Database } from '../../engine/database.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { deleteInBatches } from '../rows/delete-rows.ts';
import { insertJsonRows, itemOf, listAll, takeExcluded } from '../rows/rows.ts';

/** Orders of a shop on one day, by any buyer, without canceled and refunded ones. */
export type ShopOrderDay = Omit<TableRecord<'shop_order_days'>, 'storeId'>;

export type ShopOrderDays = ReturnType<typeof createShopOrderDayRepository>;

export function createShopOrderDayRepository(database: Database) {
  return {
    /** Days of a period, both included, that were read; the last one is first. */
    read(storeId: string, { from, to }: { from: string; to: string }): Promise<ShopOrderDay[]> {
      const days = database
        .selectFrom('shop_order_days')
        .where('storeId', '=', storeId)
        .where('day', '>=', from);
      const ofPeriod = days.selectAll().where('day', '<=', to).orderBy('day', 'desc');
      return listAll(ofPeriod, (row) => TABLES.shop_order_days.fromRow(row));
    },

    /** Skips deleted stores, and days that a later reading of the same time zone and currency has written. */
    async write(storeId: string, days: readonly ShopOrderDay[]): Promise<void> {
      if (days.length === 0) return;
      const rows = days.map((day) => TABLES.shop_order_days.toRow({ storeId, ...day }));
      const { exists, selectFrom } = itemOf<'shop_order_days'>();
      const store = selectFrom('stores').select('id').where('id', '=', storeId);
      const isNewer = sql<boolean>`shop_order_days.read_at <= excluded.read_at
        or shop_order_days.currency <> excluded.currency
        or shop_order_days.time_zone is distinct from excluded.time_zone`;
      await insertJsonRows(database, 'shop_order_days', rows, exists(store))
        .onConflict((conflict) =>
          conflict
            .columns(['storeId', 'day'])
            .doUpdateSet(takeExcluded('currency', 'orders', 'revenue', 'readAt', 'timeZone'))
            .where(isNewer),
        )
        .execute();
    },

    /** Has the days from this one on read again. */
    async forgetSince(storeId: string, day: string): Promise<void> {
      await database
        .deleteFrom('shop_order_days')
        .where('storeId', '=', storeId)
        .where('day', '>=', day)
        .execute();
    },

    forgetBefore: (day: string): Promise<number> =>
      deleteInBatches(database, TABLES.shop_order_days, sql`day < ${day}`),
  };
}
