import { type Kysely, sql } from 'kysely';

export async function createCarts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('carts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('totals', 'text', (column) => column.notNull())
    .addColumn('discounts', 'text')
    .addColumn('cart_handle', 'text', (column) => column.notNull())
    .addColumn('continue_url', 'text', (column) => column.notNull())
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create index carts_active on carts (expires_at) where status = 'active'`.execute(database);
  await database.schema
    .createIndex('orders_platform_number')
    .on('orders')
    .columns(['store_id', 'platform_order_number'])
    .execute();
  // Personal data is sealed from now on: plain text is deleted, and read from the platform again.
  await sql`update orders set buyer_email = null, shipping_address = null`.execute(database);
}
