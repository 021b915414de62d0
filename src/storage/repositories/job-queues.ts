import { type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../engine/database.ts';
import { FREE, isFree, type Lease, latestEnd } from '../engine/leases.ts';
import { outages } from './outages.ts';

/** Background work for a store, run by any process. One row for each store, kind and subject. */
export interface Job {
  id: string;
  storeId: string;
  kind: string;
  subject: string;
  attempts: number;
  /** Progress that an earlier attempt saved, where the next one continues. */
  progress: unknown;
  runAt: string;
  lastError: string | null;
  running: boolean;
}

export interface LeasedJob extends Job {
  /** Consecutive failures of the store's shop; above 0 this job is the only one that calls the shop now. */
  shopFailures: number;
}

export interface JobQueue {
  storeId: string;
  kind: string;
}

interface DueQueue extends JobQueue {
  /** Version for compare-and-set. */
  changes: number;
}

/** A running job is due when its lease ends. */
export const dueAt = sql.raw<string>('coalesce(lease_expires_at, run_at)');

/** Queues that one look reads. */
const BATCH_SIZE = 10;

interface Wanted {
  lease: Lease;
  kinds: readonly string[];
  /** Kinds that call the shop: they wait for one probe at a time during its outage. */
  askShop: readonly string[];
}

/**
 * Leases the next due job of these kinds. Jobs that never ran come first, then the longest due; a store with a running job
 * waits until no other store has a due one.
 */
export async function leaseNextJob(database: Database, wanted: Wanted): Promise<LeasedJob | undefined> {
  const next = async () =>
    (await leaseFirst(database, wanted, { idle: true })) ??
    (await leaseFirst(database, wanted, { idle: false }));
  return (await next()) ?? ((await endImpossibleLeases(database, wanted.lease.now)) ? next() : undefined);
}

async function leaseFirst(
  database: Database,
  { lease, kinds, askShop }: Wanted,
  { idle }: { idle: boolean },
): Promise<LeasedJob | undefined> {
  for (;;) {
    const queues = await dueQueues(database, { now: lease.now, kinds, idle });
    for (const queue of queues) {
      const leased = await leaseFrom(database, queue, lease, askShop.includes(queue.kind));
      if (leased) return leased;
    }
    // Each queue was corrected, or another worker was faster: other queues may be first now.
    if (queues.length === 0) return undefined;
  }
}

/**
 * Lists queues that may have a due job, in the sequence of `leaseNextJob`. `idle`: only stores without a running job. Reads one
 * batch for each kind, and the rows of running jobs.
 */
async function dueQueues(
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

/** Returns undefined when the queue is empty, its shop has an outage, or another worker was faster. */
async function leaseFrom(
  database: Database,
  queue: DueQueue,
  lease: Lease,
  asksShop: boolean,
): Promise<LeasedJob | undefined> {
  const [first] = await firstJob(database, queue);
  if (!first || first.due_at > lease.now) {
    await setNextAt(database, queue, first?.due_at ?? null);
    return undefined;
  }
  const admission = asksShop ? await outages(database).admit(queue, lease) : { failures: 0 };
  if ('heldUntil' in admission) {
    await setNextAt(database, queue, admission.heldUntil);
    return undefined;
  }
  const row = await leaseJob(database, first.id, lease);
  return row && { ...fromRow(row), shopFailures: admission.failures };
}

function firstJob(database: Database, { storeId, kind }: JobQueue) {
  return database
    .selectFrom('jobs')
    .select(['id', dueAt.as('due_at')])
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .orderBy(dueAt)
    .limit(1)
    .execute();
}

/**
 * Checks in the same statement that the job is still due: another worker may have leased it. This run covers earlier requests
 * for a rerun, except those that came after the run whose progress it continues.
 */
function leaseJob(database: Database, id: string, lease: Lease): Promise<Row<'jobs'> | undefined> {
  return database
    .updateTable('jobs')
    .set({
      lease_owner: lease.by,
      lease_expires_at: lease.until,
      rerun_requested: sql<number>`case when unfinished = 1 then rerun_requested else 0 end`,
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', id)
    .where(dueAt, '<=', lease.now)
    .returningAll()
    .executeTakeFirst();
}

/** Ends leases that end later than any lease can: a wrong clock set them. Returns false when there is none. */
async function endImpossibleLeases(database: Database, now: string): Promise<boolean> {
  const isImpossible = sql<boolean>`lease_expires_at > ${latestEnd(now)}`;
  const first = database.selectFrom('jobs').select('id').where(isImpossible).limit(1);
  if (!(await first.executeTakeFirst())) return false;
  await database.updateTable('jobs').set(FREE).where(isImpossible).execute();
  return true;
}

/** Does nothing when a job of the queue has changed since it was read: its trigger has set the instant. */
async function setNextAt(database: Database, queue: DueQueue, nextAt: string | null): Promise<void> {
  await update(database, queue).set({ next_at: nextAt }).where('changes', '=', queue.changes).execute();
}

/** Makes all queues of a store due now. */
export async function wakeQueues(database: Database, storeId: string, now: string): Promise<void> {
  const queues = await database
    .selectFrom('job_queues')
    .select('kind')
    .where('store_id', '=', storeId)
    .where('next_at', '>', now)
    .execute();
  // One statement each: a statement that locks several rows could deadlock with another one.
  for (const { kind } of queues) await update(database, { storeId, kind }).set({ next_at: now }).execute();
}

function update(database: Database, { storeId, kind }: JobQueue) {
  return database.updateTable('job_queues').where('store_id', '=', storeId).where('kind', '=', kind);
}

/** Counts due jobs without a lease by kind, with the age of the oldest. */
export async function dueJobs(
  database: Database,
  nowMs: number,
): Promise<{ kind: string; due: number; lagSeconds: number }[]> {
  const now = new Date(nowMs).toISOString();
  const rows = await database
    .selectFrom('jobs')
    .select((row) => ['kind', row.fn.countAll<number | string>().as('due'), row.fn.min('run_at').as('since')])
    .where('run_at', '<=', now)
    .where(isFree(now))
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, due, since }) => ({
    kind,
    due: Number(due),
    lagSeconds: Math.max(0, (nowMs - Date.parse(since)) / 1000),
  }));
}

export function fromRow(row: Row<'jobs'>): Job {
  return {
    id: row.id,
    storeId: row.store_id,
    kind: row.kind,
    subject: row.subject,
    attempts: row.attempts,
    progress: row.progress === null ? null : JSON.parse(row.progress),
    runAt: row.run_at,
    lastError: row.last_error,
    running: row.lease_owner !== null,
  };
}
