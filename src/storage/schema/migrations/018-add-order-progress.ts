import type { Kysely } from 'kysely';

export async function addOrderProgress(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('progress', 'text').execute();
  await database.schema.alterTable('orders').addColumn('page_url', 'text').execute();
  await database.schema.alterTable('checkout_sessions').addColumn('notices', 'text').execute();
  await database.schema.alterTable('carts').addColumn('notices', 'text').execute();
}
