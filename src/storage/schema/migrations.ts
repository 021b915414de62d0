import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createAccountTables, rememberFirstOwner } from './account-tables.ts';
import { createActivityTables } from './activity-tables.ts';
import { createCatalogSizes } from '../repositories/catalog-sizes.ts';
import { createIdempotentAnswers } from '../repositories/idempotency-records.ts';
import { createJobQueues } from '../repositories/job-queues.ts';
import { createKeptKeys } from '../engine/secret-key.ts';
import { createMerchantTables } from './merchant-tables.ts';
import { createOutages } from '../repositories/outages.ts';
import { createPairingTables } from './pairing-tables.ts';
import { createProductTables } from './product-tables.ts';
import { createRateWindows } from './rate-window-tables.ts';
import { addShopChangeColumns } from './shop-change-columns.ts';
import { createStoreDomains } from './custom-domain-tables.ts';
import { createStoreSettings } from './store-settings-tables.ts';
import { createTrustTables } from './trust-tables.ts';
import { createWebhookTables } from './webhook-tables.ts';

/** Append only: a migration that has run anywhere is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '001-stores-sessions-orders': { up: createFirstTables },
  '002-tasks': { up: createTasks },
  '003-carts': { up: createCarts },
  '004-products': { up: createProductTables },
  '005-webhooks': { up: createWebhookTables },
  '006-what-is-over': { up: indexWhatIsOver },
  '007-merchants': { up: createMerchantTables },
  '008-accounts': { up: createAccountTables },
  '009-pairing': { up: createPairingTables },
  '010-activity': { up: createActivityTables },
  '011-store-settings': { up: createStoreSettings },
  '012-rate-windows': { up: createRateWindows },
  '013-kept-keys': { up: createKeptKeys },
  '014-trust': { up: createTrustTables },
  '015-idempotent-answers': { up: createIdempotentAnswers },
  '016-store-domains': { up: createStoreDomains },
  '018-what-became-of-orders': { up: addWhatBecameOfOrders },
  '021-job-queues': { up: createQueuesAndOutages },
  '023-first-owner-and-failures': { up: addFirstOwnerAndFailures },
  '025-shop-changes': { up: addShopChangeColumns },
};

/** Runs what has not run yet, in order, each whole or not at all. Returns the names of those. */
export async function migrate<Tables>(database: Kysely<Tables>): Promise<string[]> {
  const migrator = migratorOf(database);
  // Most often nothing is to be done, and nobody who writes is to be waited for.
  if ((await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined)) return [];
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** Each with the instant (ISO) at which it ran, null for one that has not. Changes nothing. */
export async function migrationsOf<Tables>(
  database: Kysely<Tables>,
): Promise<{ name: string; ranAt: string | null }[]> {
  const migrations = await migratorOf(database).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, ranAt: executedAt?.toISOString() ?? null }));
}

function migratorOf<Tables>(database: Kysely<Tables>): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
}

async function createFirstTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('stores')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('credentials', 'text', (column) => column.notNull())
    .addColumn('cart_on', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('order_on', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('discount_on', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('fulfillment_on', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('sandbox', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('connected_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await createSessions(database);
  await createOrders(database);
}

async function createSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('checkout_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('totals', 'text', (column) => column.notNull())
    .addColumn('discounts', 'text')
    .addColumn('pending', 'text')
    .addColumn('cart_handle', 'text')
    .addColumn('continue_url', 'text')
    .addColumn('order_id', 'text')
    .addColumn('order_status', 'text')
    .addColumn('payment', 'text')
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  // A failed session does not hold its key: the index is what makes raced creates one session.
  await sql`create unique index checkout_sessions_key on checkout_sessions (store_id, idempotency_key)
    where idempotency_key is not null and status <> 'failed'`.execute(database);
  await sql`create index checkout_sessions_open on checkout_sessions (expires_at)
    where status in ('initiated', 'requires_escalation')`.execute(database);
}

async function createOrders(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (column) => column.notNull().unique())
    .addColumn('platform_order_id', 'text')
    .addColumn('platform_order_number', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('totals', 'text', (column) => column.notNull())
    .addColumn('buyer_email', 'text')
    .addColumn('shipping_address', 'text')
    .addColumn('tracking', 'text', (column) => column.notNull())
    .addColumn('platform_updated_at', 'text')
    .addColumn('as_of', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('orders_session', ['session_id'], 'checkout_sessions', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await database.schema
    .createIndex('orders_platform_id')
    .on('orders')
    .columns(['store_id', 'platform_order_id'])
    .execute();
}

async function createTasks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('tasks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('run_at', 'text', (column) => column.notNull())
    .addColumn('again', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('progress', 'text')
    .addColumn('last_error', 'text')
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('tasks_once', ['store_id', 'kind', 'subject'])
    .execute();
  await database.schema.createIndex('tasks_due').on('tasks').columns(['run_at']).execute();
}

async function createCarts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('carts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('totals', 'text', (column) => column.notNull())
    .addColumn('discounts', 'text')
    .addColumn('cart_handle', 'text', (column) => column.notNull())
    .addColumn('continue_url', 'text', (column) => column.notNull())
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create index carts_active on carts (expires_at) where status = 'active'`.execute(database);
  await database.schema
    .createIndex('orders_platform_number')
    .on('orders')
    .columns(['store_id', 'platform_order_number'])
    .execute();
  // Personal data is sealed from here on; what lies there in the clear is forgotten, and asked for at the next read.
  await sql`update orders set buyer_email = null, shipping_address = null`.execute(database);
}

/** What is to be forgotten one day; what became an order never is. */
async function indexWhatIsOver(database: Kysely<unknown>): Promise<void> {
  await sql`create index checkout_sessions_over on checkout_sessions (updated_at)
    where status in ('failed', 'completed') and order_id is null`.execute(database);
  await sql`create index carts_over on carts (updated_at) where status = 'canceled'`.execute(database);
}

/** Rows of before have none of it, and are read all the same. */
async function addWhatBecameOfOrders(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('progress', 'text').execute();
  await database.schema.alterTable('orders').addColumn('page_url', 'text').execute();
  await database.schema.alterTable('checkout_sessions').addColumn('notices', 'text').execute();
  await database.schema.alterTable('carts').addColumn('notices', 'text').execute();
}

/** Sessions that failed before have no reason on record; one without a hand-off got no cart, unless its time was over. */
async function addFirstOwnerAndFailures(database: Kysely<unknown>): Promise<void> {
  await rememberFirstOwner(database);
  await database.schema.alterTable('checkout_sessions').addColumn('failure', 'text').execute();
  const unknown = {
    requestId: null,
    code: 'unknown',
    message: 'The platform made no cart for it.',
    lines: [],
  };
  await sql`update checkout_sessions set failure = ${JSON.stringify(unknown)}
    where status = 'failed' and handed_off_at is null and settled_at < expires_at`.execute(database);
}

async function createQueuesAndOutages(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('tasks')
    .addColumn('unfinished', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await createJobQueues(database);
  await createOutages(database);
  await createCatalogSizes(database);
}
