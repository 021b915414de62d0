import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Instant, toIso } from '../../../commerce/time/time.ts';
import { isSqlite } from '../../engine/both-databases.ts';
import type { Database, Row } from '../../engine/database.ts';
import { computeLatestEnd, type Lease } from '../../engine/leases.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { matchSome } from '../rows/delete-rows.ts';
import { match } from '../rows/rows.ts';
import { createOutageRepository, type IsHeld, toSubject } from './outages.ts';

export type JobKey = Pick<TableRecord<'jobs'>, 'storeId' | 'id'>;

/** Background work for a store, run by any process. One row for each store, kind and subject. */
export interface Job
  extends JobKey,
    Pick<TableRecord<'jobs'>, 'kind' | 'subject' | 'attempts' | 'progress' | 'runAt' | 'lastError'> {
  running: boolean;
}

export interface LeasedJob extends Job {
  /** Consecutive failures of the store's shop; above 0 no other job calls the shop now. */
  shopFailures: number;
}

export type JobQueue = Pick<Job, 'storeId' | 'kind'>;

/** Organizations of one lane, in the sequence of their ids. Each process has its own rotation, which a restart begins anew. */
export interface Rotation {
  /** Organization that was served last; empty at the begin. */
  after: string;
}

/** Rotation over organizations, and over the stores of each. */
export interface LaneRotation extends Rotation {
  /** Store of an organization that was served last. */
  stores: Map<string, string>;
}

interface DueJob extends JobKey, JobQueue {
  organizationId: string;
}

/** Kinds of jobs that call the shop: they wait for one probe at a time during its outage. */
export interface AskingShop {
  kinds: readonly string[];
  isHeld: IsHeld;
}

interface Wanted {
  lease: Lease;
  kinds: readonly string[];
  rotation: LaneRotation;
  /** Undefined where an outage stops none of them. */
  askingShop: AskingShop | undefined;
}

/** Organizations whose last store is known. */
const MAX_ROTATING = 1_000;
/** Jobs that one statement makes due or holds. Agents are answered between two statements, because SQLite answers synchronously. */
const BATCH_SIZE = 500;

/** Instant until which a job waits; null for a due one. */
export const toWaitsUntil = (runAt: Instant, now: Instant): Instant | null => (runAt <= now ? null : runAt);

/** Leases the next due job of these kinds: round robin over organizations, and over the stores of each. */
export async function leaseNextJob(database: Database, request: Wanted): Promise<LeasedJob | undefined> {
  await endWaits(database, request.lease.now);
  for (;;) {
    const next = await findNext(database, request);
    if (!next) return undefined;
    const leased = await lease(database, next, request);
    if (leased) return leased;
    // Another worker was faster, or the shop has an outage: the job is not due any more.
  }
}

/** Makes jobs due whose instant has come, and those whose lease a process with a wrong clock dated beyond the end of any. */
async function endWaits(database: Database, now: Instant): Promise<void> {
  const isOver = sql<SqlBool>`waits_until <= ${now}`;
  const isWrong = sql<SqlBool>`lease_owner is not null and waits_until > ${computeLatestEnd(now)}`;
  for (const condition of [isOver, isWrong]) {
    const first = database.selectFrom('jobs').select('id').where(condition).limit(1);
    if (!(await first.executeTakeFirst())) continue;
    const some = matchSome(database, TABLES.jobs, condition, BATCH_SIZE);
    await database.updateTable('jobs').set({ waitsUntil: null }).where(some).execute();
  }
}

async function findNext(database: Database, { kinds, rotation }: Wanted): Promise<DueJob | undefined> {
  const first = await findInRotation(rotation, (organizationId) =>
    findFirstDue(database, kinds, sql`organization_id > ${organizationId}`),
  );
  const last = first && rotation.stores.get(first.organizationId);
  if (last === undefined) return first;
  const isNext = sql<SqlBool>`organization_id = ${first?.organizationId} and store_id > ${last}`;
  return (await findFirstDue(database, kinds, isNext)) ?? first;
}

/** Finds work of the next organization with due work: none is served twice before the others. */
export async function findInRotation<Work extends { organizationId: string }>(
  rotation: Rotation,
  findAfter: (organizationId: string) => Promise<Work | undefined>,
): Promise<Work | undefined> {
  const next = await findAfter(rotation.after);
  if (next || rotation.after === '') return next;
  rotation.after = '';
  return findAfter('');
}

/** Finds the first due job by organization, store and age. Reads one row for each kind. */
async function findFirstDue(database: Database, kinds: readonly string[], condition: RawBuilder<SqlBool>) {
  const names = ['organizationId', 'storeId', 'runAt', 'id', 'kind'] as const;
  const [first, ...others] = kinds.map((kind) => {
    const due = database
      .selectFrom('jobs')
      .where(match({ waitsUntil: null, kind }))
      .select(names)
      .where(condition);
    const sorted = due.orderBy('organizationId').orderBy('storeId').orderBy('runAt');
    return database.selectFrom(sorted.limit(1).as('due')).selectAll();
  });
  const all = others.reduce((query, each) => query?.unionAll(each), first);
  if (!all) return undefined;
  const ofKinds = database.selectFrom(all.as('of_kinds')).orderBy('organizationId').orderBy('storeId');
  return ofKinds
    .select(['organizationId', 'storeId', 'id', 'kind'])
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst();
}

/** Returns undefined when another worker was faster, or the shop has an outage: then jobs of the store wait for the next probe. */
async function lease(database: Database, due: DueJob, { lease, rotation, askingShop }: Wanted) {
  const { organizationId, storeId, id, kind } = due;
  const admission = askingShop?.kinds.includes(kind)
    ? await createOutageRepository(database).admit({ storeId }, lease, askingShop.isHeld)
    : { failures: 0 };
  if ('heldUntil' in admission) {
    await hold(database, storeId, askingShop?.kinds ?? [], admission.heldUntil);
    return undefined;
  }
  const row = await leaseJob(database, { storeId, id }, lease);
  if (!row) return undefined;
  rotation.after = organizationId;
  if (rotation.stores.size >= MAX_ROTATING) rotation.stores.clear();
  rotation.stores.set(organizationId, storeId);
  return { ...fromRow(row), shopFailures: admission.failures };
}

/** Leases a job that is still due. This run covers earlier requests for a rerun, except those since the run whose progress it continues. */
const leaseJob = (database: Database, { storeId, id }: JobKey, lease: Lease) =>
  database
    .updateTable('jobs')
    .set({
      leaseOwner: lease.owner,
      waitsUntil: lease.until,
      beganAt: lease.now,
      rerunRequested: sql<boolean>`case when unfinished = 1 then rerun_requested else 0 end`,
      attempts: sql<number>`attempts + 1`,
    })
    .where(match({ storeId, id }))
    .where('waitsUntil', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Lets due jobs of a store wait for the next probe of its shop, unless the outage has changed. The lock keeps it from ending before. */
async function hold(database: Database, storeId: string, kinds: readonly string[], heldUntil: Instant) {
  const lock = sql.raw(isSqlite(database) ? '' : 'for share');
  const isOutage = sql`exists (select 1 from outages
    where subject = ${toSubject({ storeId })} and held_until = ${heldUntil} ${lock})`;
  const isDue = sql`store_id = ${storeId} and kind in (${sql.join(kinds)}) and waits_until is null`;
  await database
    .updateTable('jobs')
    .set({ waitsUntil: heldUntil })
    .where(sql<SqlBool>`${isOutage} and ${matchSome(database, TABLES.jobs, isDue, BATCH_SIZE)}`)
    .execute();
}

/** Makes the jobs of a store due that wait for the next probe of its shop. */
export async function endHold(database: Database, storeId: string, now: Instant): Promise<void> {
  const isHeld = sql`store_id = ${storeId} and lease_owner is null and waits_until > ${now} and run_at <= ${now}`;
  const jobs = matchSome(database, TABLES.jobs, isHeld);
  await database.updateTable('jobs').set({ waitsUntil: null }).where(jobs).execute();
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
    .select((row) => ['kind', row.fn.countAll<number>().as('due'), row.fn.min('runAt').as('since')])
    .where('runAt', '<=', now)
    .where(sql<SqlBool>`(lease_owner is null or waits_until is null or waits_until <= ${now})`)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, due, since }) => ({
    kind,
    due,
    lagSeconds: Math.max(0, (nowMs - Date.parse(since)) / 1000),
  }));
}

export const fromRow = (row: Row<'jobs'>): Job => ({
  ...TABLES.jobs.fromRow(row),
  running: row.leaseOwner !== null,
});

/** Returns the newest begin of a run of any job; an empty text before the first. */
export async function findNewestBegin(database: Database): Promise<Instant> {
  const begun = database.selectFrom('jobs').select('beganAt').where('beganAt', 'is not', null);
  return (await begun.orderBy('beganAt', 'desc').limit(1).executeTakeFirst())?.beganAt ?? '';
}
