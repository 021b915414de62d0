import { type Kysely, sql } from 'kysely';

export async function createStoreHealth(database: Kysely<unknown>): Promise<void> {
  await describeOutages(database);
  await database.schema
    .createTable('store_health')
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('aspect', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('remedy', 'text')
    .addColumn('pending_state', 'text')
    .addColumn('pending_since', 'text')
    .addColumn('tested_at', 'text')
    .addPrimaryKeyConstraint('store_health_key', ['store_id', 'aspect'])
    .execute();
  await database.schema
    .createTable('health_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('aspect', 'text', (column) => column.notNull())
    .addColumn('from_state', 'text', (column) => column.notNull())
    .addColumn('to_state', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('remedy', 'text')
    .execute();
  await sql`create index health_changes_of_store on health_changes (store_id, at)`.execute(database);
  await sql`create index health_changes_age on health_changes (at)`.execute(database);
}

/** Adds the begin and the cause of an outage. */
async function describeOutages(database: Kysely<unknown>): Promise<void> {
  await sql`alter table outages add column began_at text`.execute(database);
  await sql`alter table outages add column reason text`.execute(database);
  await sql`alter table outages add column refused integer not null default 0`.execute(database);
  await sql`update outages set began_at = failed_at`.execute(database);
}
