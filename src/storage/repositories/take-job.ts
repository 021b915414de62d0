import { sql } from 'kysely';
import type { Database, Row } from '../engine/database.ts';
import { type DueQueue, dueAt, postponeQueue, settleQueue } from './job-queues.ts';
import type { Lease } from '../engine/leases.ts';
import { outages } from './outages.ts';

/** Something to be done for a store, by whichever process comes first. One per store, kind and subject. */
export interface Job {
  id: string;
  storeId: string;
  kind: string;
  subject: string;
  attempts: number;
  /** Progress that an earlier attempt noted, to go on from. */
  progress: unknown;
  runAt: string;
  lastError: string | null;
  running: boolean;
}

export interface LeasedJob extends Job {
  /** How often in a row the store's shop has failed; above 0 this job is the only one that asks it now. */
  shopFailures: number;
}

/** The first due job of a queue. Undefined: there is none, or another worker took it, or its shop is left alone. */
export async function takeNext(
  database: Database,
  queue: DueQueue,
  lease: Lease,
  asksShop: boolean,
): Promise<LeasedJob | undefined> {
  const due = await database
    .selectFrom('jobs')
    .select('id')
    .where('store_id', '=', queue.storeId)
    .where('kind', '=', queue.kind)
    .where(dueAt, '<=', lease.now)
    .orderBy(dueAt)
    .limit(1)
    .executeTakeFirst();
  if (!due) {
    await settleQueue(database, queue);
    return undefined;
  }
  const admission = asksShop ? await outages(database).admit(queue, lease) : { failures: 0 };
  if ('heldUntil' in admission) {
    await postponeQueue(database, queue, admission.heldUntil);
    return undefined;
  }
  const row = await takeJob(database, due.id, lease);
  return row && { ...fromRow(row), shopFailures: admission.failures };
}

/**
 * Asks whether the job is still due in the statement that takes it: another worker may have taken it since it was seen. What was
 * asked for again before now is served by this run, unless an earlier turn of the same run has passed it.
 */
function takeJob(database: Database, id: string, lease: Lease): Promise<Row<'jobs'> | undefined> {
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
