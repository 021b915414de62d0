import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Lease } from './checkout-sessions.ts';
import type { Database } from './database.ts';
import type { TasksTable } from './tables.ts';

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

export function tasks(database: Database) {
  return {
    /**
     * Remembers that something is to be done. Asked twice it is done once; asked while it runs, once more afterwards, so
     * that what happened in the meantime is seen.
     */
    async enqueue(task: TaskToDo, now: string): Promise<void> {
      const runAt = task.runAt ?? now;
      await database
        .insertInto('tasks')
        .values({
          id: randomUUID(),
          store_id: task.storeId,
          kind: task.kind,
          subject: task.subject ?? '',
          run_at: runAt,
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

    /** Takes the next task that is due and that nobody else is at; undefined when there is none. */
    async lease(lease: Lease): Promise<Task | undefined> {
      const row = await database
        .selectFrom('tasks')
        .selectAll()
        .where('run_at', '<=', lease.now)
        .where((task) => task.or([task('busy_until', 'is', null), task('busy_until', '<=', lease.now)]))
        .orderBy('run_at')
        .limit(1)
        .executeTakeFirst();
      if (!row) return undefined;
      const result = await database
        .updateTable('tasks')
        .set({ busy_by: lease.by, busy_until: lease.until, again: 0, attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .where('busy_by', 'is not distinct from', row.busy_by)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n
        ? fromRow({ ...row, attempts: row.attempts + 1 })
        : this.lease(lease);
    },

    /** Notes how far it is and keeps the lease. False: the lease was lost, and the work should stop. */
    async note(id: string, lease: Lease, progress: unknown): Promise<boolean> {
      const result = await database
        .updateTable('tasks')
        .set({ progress: JSON.stringify(progress), busy_until: lease.until })
        .where('id', '=', id)
        .where('busy_by', '=', lease.by)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    /** Done: it is forgotten, unless it is to run again, or was asked for while it ran. */
    async finish(
      id: string,
      by: string,
      next: { runAt?: string; progress?: unknown; now: string },
    ): Promise<void> {
      const mine = database.selectFrom('tasks').select('id').where('id', '=', id).where('busy_by', '=', by);
      const runAt = next.runAt ?? next.now;
      const progress = next.progress === undefined ? null : JSON.stringify(next.progress);
      const kept = await database
        .updateTable('tasks')
        .set({
          run_at: sql<string>`case when again = 1 then ${next.now} else ${runAt} end`,
          again: 0,
          attempts: 0,
          last_error: null,
          progress,
          busy_by: null,
          busy_until: null,
        })
        .where('id', 'in', next.runAt === undefined ? mine.where('again', '=', 1) : mine)
        .executeTakeFirst();
      if (kept.numUpdatedRows === 0n) {
        await database
          .deleteFrom('tasks')
          .where('id', '=', id)
          .where('busy_by', '=', by)
          .where('again', '=', 0)
          .execute();
      }
    },

    /** Not done: to be tried again at `retryAt`. */
    async fail(id: string, by: string, retryAt: string, error: string): Promise<void> {
      await database
        .updateTable('tasks')
        .set({ run_at: retryAt, last_error: error, busy_by: null, busy_until: null })
        .where('id', '=', id)
        .where('busy_by', '=', by)
        .execute();
    },

    async ofStore(storeId: string): Promise<Task[]> {
      const rows = await database.selectFrom('tasks').selectAll().where('store_id', '=', storeId).execute();
      return rows.map(fromRow);
    },
  };
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
