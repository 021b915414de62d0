import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { isSqlite } from '../engine/both-databases.ts';

/**
 * One row for each store and kind of job that the store has, saying when the next of them is due: the next job is found by
 * reading a few of these rows, however many jobs wait. Triggers keep them in the transaction of whatever touches a job.
 */
export interface JobQueuesTable {
  store_id: string;
  kind: string;
  /** 1: the next job was begun before, and waits until those that never were have had their turn. */
  begun: number;
  /** ISO; null: there is no job. Never too late. */
  next_at: string | null;
  /** Counts what was changed, so that no change is overlooked when `next_at` is put right. */
  changes: number;
}

/** A job that runs is due when its lease has run out. */
const DUE_AT = 'coalesce(busy_until, run_at)';
export const dueAt = sql.raw<string>(DUE_AT);

export async function createJobQueues(database: Kysely<unknown>): Promise<void> {
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

/** Sets what is due next in the queue of the row `changed`, by one look at an index for each value. */
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

/** The queue is locked first: only then what others have committed meanwhile is seen. */
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

export interface JobQueue {
  storeId: string;
  kind: string;
}

export interface DueQueue extends JobQueue {
  changes: number;
}

/** Looked at together before looking again. */
const BATCH_SIZE = 10;

/**
 * Queues that may have a due job, never-begun jobs first and then the longest due. `idle`: only of stores for which no job runs.
 * Reads at most a batch for each kind, and the rows of jobs that run.
 */
export async function dueQueues(
  database: Database,
  { now, kinds, idle }: { now: string; kinds: readonly string[]; idle: boolean },
): Promise<DueQueue[]> {
  const isIdle = sql`store_id not in (select store_id from tasks where busy_until > ${now})`;
  const some = (kind: string, begun: RawBuilder<unknown>) => sql`select * from
    (select store_id, kind, begun, next_at, changes from job_queues where kind = ${kind} and begun = ${begun}
      and next_at <= ${now} and ${idle ? isIdle : sql`1 = 1`} order by next_at limit ${sql.lit(BATCH_SIZE)}) as due`;
  const each = kinds.flatMap((kind) => [some(kind, sql.lit(0)), some(kind, sql.lit(1))]);
  const { rows } = await sql<{ store_id: string; kind: string; changes: number }>`
    select store_id, kind, changes from (${sql.join(each, sql` union all `)}) as queues
    order by begun, next_at limit ${sql.lit(BATCH_SIZE)}`.execute(database);
  return rows.map(({ store_id: storeId, kind, changes }) => ({ storeId, kind, changes }));
}

/**
 * Puts right a queue in which nothing is due although it says so. What changed since it was read has put it right by itself.
 */
export async function settleQueue(database: Database, queue: DueQueue): Promise<void> {
  const next = await database
    .selectFrom('tasks')
    .select(dueAt.as('due_at'))
    .where('store_id', '=', queue.storeId)
    .where('kind', '=', queue.kind)
    .orderBy(dueAt)
    .limit(1)
    .executeTakeFirst();
  await update(database, queue)
    .set({ next_at: next?.due_at ?? null })
    .where('changes', '=', queue.changes)
    .execute();
}

/** Nothing of the queue is looked at before `until`, unless a job of it changes. */
export async function postponeQueue(database: Database, queue: DueQueue, until: string): Promise<void> {
  await update(database, queue).set({ next_at: until }).where('changes', '=', queue.changes).execute();
}

/** All queues of a store are to be looked at now, whatever they were waiting for. */
export async function wakeQueues(database: Database, storeId: string, now: string): Promise<void> {
  const queues = await database
    .selectFrom('job_queues')
    .select('kind')
    .where('store_id', '=', storeId)
    .where('next_at', '>', now)
    .execute();
  // One after the other: a statement that locks several could wait for another one that does so in another order.
  for (const { kind } of queues) await update(database, { storeId, kind }).set({ next_at: now }).execute();
}

function update(database: Database, { storeId, kind }: JobQueue) {
  return database.updateTable('job_queues').where('store_id', '=', storeId).where('kind', '=', kind);
}
