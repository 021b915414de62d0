import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Instant } from '../../../commerce/time/time.ts';
import { toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import type { Lease } from '../../engine/leases.ts';
import { bindFunctions } from '../rows/bound.ts';
import { findFirst, hasChanged, listAll, match } from '../rows/rows.ts';

import {
  type AskingShop,
  endHold,
  fromRow,
  type Job,
  type JobKey,
  type JobQueue,
  type LaneRotation,
  leaseNextJob,
  toWaitsUntil,
} from './job-queue.ts';
import { createOutageRepository, type ProbeAfterSign } from './outages.ts';

export interface JobRequest {
  storeId: string;
  kind: string;
  subject?: string;
  /** At once when left out. */
  runAt?: Instant;
  /** A merchant waits for it: it may probe the shop during an outage. */
  isUrgent?: boolean;
  /** A waiting job that has failed keeps the instant of its next attempt. */
  keepsBackoff?: boolean;
  /** Kind of a job without a subject that covers any number of these; enqueued instead from `beyond` waiting ones on. */
  instead?: { kind: string; beyond: number };
}

export type Jobs = ReturnType<typeof createJobRepository>;

export const createJobRepository = (database: Database) => ({
  lease: createLeasing(database),
  ...bindFunctions(database, {
    ...{ enqueue: enqueueJob, enqueueAll: enqueueJobs, hasRoom, ensure, keep, finish, fail, release },
    ...{
      ...{ progressOf: readProgress, yieldSlice, endShopOutage, recordShopSignOfLife },
      ...{ recallLate, listOfStore, listOfKind },
    },
  }),
});

/** Returns what the last run of a store's job without a subject has left; undefined before it. */
function readProgress(database: Database, storeId: string, kind: string): Promise<unknown> {
  const job = database.selectFrom('jobs').where(match({ storeId, kind, subject: '' }));
  return findFirst(job.select('progress'), ({ progress }) => progress ?? undefined);
}

const DUE = { leaseOwner: null, waitsUntil: null };

const isOwn = ({ storeId, id }: JobKey, leaseOwner: string, state: { rerunRequested?: false } = {}) =>
  match({ storeId, id, leaseOwner, ...state });

const updateOwn = (database: Database, job: JobKey, owner: string) =>
  database.updateTable('jobs').where(isOwn(job, owner));

/** Adds a job, or makes the waiting one due at `runAt` when that is earlier. A running job runs once more, to see what has changed. */
export async function enqueueJob(database: Database, job: JobRequest, now: string): Promise<void> {
  const [admitted = job] = await replaceBeyondLimits(database, [job]);
  // Before the job is there: a worker that met it during the outage would put it off until the next probe.
  if (job.isUrgent) await createOutageRepository(database).admitNext({ storeId: job.storeId }, now);
  await insert(database, [admitted], { now, keepsBackoff: job.keepsBackoff === true });
}

/** Adds several jobs; `isUrgent` and `keepsBackoff` have no effect. */
export async function enqueueJobs(database: Database, jobs: readonly JobRequest[], now: string) {
  const admitted = toDistinct(await replaceBeyondLimits(database, toDistinct(jobs)));
  await insert(database, admitted, { now, keepsBackoff: false });
}

/** Returns whether fewer than `max` jobs of the kind wait for the store. */
async function hasRoom(database: Database, queue: JobQueue, max: number): Promise<boolean> {
  return (await countWaiting(database, queue, max)) < max;
}

type FirstRun = { kind: string; runAt: Instant };

/** Adds the jobs that the connected stores among `ids` do not have yet. */
async function ensure(database: Database, ids: readonly string[], jobs: readonly FirstRun[], now: string) {
  if (ids.length === 0 || jobs.length === 0) return;
  const waitsUntil = sql<string | null>`case when item.run_at > ${now} then item.run_at end`;
  const rows = database
    .selectFrom('stores')
    .where('id', 'in', ids)
    .where(match({ disconnectedAt: null, deletedAt: null }))
    .crossJoin(toJsonRows(database, { kind: 'text', runAt: 'text' }, jobs))
    .select([sql<string>`item.kind || '/' || stores.id`.as('id'), 'stores.id as storeId', 'kind'])
    .select([sql<string>`coalesce(organization_id, stores.id)`.as('organizationId'), 'runAt'])
    .select(({ val }) => [val('').as('subject'), waitsUntil.as('waitsUntil'), val(now).as('createdAt')]);
  await database
    .insertInto('jobs')
    .columns(['id', 'storeId', 'kind', 'organizationId', 'runAt', 'subject', 'waitsUntil', 'createdAt'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Kinds that are leased together are a lane, with one rotation. */
function createLeasing(database: Database) {
  const rotations = new Map<string, LaneRotation>();
  return async (lease: Lease, kinds: readonly string[], askingShop?: AskingShop) => {
    if (kinds.length === 0) return undefined;
    const lane = kinds.join();
    const rotation = rotations.get(lane) ?? { after: '', stores: new Map() };
    rotations.set(lane, rotation);
    return leaseNextJob(database, { lease, kinds, rotation, askingShop });
  };
}

/** Renews the lease, and saves the progress when given. Returns false when the lease was lost: the run must stop. */
async function keep(database: Database, job: JobKey, lease: Lease, saved?: { progress: unknown }) {
  return hasChanged(
    updateOwn(database, job, lease.owner).set({
      waitsUntil: lease.until,
      ...(saved && { progress: toJson(saved.progress), unfinished: true }),
    }),
  );
}

interface NextRun {
  now: Instant;
  runAt?: Instant | undefined;
  progress?: unknown;
}

/** Deletes the job, unless it recurs at `runAt` or a rerun was requested. */
async function finish(database: Database, job: JobKey, owner: string, next: NextRun): Promise<void> {
  const ended = database.deleteFrom('jobs').where(isOwn(job, owner, { rerunRequested: false }));
  if (next.runAt === undefined && (await hasChanged(ended))) return;
  const { runAt = next.now, now } = next;
  await updateOwn(database, job, owner)
    .set({
      leaseOwner: null,
      runAt: sql<Instant>`case when rerun_requested = 1 then ${now} else ${runAt} end`,
      waitsUntil: sql<Instant>`case when rerun_requested = 1 then null else ${toWaitsUntil(runAt, now)} end`,
      ...{ rerunRequested: false, unfinished: false, attempts: 0, lastError: null },
      progress: toJson(next.progress),
    })
    .execute();
}

/** Progress may be a plain text, too. */
const toJson = (progress: unknown) => (progress === undefined ? null : JSON.stringify(progress));

const fail = (database: Database, job: JobKey, owner: string, retryAt: string, error: string) =>
  hasChanged(
    updateOwn(database, job, owner).set({ ...DUE, runAt: retryAt, waitsUntil: retryAt, lastError: error }),
  );

/** Returns the job undone, for another process to run at once; does not count as an attempt. */
const release = (database: Database, job: JobKey, owner: string, now: string) =>
  hasChanged(updateOwn(database, job, owner).set({ ...DUE, runAt: now, attempts: sql`attempts - 1` }));

/** Ends a slice of a long job: it continues from its progress, behind jobs that have waited longer. */
const yieldSlice = (database: Database, job: JobKey, owner: string, now: string) =>
  hasChanged(updateOwn(database, job, owner).set({ ...DUE, runAt: now, attempts: 0, lastError: null }));

/** Ends the outage of a shop that answers again: its jobs are due. Returns false when there was none. */
async function endShopOutage(database: Database, storeId: string, now: string): Promise<boolean> {
  if (!(await createOutageRepository(database).end({ storeId }))) return false;
  await endHold(database, storeId, now);
  return true;
}

/** Brings the next probe of an outage forward after a sign of life. Returns false until the probe is due. */
async function recordShopSignOfLife(
  database: Database,
  storeId: string,
  now: string,
  probeAfterSign: ProbeAfterSign,
): Promise<boolean> {
  const outage = await createOutageRepository(database).recordSignOfLife({ storeId }, now, probeAfterSign);
  if (outage?.isAdvanced) await endHold(database, storeId, now);
  return outage === undefined || outage.heldUntil <= now;
}

type LatestRuns = Record<'now' | 'retry' | 'regular', Instant>;

/** Makes jobs due that a wrong clock lets wait for too long: failed and held ones beyond `retry`, recurring ones beyond `regular`. */
async function recallLate(database: Database, storeIds: readonly string[], at: LatestRuns): Promise<void> {
  const { now, retry, regular } = at;
  if (storeIds.length === 0) return;
  const latest = sql<Instant>`case when attempts > 0 or run_at <= ${retry} then ${retry} else ${regular} end`;
  const runAt = sql<Instant>`case when run_at > ${now} then ${now} else run_at end`;
  await database
    .updateTable('jobs')
    .set({ waitsUntil: null, runAt })
    .where('storeId', 'in', storeIds)
    .where('leaseOwner', 'is', null)
    .where('waitsUntil', '>', latest)
    .execute();
}

function listOfStore(database: Database, storeId: string): Promise<Job[]> {
  const all = database.selectFrom('jobs').where('storeId', '=', storeId).selectAll();
  return listAll(all.orderBy('runAt').orderBy('id'), fromRow);
}

async function listOfKind(database: Database, storeIds: readonly string[], kind: string): Promise<Job[]> {
  if (storeIds.length === 0) return [];
  const all = database
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .where('storeId', 'in', [...storeIds])
    .selectAll();
  return listAll(all, fromRow);
}

/** Inserts all in one statement; concurrent ones lock the same rows in one sequence. */
async function insert(
  database: Database,
  jobs: readonly JobRequest[],
  { now, keepsBackoff }: { now: string; keepsBackoff: boolean },
): Promise<void> {
  if (jobs.length === 0) return;
  const keepsRunAt = keepsBackoff
    ? sql`jobs.run_at < excluded.run_at or jobs.attempts > 0`
    : sql`jobs.run_at < excluded.run_at`;
  const runAt = sql<string>`case when ${keepsRunAt} then jobs.run_at else excluded.run_at end`;
  await database
    .insertInto('jobs')
    .values(
      jobs.map((job) => ({
        id: randomUUID(),
        storeId: job.storeId,
        organizationId: selectOrganization(job.storeId),
        kind: job.kind,
        subject: job.subject ?? '',
        runAt: job.runAt ?? now,
        waitsUntil: toWaitsUntil(job.runAt ?? now, now),
        rerunRequested: false,
        attempts: 0,
        createdAt: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['storeId', 'kind', 'subject']).doUpdateSet({
        runAt,
        waitsUntil: sql`case when jobs.lease_owner is not null then jobs.waits_until when ${runAt} > ${now} then ${runAt} end`,
        rerunRequested: sql<boolean>`case when jobs.lease_owner is null and jobs.unfinished = 0 then 0 else 1 end`,
      }),
    )
    .execute();
}

const selectOrganization = (storeId: string) =>
  sql<string>`coalesce((select organization_id from stores where id = ${storeId}), ${storeId})`;

/** Removes duplicates and sorts, so that transactions that write the same jobs cannot deadlock. */
function toDistinct(jobs: readonly JobRequest[]): JobRequest[] {
  const keyed = new Map(jobs.map((job) => [[job.storeId, job.kind, job.subject ?? ''].join('\n'), job]));
  return [...keyed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, job]) => job);
}

/** Replaces jobs beyond the queue's limit by their `instead`. */
async function replaceBeyondLimits(database: Database, jobs: readonly JobRequest[]): Promise<JobRequest[]> {
  const room = new Map<string, number>();
  const admitted: JobRequest[] = [];
  for (const job of jobs) {
    const { storeId, kind, instead } = job;
    if (instead === undefined) {
      admitted.push(job);
      continue;
    }
    const queue = `${storeId} ${kind}`;
    const left = room.get(queue) ?? instead.beyond - (await countWaiting(database, job, instead.beyond));
    room.set(queue, left - 1);
    admitted.push(left > 0 ? job : { storeId, kind: instead.kind });
  }
  return admitted;
}

/** Counts up to `max`. */
async function countWaiting(database: Database, { storeId, kind }: JobQueue, max: number): Promise<number> {
  const waiting = database.selectFrom('jobs').where(match({ storeId, kind })).select('kind').limit(max);
  const { count } = await database
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
