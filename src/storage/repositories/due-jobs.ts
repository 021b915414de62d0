import type { Database } from '../engine/database.ts';
import { isFree } from '../engine/leases.ts';

/** What is due and nobody is at, by kind, and for how long the longest waiting one is due. */
interface DueKind {
  kind: string;
  due: number;
  lagSeconds: number;
}

export async function dueJobs(database: Database, nowMs: number): Promise<DueKind[]> {
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
