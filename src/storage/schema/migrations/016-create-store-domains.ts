import { type Kysely, sql } from 'kysely';

export async function createStoreDomains(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('store_domains')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('verified_at', 'text')
    .addColumn('checked_at', 'text')
    .addColumn('missing_since', 'text')
    .addColumn('lost_at', 'text')
    .addColumn('leads_here', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('obstacle', 'text')
    .addUniqueConstraint('store_domains_once', ['store_id', 'name'])
    .execute();
  // Several stores may claim a domain; one at most can have verified it.
  await sql`create unique index store_domains_proved on store_domains (name) where verified_at is not null`.execute(
    database,
  );
}
