import type { Kysely } from 'kysely';

/** Days that were read before have null and are read again: the store's time zone may have changed since. */
export async function addZoneOfShopDays(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('shop_order_days').addColumn('time_zone', 'text').execute();
}
