import type { Kysely } from 'kysely';

export async function createAccountTables(database: Kysely<unknown>): Promise<void> {
  await createAccounts(database);
  await createSignIns(database);
  await database.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('store_ids', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await database.schema.createIndex('api_tokens_of').on('api_tokens').columns(['account_id']).execute();
  await database.schema
    .createTable('attempts')
    .addColumn('bucket', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('attempts_age').on('attempts').columns(['ends_at']).execute();
}

async function createAccounts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('image', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  // At most one row: of two accounts created at once, exactly one is the first.
  await database.schema
    .createTable('first_account')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .execute();
}

/** Columns that better-auth reads and writes, under this database's names. */
async function createSignIns(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('account_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  for (const column of ['account_id', 'expires_at']) {
    const index = database.schema.createIndex(`account_sessions_${column}`).on('account_sessions');
    await index.columns([column]).execute();
  }
  await createPasswords(database);
  await database.schema
    .createTable('account_verifications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
}

async function createPasswords(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('account_passwords')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_account_id', 'text', (column) => column.notNull())
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'text')
    .addColumn('refresh_token_expires_at', 'text')
    .addColumn('scope', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('account_passwords_once', ['provider', 'provider_account_id'])
    .execute();
  await database.schema
    .createIndex('account_passwords_of')
    .on('account_passwords')
    .columns(['account_id'])
    .execute();
}
