import { type Kysely, sql } from 'kysely';

export async function addMailAndSecondFactors(database: Kysely<unknown>): Promise<void> {
  await sql`alter table account_sessions add column last_used_at text`.execute(database);
  await createMailOutbox(database);
  await createOneTimeLinks(database);
  await createSecondFactors(database);
  await createPasskeys(database);
  await createIdentities(database);
}

async function createMailOutbox(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('mail_outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create index mail_outbox_next on mail_outbox (next_attempt_at) where next_attempt_at is not null`.execute(
    database,
  );
}

async function createOneTimeLinks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('one_time_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('content', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('one_time_links_of')
    .on('one_time_links')
    .columns(['account_id'])
    .execute();
}

async function createSecondFactors(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('second_factors')
    .addColumn('account_id', 'text', (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('confirmed_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('recovery_codes')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['account_id', 'code_hash'])
    .execute();
}

/** Columns that better-auth's passkey plugin reads and writes, under this database's names. */
async function createPasskeys(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text')
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'integer', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('backed_up', 'integer', (column) => column.notNull())
    .addColumn('transports', 'text')
    .addColumn('aaguid', 'text')
    .addColumn('created_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
  await database.schema.createIndex('passkeys_of').on('passkeys').columns(['account_id']).execute();
}

async function createIdentities(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('account_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_identities_key', ['issuer', 'subject'])
    .execute();
  await database.schema
    .createIndex('account_identities_of')
    .on('account_identities')
    .columns(['account_id'])
    .execute();
}
