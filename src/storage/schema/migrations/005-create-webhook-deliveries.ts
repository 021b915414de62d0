import { type Kysely, sql } from 'kysely';

export async function createWebhookDeliveries(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('stores').addColumn('webhook_secret', 'text').execute();
  await database.schema
    .createTable('webhook_deliveries')
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('delivery_hash', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_deliveries_once', ['store_id', 'delivery_hash'])
    .execute();
  await database.schema
    .createIndex('webhook_deliveries_age')
    .on('webhook_deliveries')
    .columns(['received_at'])
    .execute();
  await sql`create index tasks_busy on tasks (busy_until) where busy_until is not null`.execute(database);
}
