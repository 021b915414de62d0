import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

/** A running job is due when its lease ends. */
const DUE_AT = 'coalesce(busy_until, run_at)';
const dueAt = sql.raw<string>(DUE_AT);

export async function createQueuesOutagesAndSizes(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('tasks')
    .addColumn('unfinished', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await createJobQueues(database);
  await createOutages(database);
  await createCatalogSizes(database);
}

async function createJobQueues(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('job_queues')
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('begun', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'text')
    .addColumn('changes', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('job_queues_key', ['store_id', 'kind'])
    .execute();
  await sql`create index job_queues_next on job_queues (kind, begun, next_at)`.execute(database);
  await sql`create index tasks_of_queue on tasks (store_id, kind, (${dueAt}))`.execute(database);
  await sql`create index tasks_leased on tasks (busy_until) where busy_until is not null`.execute(database);
  await sql`insert into job_queues (store_id, kind, next_at)
    select store_id, kind, min(${dueAt}) from tasks group by store_id, kind`.execute(database);
  await (isSqlite(database) ? keepQueuesOnSqlite(database) : keepQueuesOnPostgres(database));
}

const INSERT =
  'insert into job_queues (store_id, kind) values (new.store_id, new.kind) on conflict do nothing';

/** Sets the next due instant of the queue of the row `changed`, by one index lookup for each value. */
function settle(changed: 'new' | 'old'): string {
  const next = (column: string) => `(select ${column} from tasks
    where store_id = ${changed}.store_id and kind = ${changed}.kind order by ${DUE_AT} limit 1)`;
  return `update job_queues set changes = changes + 1, next_at = ${next(DUE_AT)},
    begun = case when ${next('progress')} is null then 0 else 1 end
    where store_id = ${changed}.store_id and kind = ${changed}.kind`;
}

async function keepQueuesOnSqlite(database: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database);
  await run(`create trigger tasks_inserted after insert on tasks begin ${INSERT}; ${settle('new')}; end`);
  await run(`create trigger tasks_updated after update of run_at, busy_until, progress on tasks
    begin ${INSERT}; ${settle('new')}; end`);
  await run(`create trigger tasks_deleted after delete on tasks begin ${settle('old')}; end`);
}

/** Locks the queue first: the statement after it sees what concurrent transactions have committed. */
async function keepQueuesOnPostgres(database: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database);
  const lock = (changed: string) => `perform 1 from job_queues
    where store_id = ${changed}.store_id and kind = ${changed}.kind for update`;
  await run(`create function tasks_changed() returns trigger language plpgsql as $$ begin
    ${INSERT}; ${lock('new')}; ${settle('new')}; return null; end $$`);
  await run(`create function tasks_deleted() returns trigger language plpgsql as $$ begin
    ${lock('old')}; ${settle('old')}; return null; end $$`);
  await run(`create trigger tasks_changed after insert or update of run_at, busy_until, progress on tasks
    for each row execute function tasks_changed()`);
  await run(
    'create trigger tasks_deleted after delete on tasks for each row execute function tasks_deleted()',
  );
}

async function createOutages(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('outages')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.references('stores.id').onDelete('cascade'))
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failed_at', 'text', (column) => column.notNull())
    .addColumn('held_until', 'text', (column) => column.notNull())
    .execute();
}

async function createCatalogSizes(database: Kysely<unknown>): Promise<void> {
  await sql`alter table catalog_imports add column limited text`.execute(database);
  await sql`alter table products add column size integer not null default 0`.execute(database);
  await sql`update products set size = length(document) + length(words) where document is not null`.execute(
    database,
  );
  await sql`create index products_size on products (store_id, size)`.execute(database);
  await sql`create table catalog_sizes (
    store_id text primary key references stores (id) on delete cascade,
    products bigint not null,
    bytes bigint not null
  )`.execute(database);
  await sql`insert into catalog_sizes (store_id, products, bytes)
    select store_id, count(*), sum(size) from products group by store_id`.execute(database);
}
