import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

/** Creates merchants' event endpoints, and one outbox for them and for agent platforms, which takes over the waiting order events. */
export async function createEventEndpoints(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('stores').addColumn('event_types', 'text').execute();
  await database.schema
    .createTable('event_endpoints')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('event_types', 'text')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_until', 'text')
    .addColumn('disabled_reason', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('held_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create index event_endpoints_store on event_endpoints (store_id)`.execute(database);
  await createOutbox(database);
  await moveOrderEvents(database);
}

async function createOutbox(database: Kysely<unknown>): Promise<void> {
  const number = isSqlite(database) ? 'integer primary key autoincrement' : 'bigserial primary key';
  await sql`create table outbox_messages (
    number ${sql.raw(number)},
    id text not null unique,
    store_id text not null references stores (id) on delete cascade,
    receiver text not null,
    channel text not null,
    subject text not null,
    message_id text not null,
    type text not null,
    address text not null,
    snapshot text not null,
    occurred_at text not null,
    status text not null default 'pending',
    attempts integer not null default 0,
    next_attempt_at text not null,
    settled_at text,
    history text,
    unique (channel, message_id)
  )`.execute(database);
  await sql`create index outbox_messages_due on outbox_messages (channel, next_attempt_at) where status = 'pending'`.execute(
    database,
  );
  await sql`create index outbox_messages_first on outbox_messages (channel, subject, number) where status = 'pending'`.execute(
    database,
  );
  await sql`create index outbox_messages_store on outbox_messages (store_id, number)`.execute(database);
  await sql`create index outbox_messages_settled on outbox_messages (settled_at) where settled_at is not null`.execute(
    database,
  );
}

/** The sealed snapshots stay bound to the ids of their rows. */
async function moveOrderEvents(database: Kysely<unknown>): Promise<void> {
  await sql`insert into outbox_messages (id, store_id, receiver, channel, subject, message_id, type, address, snapshot, occurred_at, next_attempt_at)
    select id, store_id, 'agent_platform', order_id, order_id, id, 'order.changed', agent_profile, snapshot, occurred_at, occurred_at
    from order_event_outbox order by order_id, number`.execute(database);
  await database.schema.dropTable('order_event_outbox').execute();
  await sql`insert into jobs (id, store_id, kind, subject, run_at, rerun_requested, attempts, created_at)
    select 'deliver_events/' || id, store_id, 'deliver_events', subject, run_at, 0, 0, created_at
    from jobs where kind = 'tell_platform'`.execute(database);
  await sql`delete from jobs where kind = 'tell_platform'`.execute(database);
}
