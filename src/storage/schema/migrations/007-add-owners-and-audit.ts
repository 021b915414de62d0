import type { Kysely } from 'kysely';

export async function addOwnersAndAudit(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('stores').addColumn('owner_id', 'text').execute();
  await database.schema.alterTable('stores').addColumn('disconnected_at', 'text').execute();
  await database.schema.alterTable('stores').addColumn('retention_days', 'integer').execute();
  await database.schema.createIndex('stores_owner').on('stores').columns(['owner_id']).execute();
  await database.schema
    .createTable('audit_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text')
    .addColumn('account_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('audit_entries_of_store')
    .on('audit_entries')
    .columns(['store_id', 'at'])
    .execute();
  await database.schema
    .createTable('retired_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text')
    .addColumn('retired_at', 'text', (column) => column.notNull())
    .execute();
}
