import { type Kysely, sql } from 'kysely';

/** Stores belong to organizations: each account gets one of its own, under the account's id, which its stores name already. */
export async function createOrganizations(database: Kysely<unknown>): Promise<void> {
  await createTables(database);
  await sql`insert into organizations (id, name, created_at, updated_at)
    select id, name, created_at, created_at from accounts`.execute(database);
  await sql`insert into memberships (organization_id, account_id, role, created_at)
    select id, id, 'owner', created_at from accounts`.execute(database);
  await renameOwners(database);
  await database.schema.alterTable('pairing_codes').addColumn('organization_id', 'text').execute();
  await sql`update pairing_codes set organization_id = account_id`.execute(database);
  await addTokenScopes(database);
  await addPersons(database);
}

async function createTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('memberships')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_pkey', ['organization_id', 'account_id'])
    .execute();
  await database.schema
    .createIndex('memberships_account')
    .on('memberships')
    .columns(['account_id'])
    .execute();
  await createInvitations(database);
}

async function createInvitations(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('invited_by', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('invitations_address', ['organization_id', 'email'])
    .execute();
  await database.schema
    .createTable('store_transfers')
    .addColumn('store_id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('offered_by', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

async function renameOwners(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('stores_owner').execute();
  for (const table of ['stores', 'retired_slugs'])
    await database.schema.alterTable(table).renameColumn('owner_id', 'organization_id').execute();
  await database.schema
    .createIndex('stores_organization')
    .on('stores')
    .columns(['organization_id'])
    .execute();
}

async function addTokenScopes(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('api_tokens')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('manage'))
    .execute();
  await database.schema.alterTable('api_tokens').addColumn('expires_at', 'text').execute();
}

/** Names persons in the audit log, which had their e-mail addresses only. */
async function addPersons(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('audit_entries').addColumn('actor_name', 'text').execute();
  await database.schema.alterTable('audit_entries').addColumn('organization_id', 'text').execute();
  await sql`update audit_entries set actor_name =
    (select name from accounts where accounts.id = audit_entries.account_id)
    where account_id is not null`.execute(database);
  await database.schema
    .createIndex('audit_entries_organization')
    .on('audit_entries')
    .columns(['organization_id', 'at'])
    .execute();
}
