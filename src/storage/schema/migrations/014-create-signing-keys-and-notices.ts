import type { Kysely } from 'kysely';

export async function createSigningKeysAndNotices(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('checkout_sessions').addColumn('agent_profile', 'text').execute();
  await database.schema
    .createTable('signing_keys')
    .addColumn('kid', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('private_key', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('signs_from', 'text', (column) => column.notNull())
    .addColumn('published_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('order_notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('agent_profile', 'text', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('order_notices_in_turn', ['order_id', 'number'])
    .execute();
}
