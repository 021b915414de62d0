import { type Kysely, sql } from 'kysely';

export async function createFirstTables(database: Kysely<unknown>): Promise<void> {
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
  // Raced creates with one key make one session. A failed session frees its key.
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
