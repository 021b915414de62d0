import { type Kysely, sql } from 'kysely';

/** A merchant. Made here; read by better-auth too, as are sessions and passwords. */
export interface AccountsTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  email_verified: number;
  image: string | null;
  created_at: string;
  updated_at: string;
}

/** One row from the first account on, and for ever: an installation that had an owner never takes the next one for its first. */
interface FirstAccountTable {
  /** Always 1. */
  number: number;
  /** May be removed by now. */
  account_id: string;
}

/** The cookie carries the token and our signature of it: a token alone, read here, opens nothing. */
interface AccountSessionsTable {
  id: string;
  account_id: string;
  token: string;
  expires_at: string;
  created_at: string;
}

interface AccountPasswordsTable {
  id: string;
  account_id: string;
  /** Always `credential`. */
  provider: string;
  provider_account_id: string;
  /** Hashed by scrypt. */
  password: string | null;
  created_at: string;
  updated_at: string;
}

export interface ApiTokensTable {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256: tokens are as random as hashes are. */
  token_hash: string;
  /** JSON: string[]; null for all that are the account's. */
  store_ids: string | null;
  created_at: string;
  last_used_at: string | null;
}

interface AttemptsTable {
  bucket: string;
  count: number;
  ends_at: string;
}

export interface AccountTables {
  accounts: AccountsTable;
  first_account: FirstAccountTable;
  account_sessions: AccountSessionsTable;
  account_passwords: AccountPasswordsTable;
  api_tokens: ApiTokensTable;
  attempts: AttemptsTable;
}

/** Merchants' accounts, what they are known by, and how often somebody has tried to guess it. */
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
  // One row at most: of two accounts that are made at once, exactly one is the first.
  await database.schema
    .createTable('first_account')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .execute();
}

/** In the shape that better-auth expects: it reads and writes these, under names of ours. */
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

/** Removing the last account used to delete the row. An account, or an entry of the audit log about one, proves an owner. */
export async function rememberFirstOwner(database: Kysely<unknown>): Promise<void> {
  await sql`insert into first_account (number, account_id)
    select 1, max(account_id) from (
      select id as account_id from accounts
      union all
      select coalesce(account_id, '') from audit_entries where action in ('account.created', 'account.removed')
    ) as owners
    having count(*) > 0 and not exists (select 1 from first_account)`.execute(database);
}
