import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../engine/database.ts';

/** A job that runs is due when its lease has run out. */
const DUE_AT = 'coalesce(lease_expires_at, run_at)';
export const dueAt = sql.raw<string>(DUE_AT);

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
  const isIdle = sql`store_id not in (select store_id from jobs where lease_expires_at > ${now})`;
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
    .selectFrom('jobs')
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
