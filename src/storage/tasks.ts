import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Database } from './database.ts';
import { FREE, isFree, type Lease } from './leases.ts';
import type { Tables, TasksTable } from './tables.ts';

/** Something to be done for a store, by whichever process comes first. One per store, kind and subject. */
export interface Task {
  id: string;
  storeId: string;
  kind: string;
  subject: string;
  attempts: number;
  /** What an earlier attempt noted, to go on from. */
  progress: unknown;
  runAt: string;
  lastError: string | null;
  running: boolean;
}

export interface TaskToDo {
  storeId: string;
  kind: string;
  subject?: string;
  /** ISO instant; at once when left out. */
  runAt?: string;
}

export type Tasks = ReturnType<typeof tasks>;

/** So many of those that are due are tried before looking again. */
const TRIED_AT_ONCE = 10;

export function tasks(database: Database) {
  const mine = (id: string, by: string) =>
    database.updateTable('tasks').where('id', '=', id).where('busy_by', '=', by);

  return {
    /**
     * Remembers that something is to be done. Asked twice it is done once; asked while it runs, once more afterwards, so
     * that what happened in the meantime is seen. Asked while it waits for another attempt, the wait is over.
     */
    async enqueue(task: TaskToDo, now: string): Promise<void> {
      await database
        .insertInto('tasks')
        .values({
          id: randomUUID(),
          store_id: task.storeId,
          kind: task.kind,
          subject: task.subject ?? '',
          run_at: task.runAt ?? now,
          again: 0,
          attempts: 0,
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['store_id', 'kind', 'subject']).doUpdateSet({
            run_at: sql<string>`case when tasks.run_at < excluded.run_at then tasks.run_at else excluded.run_at end`,
            again: sql<number>`case when tasks.busy_by is null then 0 else 1 end`,
          }),
        )
        .execute();
    },

    /** Sees to it that every connected store has this task, which from then on is done regularly. A task that is there stays as it is. */
    async enqueueForEveryStore(kind: string, now: string): Promise<void> {
      await sql`insert into tasks (id, store_id, kind, subject, run_at, again, attempts, created_at)
        select ${`${kind}/`} || id, id, ${kind}, '', ${now}, 0, 0, ${now} from stores
        where disconnected_at is null and not exists (select 1 from tasks where tasks.store_id = stores.id and tasks.kind = ${kind})
        on conflict do nothing`.execute(database);
    },

    /**
     * Takes the next task of these kinds that is due and that nobody else is at; undefined when there is none. What was never
     * done comes before what is done again, and the longest due first, but a store that somebody is working for waits until no
     * other store does.
     */
    async lease(lease: Lease, kinds: readonly string[]): Promise<Task | undefined> {
      while (kinds.length > 0) {
        const candidates = await dueTasks(database, lease.now, kinds);
        for (const { id } of candidates) {
          const row = await takeTask(database, id, lease);
          if (row) return fromRow(row);
        }
        // Others took all of them: there may be more.
        if (candidates.length < TRIED_AT_ONCE) return undefined;
      }
      return undefined;
    },

    /** Keeps the lease, and notes how far it is when that is given. False: the lease was lost, and the work should stop. */
    async keep(id: string, lease: Lease, noted?: { progress: unknown }): Promise<boolean> {
      const result = await mine(id, lease.by)
        .set({
          busy_until: lease.until,
          ...(noted ? { progress: JSON.stringify(noted.progress ?? null) } : {}),
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
      if (next.runAt === undefined && (await forgetUnlessAgain(database, id, by))) return;
      await mine(id, by)
        .set({
          ...FREE,
          run_at: sql<string>`case when again = 1 then ${next.now} else ${next.runAt ?? next.now} end`,
          again: 0,
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

    /**
     * Tasks that wait for longer than any does: a clock that went wrong has said so. They are due now. `retry` is the latest
     * for one that failed, `regular` for one that is done now and then.
     */
    async recallLate(now: string, { retry, regular }: Record<'retry' | 'regular', string>): Promise<void> {
      await database
        .updateTable('tasks')
        .set({ run_at: now })
        .where((task) =>
          task.or([
            task('run_at', '>', regular),
            task.and([task('run_at', '>', retry), task('attempts', '>', 0)]),
          ]),
        )
        .where(isFree(now))
        .execute();
    },

    async ofStore(storeId: string): Promise<Task[]> {
      const rows = await database
        .selectFrom('tasks')
        .selectAll()
        .where('store_id', '=', storeId)
        .orderBy('run_at')
        .orderBy('id')
        .execute();
      return rows.map(fromRow);
    },
  };
}

function isDue(now: string) {
  return (task: ExpressionBuilder<Tables, 'tasks'>) => task.and([task('run_at', '<=', now), isFree(now)]);
}

function dueTasks(database: Database, now: string, kinds: readonly string[]): Promise<{ id: string }[]> {
  const workedFor = database
    .selectFrom('tasks as busy')
    .select('busy.store_id')
    .where('busy_until', '>', now);
  return database
    .selectFrom('tasks')
    .select('id')
    .where(isDue(now))
    .where('kind', 'in', kinds)
    .orderBy(sql`case when store_id in ${workedFor} then 1 else 0 end`)
    .orderBy(sql`case when progress is null then 0 else 1 end`)
    .orderBy('run_at')
    .limit(TRIED_AT_ONCE)
    .execute();
}

/**
 * Asks whether it is still due in the statement that takes it: others may have taken it, or done it, since it was seen.
 * What was asked for again before now is served by this run.
 */
function takeTask(database: Database, id: string, lease: Lease): Promise<Selectable<TasksTable> | undefined> {
  return database
    .updateTable('tasks')
    .set({ busy_by: lease.by, busy_until: lease.until, again: 0, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where(isDue(lease.now))
    .returningAll()
    .executeTakeFirst();
}

async function forgetUnlessAgain(database: Database, id: string, by: string): Promise<boolean> {
  const result = await database
    .deleteFrom('tasks')
    .where('id', '=', id)
    .where('busy_by', '=', by)
    .where('again', '=', 0)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

function fromRow(row: Selectable<TasksTable>): Task {
  return {
    id: row.id,
    storeId: row.store_id,
    kind: row.kind,
    subject: row.subject,
    attempts: row.attempts,
    progress: row.progress === null ? null : JSON.parse(row.progress),
    runAt: row.run_at,
    lastError: row.last_error,
    running: row.busy_by !== null,
  };
}
