import type { Kysely } from 'kysely';

export async function addStoreSettings(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('stores').addColumn('display_name', 'text').execute();
  await database.schema.alterTable('stores').addColumn('deleted_at', 'text').execute();
  const deliveries = () => database.schema.alterTable('webhook_deliveries');
  await deliveries()
    .addColumn('signature', 'text', (column) => column.notNull().defaultTo('valid'))
    .execute();
  // Earlier deliveries were about a product or an order; which one was not recorded.
  await deliveries()
    .addColumn('effect', 'text', (column) => column.notNull().defaultTo('refreshed'))
    .execute();
  await deliveries().addColumn('subject', 'text').execute();
  await deliveries()
    .addColumn('repeats', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema
    .createIndex('webhook_deliveries_of_store')
    .on('webhook_deliveries')
    .columns(['store_id', 'received_at'])
    .execute();
}
