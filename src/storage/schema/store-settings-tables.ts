import type { Kysely } from 'kysely';

/** A store's own name and its end, and what became of each delivery of a webhook. */
export async function createStoreSettings(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('stores').addColumn('display_name', 'text').execute();
  await database.schema.alterTable('stores').addColumn('deleted_at', 'text').execute();
  const deliveries = () => database.schema.alterTable('webhook_deliveries');
  await deliveries()
    .addColumn('signature', 'text', (column) => column.notNull().defaultTo('valid'))
    .execute();
  // What was taken before now had been told of a product or an order; of which is not known any more.
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
