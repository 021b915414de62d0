import { type Kysely, sql } from 'kysely';

export async function createPairingTables(database: Kysely<unknown>): Promise<void> {
  await createCodes(database);
  await database.schema
    .createTable('pairing_tries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('site_hash', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('pairing_tries_at').on('pairing_tries').columns(['at']).execute();
  await database.schema
    .createTable('pairings')
    .addColumn('store_id', 'text', (column) => column.primaryKey())
    .addColumn('site_hash', 'text', (column) => column.notNull().unique())
    .addColumn('site_url', 'text', (column) => column.notNull())
    .addColumn('service_token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('connector_token', 'text', (column) => column.notNull())
    .addColumn('versions', 'text', (column) => column.notNull())
    .addColumn('paired_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('farewells')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('credentials', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

async function createCodes(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('pairing_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('live', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('refusal', 'text')
    .addColumn('store_id', 'text')
    .addColumn('paired_by', 'text')
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create unique index pairing_codes_live on pairing_codes (code_hash) where live = 1`.execute(
    database,
  );
}
