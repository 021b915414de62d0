import type { Kysely } from 'kysely';

/** Adds the shop's own totals by day, and the shop's part of each call's duration: null for earlier calls. */
export async function addShopFigures(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('shop_order_days')
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('orders', 'integer', (column) => column.notNull())
    .addColumn('revenue', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('shop_order_days_key', ['store_id', 'day'])
    .execute();
  await database.schema.alterTable('request_log').addColumn('shop_us', 'integer').execute();
}
