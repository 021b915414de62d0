import { sql } from 'kysely';
import { type Instant, toIso } from '../../../commerce/time/time.ts';
import type { Database, Row } from '../../engine/database.ts';
import { computeLatestEnd, FREE, isFree, type Lease } from '../../engine/leases.ts';
import { TABLES } from '../../tables/tables.ts';
import { matchRows } from '../rows/rows.ts';
import {
  correctLine,
  type Lane,
  leaseInTurn,
  listDueLines,
  sendToEnd,
  WAITS_SINCE,
} from './organization-queues.ts';
import { createOutageRepository, type IsHeld } from './outages.ts';

export interface JobKey {
  storeId: string;
  id: string;
}

/** Background work for a store, run by any process. One row for each store, kind and subject. */
export interface Job extends JobKey {
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
  /** Organization that the job counts for; the store's own id without one. */
  organizationId: string;
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

/** Queues of one kind that one look reads. */
const BATCH_SIZE = 10;

/** Kinds of jobs that call the shop: they wait for one probe at a time during its outage. */
export interface AskingShop {
  kinds: readonly string[];
  isHeld: IsHeld;
}

interface Wanted {
  lease: Lease;
  kinds: readonly string[];
  /** Undefined where an outage stops none of them. */
  askingShop: AskingShop | undefined;
}

/** Leases the next due job of these kinds: round robin over organizations, and over the stores of each. */
export async function leaseNextJob(database: Database, request: Wanted): Promise<LeasedJob | undefined> {
  const next = () =>
    leaseInTurn(database, toLane(request), ({ organizationId }) =>
      leaseOf(database, organizationId, request),
    );
  return (await next()) ?? ((await endImpossibleLeases(database, request.lease.now)) ? next() : undefined);
}

/** Sends the organization of a job that has ended to the end of the line of these kinds, and its store within it. */
export async function endTurn(
  database: Database,
  { organizationId, storeId, kind }: LeasedJob,
  kinds: readonly string[],
  now: string,
): Promise<void> {
  await sendToEnd(database, organizationId, { kinds, now });
  await matchRows(database, 'job_queues', { storeId, kind }).update({ servedAt: now });
}

/** Stores of running jobs of these kinds. */
function selectRunningStores({ lease: { now }, kinds }: Wanted) {
  return sql`select store_id from jobs where lease_expires_at > ${now} and kind in (${sql.join(kinds)})`;
}

/** Organizations of running jobs of these kinds. Not a join, which SQLite would begin with the many queues. */
function selectRunningOrganizations({ lease: { now }, kinds }: Wanted) {
  const organization = sql`select queue.organization_id from job_queues as queue
    where queue.store_id = jobs.store_id and queue.kind = jobs.kind`;
  return sql`select coalesce((${organization}), '') as organization_id from jobs
    where lease_expires_at > ${now} and kind in (${sql.join(kinds)})`;
}

function toLane(request: Wanted): Lane {
  const { lease, kinds } = request;
  return { now: lease.now, kinds, running: selectRunningOrganizations(request) };
}

/** Leases a due job of an organization; those of a store that has a running one come last. */
async function leaseOf(database: Database, organizationId: string, request: Wanted) {
  const leaseFirst = async ({ idle }: { idle: boolean }) => {
    for (;;) {
      const queues = await listDueQueues(database, organizationId, request, { idle });
      if (queues.length === 0) return undefined;
      for (const queue of queues) {
        const leased = await leaseFrom(database, queue, request);
        if (leased) return { ...leased, organizationId };
      }
    }
  };
  const leased = (await leaseFirst({ idle: true })) ?? (await leaseFirst({ idle: false }));
  if (!leased) await correctLines(database, organizationId, request);
  return leased;
}

/**
 * Lists queues of an organization that may have a due job, the longest waiting first. `idle`: only stores without a running job
 * of these kinds. Reads one batch for each kind, and the rows of running jobs.
 */
async function listDueQueues(
  database: Database,
  organizationId: string,
  request: Wanted,
  { idle }: { idle: boolean },
): Promise<DueQueue[]> {
  const { lease, kinds } = request;
  const isIdle = idle ? sql`store_id not in (${selectRunningStores(request)})` : sql`1 = 1`;
  const each = kinds.map(
    (kind) => sql`select * from (select store_id, kind, changes, ${WAITS_SINCE} as since, served_at
      from job_queues where organization_id = ${organizationId} and kind = ${kind} and ${WAITS_SINCE} <= ${lease.now}
      and ${isIdle} order by ${WAITS_SINCE}, served_at limit ${sql.lit(BATCH_SIZE)}) as due`,
  );
  const { rows } = await sql<{ store_id: string; kind: string; changes: number }>`
    select store_id, kind, changes from (${sql.join(each, sql` union all `)}) as queues
    order by since, served_at limit ${sql.lit(BATCH_SIZE)}`.execute(database);
  return rows.map(({ store_id: storeId, kind, changes }) => ({ storeId, kind, changes }));
}

/** Sets the instants from which an organization waits, after it had no due job. */
async function correctLines(database: Database, organizationId: string, request: Wanted): Promise<void> {
  for (const row of await listDueLines(database, organizationId, toLane(request))) {
    const first = await database
      .selectFrom('job_queues')
      .select(WAITS_SINCE.as('since'))
      .where((queue) => queue.and({ organization_id: organizationId, kind: row.kind }))
      .where(WAITS_SINCE, 'is not', null)
      .orderBy(WAITS_SINCE)
      .limit(1)
      .executeTakeFirst();
    await correctLine(database, row, first?.since ?? null);
  }
}

/** Returns undefined when the queue is empty, its shop has an outage, or another worker was faster. */
async function leaseFrom(
  database: Database,
  queue: DueQueue,
  { lease, askingShop }: Wanted,
): Promise<Omit<LeasedJob, 'organizationId'> | undefined> {
  const [first] = await findFirstJob(database, queue);
  if (!first || first.due_at > lease.now) {
    await setNextAt(database, queue, first?.due_at ?? null);
    return undefined;
  }
  const admission = askingShop?.kinds.includes(queue.kind)
    ? await createOutageRepository(database).admit(queue, lease, askingShop.isHeld)
    : { failures: 0 };
  if ('heldUntil' in admission) {
    await setNextAt(database, queue, admission.heldUntil);
    return undefined;
  }
  const { storeId, kind } = queue;
  const row = await leaseJob(database, { storeId, id: first.id }, lease);
  if (!row) return undefined;
  await matchRows(database, 'job_queues', { storeId, kind }).update({ servedAt: lease.now });
  return { ...fromRow(row), shopFailures: admission.failures };
}

function findFirstJob(database: Database, { storeId, kind }: JobQueue) {
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
function leaseJob(
  database: Database,
  { storeId, id }: JobKey,
  lease: Lease,
): Promise<Row<'jobs'> | undefined> {
  return database
    .updateTable('jobs')
    .set({
      lease_owner: lease.by,
      lease_expires_at: lease.until,
      rerun_requested: sql<number>`case when unfinished = 1 then rerun_requested else 0 end`,
      attempts: sql<number>`attempts + 1`,
    })
    .where((row) => row.and({ store_id: storeId, id }))
    .where(dueAt, '<=', lease.now)
    .returningAll()
    .executeTakeFirst();
}

/** Ends leases that end later than any lease can: a wrong clock set them. Returns false when there is none. */
async function endImpossibleLeases(database: Database, now: string): Promise<boolean> {
  const isImpossible = sql<boolean>`lease_expires_at > ${computeLatestEnd(now)}`;
  const first = database.selectFrom('jobs').select('id').where(isImpossible).limit(1);
  if (!(await first.executeTakeFirst())) return false;
  await database.updateTable('jobs').set(FREE).where(isImpossible).execute();
  // The same clock has dated the service of its organizations ahead: they would wait until then.
  for (const table of ['job_queues', 'organization_queues'] as const)
    await database.updateTable(table).set({ served_at: '' }).where('served_at', '>', now).execute();
  return true;
}

/** Does nothing when a job of the queue has changed since it was read: its trigger has set the instant. */
async function setNextAt(
  database: Database,
  { storeId, kind, changes }: DueQueue,
  nextAt: string | null,
): Promise<void> {
  await matchRows(database, 'job_queues', { storeId, kind, changes }).update({ nextAt });
}

/**
 * Makes all queues of a store due, those that wait longer at their place in the line. Another worker that is about to put one off
 * fails at its compare-and-set.
 */
export async function wakeQueues(database: Database, storeId: string, now: string): Promise<void> {
  const waiting = matchRows(database, 'job_queues', { storeId, nextAt: ['is not', null] });
  const due = {
    nextAt: sql`case when next_at > ${now} then ${now} else next_at end`,
    changes: sql`changes + 1`,
  };
  // One statement each: a statement that locks several rows could deadlock with another one.
  for (const { kind } of await waiting.listOf(['kind']))
    await matchRows(database, 'job_queues', { storeId, kind }).update(due);
}

/** Due jobs of a kind, and the age of the oldest. */
export interface DueJobs {
  kind: string;
  due: number;
  lagSeconds: number;
}

/** Counts due jobs without a lease. */
export async function countDueJobs(database: Database, nowMs: number): Promise<DueJobs[]> {
  const now = toIso(nowMs);
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
  const { id, storeId, kind, subject, attempts, progress, runAt, lastError } = TABLES.jobs.fromRow(row);
  return {
    id,
    storeId,
    kind,
    subject,
    attempts,
    progress,
    runAt,
    lastError,
    running: row.lease_owner !== null,
  };
}

/** Returns the begin or end of the newest turn of any job; an empty text before the first. */
export async function findNewestTurn(database: Database): Promise<Instant> {
  const row = await database
    .selectFrom('job_queues')
    .select((select) => select.fn.max('served_at').as('newest'))
    .executeTakeFirst();
  return row?.newest ?? '';
}
