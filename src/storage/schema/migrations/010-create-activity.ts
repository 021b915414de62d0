import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

export async function createActivityTables(database: Kysely<unknown>): Promise<void> {
  await createRequestLog(database);
  await createCounts(database);
  await createOrderEvents(database);
  await addSessionMilestones(database);
  await addOrderTotals(database);
}

/** Contents have a table of their own: lists read many rows of the log, and contents of one request only. */
async function createRequestLog(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('request_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('transport', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('tool', 'text')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('duration_us', 'integer', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('cart_id', 'text')
    .addColumn('order_id', 'text')
    .addColumn('error', 'text')
    .execute();
  await database.schema
    .createTable('request_contents')
    .addColumn('id', 'text', (column) => column.primaryKey().references('request_log.id').onDelete('cascade'))
    .addColumn('request_headers', 'text', (column) => column.notNull())
    .addColumn('request_body', 'text')
    .addColumn('response_body', 'text')
    .addColumn('upstream_calls', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('request_log_of_store')
    .on('request_log')
    .columns(['store_id', 'at'])
    .execute();
  await database.schema.createIndex('request_log_age').on('request_log').columns(['at']).execute();
  for (const column of ['session_id', 'cart_id', 'order_id']) {
    await sql`create index ${sql.id(`request_log_${column}`)} on request_log (${sql.id(column)})
      where ${sql.id(column)} is not null`.execute(database);
  }
  await sql`create index request_log_errors on request_log (store_id, at) where status >= 400`.execute(
    database,
  );
}

async function createCounts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('daily_counts')
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_counts_key', ['store_id', 'kind', 'day', 'agent', 'subject', 'detail'])
    .execute();
  await database.schema
    .createTable('store_milestones')
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('milestone', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('store_milestones_key', ['store_id', 'milestone'])
    .execute();
}

async function createOrderEvents(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('order_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('learned_by', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('order_events_of_order')
    .on('order_events')
    .columns(['order_id', 'at'])
    .execute();
}

/** Adds columns instead of an event table: an agent's request writes no further row. */
async function addSessionMilestones(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('checkout_sessions').addColumn('agent', 'text').execute();
  await database.schema.alterTable('checkout_sessions').addColumn('handed_off_at', 'text').execute();
  await database.schema.alterTable('checkout_sessions').addColumn('settled_at', 'text').execute();
  await database.schema.alterTable('carts').addColumn('agent', 'text').execute();
  await sql`update checkout_sessions set handed_off_at = created_at where continue_url is not null`.execute(
    database,
  );
  await sql`update checkout_sessions set settled_at = updated_at where status in ('completed', 'failed')`.execute(
    database,
  );
  for (const table of ['checkout_sessions', 'carts']) {
    await database.schema
      .createIndex(`${table}_of_store`)
      .on(table)
      .columns(['store_id', 'created_at'])
      .execute();
  }
}

async function addOrderTotals(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('agent', 'text').execute();
  await database.schema
    .alterTable('orders')
    .addColumn('total', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  const total = isSqlite(database)
    ? sql`totals ->> 'total'`
    : sql`cast(cast(totals as json) ->> 'total' as bigint)`;
  await sql`update orders set total = ${total}`.execute(database);
  await database.schema
    .createIndex('orders_of_store')
    .on('orders')
    .columns(['store_id', 'created_at'])
    .execute();
}
