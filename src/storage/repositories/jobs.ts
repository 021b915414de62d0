import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { dueAt, dueQueues, type JobQueue, wakeQueues } from './job-queues.ts';
import { FREE, isFree, type Lease, latestEnd } from '../engine/leases.ts';
import { outages } from './outages.ts';
import { fromRow, type LeasedJob, type Job, takeNext } from './take-job.ts';

export interface JobRequest {
  storeId: string;
  kind: string;
  subject?: string;
  /** ISO instant; at once when left out. */
  runAt?: string;
  /** Its merchant waits for it: a shop that is left alone after failures is asked all the same. */
  isUrgent?: boolean;
  /** Kind of the job without a subject that does the work of any number of these: asked for instead when too many wait. */
  instead?: string;
}

export type { LeasedJob, Job };

export type Jobs = ReturnType<typeof jobs>;

/** Jobs of one store and kind that may wait where another job can do the work of all of them. */
export const MAX_WAITING_JOBS = 500;

export function jobs(database: Database) {
  const mine = (id: string, by: string) =>
    database.updateTable('jobs').where('id', '=', id).where('lease_owner', '=', by);

  async function enqueueAll(wanted: readonly JobRequest[], now: string): Promise<void> {
    await insert(database, distinctOf(await withinLimits(database, distinctOf(wanted))), now);
  }

  return {
    /**
     * Remembers that something is to be done. Asked twice it is done once; asked while it runs, once more afterwards, so
     * that what happened in the meantime is seen. Asked while it waits for another attempt, the wait is over.
     */
    async enqueue(job: JobRequest, now: string): Promise<void> {
      await enqueueAll([job], now);
      if (job.isUrgent) await outages(database).hasten({ storeId: job.storeId }, now);
    },

    /** The same for any number of jobs, none of which is urgent. */
    enqueueAll,

    /** Sees to it that every connected store has this task, which from then on is done regularly. A task that is there stays as it is. */
    async enqueueForEveryStore(kind: string, now: string): Promise<void> {
      await sql`insert into jobs (id, store_id, kind, subject, run_at, rerun_requested, attempts, created_at)
        select ${`${kind}/`} || id, id, ${kind}, '', ${now}, 0, 0, ${now} from stores
        where disconnected_at is null and not exists (select 1 from jobs where jobs.store_id = stores.id and jobs.kind = ${kind})
        on conflict do nothing`.execute(database);
    },

    /**
     * Takes the next job of these kinds that is due and that no worker holds; undefined when there is none. What was never
     * done comes before what is done again, and the longest due first, but a store for which a job runs waits until no other
     * store does. Kinds in `askShop` wait for one probe at a time while their store's shop fails.
     */
    async lease(
      lease: Lease,
      kinds: readonly string[],
      askShop: readonly string[] = [],
    ): Promise<LeasedJob | undefined> {
      if (kinds.length === 0) return undefined;
      const wanted = { lease, kinds, askShop };
      const take = async () =>
        (await takeFirst(database, { ...wanted, idle: true })) ??
        (await takeFirst(database, { ...wanted, idle: false }));
      return (await take()) ?? ((await endImpossibleLeases(database, lease.now)) ? take() : undefined);
    },

    /** Keeps the lease, and notes how far it is when that is given. False: the lease was lost, and the work should stop. */
    async keep(id: string, lease: Lease, noted?: { progress: unknown }): Promise<boolean> {
      const result = await mine(id, lease.by)
        .set({
          lease_expires_at: lease.until,
          ...(noted ? { progress: JSON.stringify(noted.progress ?? null), unfinished: 1 } : {}),
        })
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    /** Done: it is forgotten, unless it is to run again, or was asked for while it ran. */
    async finish(
      id: string,
      by: string,
      next: { runAt?: string; progress?: unknown; now: string },
    ): Promise<void> {
      if (next.runAt === undefined && (await forgetUnlessRerun(database, id, by))) return;
      await mine(id, by)
        .set({
          ...FREE,
          run_at: sql<string>`case when rerun_requested = 1 then ${next.now} else ${next.runAt ?? next.now} end`,
          rerun_requested: 0,
          unfinished: 0,
          attempts: 0,
          last_error: null,
          progress: next.progress === undefined ? null : JSON.stringify(next.progress),
        })
        .execute();
    },

    /** Not done: to be tried again at `retryAt`. */
    async fail(id: string, by: string, retryAt: string, error: string): Promise<void> {
      await mine(id, by)
        .set({ ...FREE, run_at: retryAt, last_error: error })
        .execute();
    },

    /** Given back undone, for another process to go on with at once. It does not count as an attempt. */
    async release(id: string, by: string, now: string): Promise<void> {
      await mine(id, by)
        .set({ ...FREE, run_at: now, attempts: sql<number>`attempts - 1` })
        .execute();
    },

    /** Its turn is over: it goes on from what it noted, after the jobs that have waited longer. */
    async yieldSlice(id: string, by: string, now: string): Promise<void> {
      await mine(id, by)
        .set({ ...FREE, run_at: now, attempts: 0, last_error: null })
        .execute();
    },

    /** The store's shop answers rerun_requested: what waited for that is due. False: there was no outage any more. */
    async shopIsBack(storeId: string, now: string): Promise<boolean> {
      if (!(await outages(database).end({ storeId }))) return false;
      await wakeQueues(database, storeId, now);
      return true;
    },

    /** The store's shop has sent something: during an outage, the next probe comes sooner. Returns false until that is due. */
    async shopShowsLife(storeId: string, now: string): Promise<boolean> {
      const outage = await outages(database).showsLife({ storeId }, now);
      if (outage?.isSooner) await wakeQueues(database, storeId, now);
      return outage === undefined || outage.heldUntil <= now;
    },

    /**
     * Tasks that wait for longer than any does: a clock that went wrong has said so. They are due now. `retry` is the latest
     * for one that failed, `regular` for one that is done now and then.
     */
    async recallLate(now: string, { retry, regular }: Record<'retry' | 'regular', string>): Promise<void> {
      await database
        .updateTable('jobs')
        .set({ run_at: now })
        .where((job) =>
          job.or([
            job('run_at', '>', regular),
            job.and([job('run_at', '>', retry), job('attempts', '>', 0)]),
          ]),
        )
        .where(isFree(now))
        .execute();
      // A queue may be postponed only for an outage, which lasts no longer.
      await sql`update job_queues set next_at = ${now} where next_at > ${retry} and exists (select 1 from jobs
        where jobs.store_id = job_queues.store_id and jobs.kind = job_queues.kind and ${dueAt} <= ${retry})`.execute(
        database,
      );
    },

    async ofStore(storeId: string): Promise<Job[]> {
      const rows = await database
        .selectFrom('jobs')
        .selectAll()
        .where('store_id', '=', storeId)
        .orderBy('run_at')
        .orderBy('id')
        .execute();
      return rows.map(fromRow);
    },
  };
}

/** A lease that ends later than any does was taken by a clock that went wrong. False: there is none. */
async function endImpossibleLeases(database: Database, now: string): Promise<boolean> {
  const ends = sql<boolean>`lease_expires_at > ${latestEnd(now)}`;
  if (!(await database.selectFrom('jobs').select('id').where(ends).limit(1).executeTakeFirst())) return false;
  await database.updateTable('jobs').set(FREE).where(ends).execute();
  return true;
}

interface Wanted {
  lease: Lease;
  kinds: readonly string[];
  askShop: readonly string[];
  idle: boolean;
}

async function takeFirst(database: Database, wanted: Wanted): Promise<LeasedJob | undefined> {
  const { lease, kinds, askShop, idle } = wanted;
  for (;;) {
    const queues = await dueQueues(database, { now: lease.now, kinds, idle });
    for (const queue of queues) {
      const taken = await takeNext(database, queue, lease, askShop.includes(queue.kind));
      if (taken) return taken;
    }
    // Each was put right, or other workers have taken what was due: others may have become the first.
    if (queues.length === 0) return undefined;
  }
}

/** One statement: a transaction that locked jobs and queues in turns could wait for a worker that waits for it. */
async function insert(database: Database, jobs: readonly JobRequest[], now: string): Promise<void> {
  if (jobs.length === 0) return;
  await database
    .insertInto('jobs')
    .values(
      jobs.map((job) => ({
        id: randomUUID(),
        store_id: job.storeId,
        kind: job.kind,
        subject: job.subject ?? '',
        run_at: job.runAt ?? now,
        rerun_requested: 0,
        attempts: 0,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind', 'subject']).doUpdateSet({
        run_at: sql<string>`case when jobs.run_at < excluded.run_at then jobs.run_at else excluded.run_at end`,
        rerun_requested: sql<number>`case when jobs.lease_owner is null and jobs.unfinished = 0 then 0 else 1 end`,
      }),
    )
    .execute();
}

/** Each job once, in one order everywhere: transactions that write the same jobs wait for each other in turn. */
function distinctOf(jobs: readonly JobRequest[]): JobRequest[] {
  const keyed = new Map(jobs.map((job) => [[job.storeId, job.kind, job.subject ?? ''].join('\n'), job]));
  return [...keyed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, job]) => job);
}

/** The jobs, with the one that does the work of all in the place of those for which there is no room. */
async function withinLimits(database: Database, jobs: readonly JobRequest[]): Promise<JobRequest[]> {
  const room = new Map<string, number>();
  const admitted: JobRequest[] = [];
  for (const job of jobs) {
    const { storeId, kind, instead } = job;
    if (instead === undefined) {
      admitted.push(job);
      continue;
    }
    const queue = `${storeId} ${kind}`;
    const left = room.get(queue) ?? MAX_WAITING_JOBS - (await countWaiting(database, job));
    room.set(queue, left - 1);
    admitted.push(left > 0 ? job : { storeId, kind: instead });
  }
  return admitted;
}

/** Reads no more rows than may wait. */
async function countWaiting(database: Database, { storeId, kind }: JobQueue): Promise<number> {
  const waiting = database
    .selectFrom('jobs')
    .select('kind')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .limit(MAX_WAITING_JOBS);
  const { count } = await database
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function forgetUnlessRerun(database: Database, id: string, by: string): Promise<boolean> {
  const result = await database
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease_owner', '=', by)
    .where('rerun_requested', '=', 0)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
