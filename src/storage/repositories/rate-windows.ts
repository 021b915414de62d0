import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { iso } from '../../commerce/time.ts';
import type { Database } from '../engine/database.ts';
import { bound } from './bound.ts';

/** Requests to add to a bucket's window; `endsAt` in epoch milliseconds. */
interface Addition {
  bucket: string;
  endsAt: number;
  count: number;
}

export type RateWindows = ReturnType<typeof rateWindows>;

/** Rows of one statement: each has three parameters, and SQLite allows 32,766. */
const BATCH_SIZE = 1_000;

/** Requests admitted by all processes. */
export const rateWindows = (database: Database) => bound(database, { add, forget });

async function addSome(database: Database, additions: readonly Addition[]): Promise<Map<string, number>> {
  const rows = additions.map(({ bucket, endsAt, count }) => ({
    bucket: hash('sha256', bucket, 'base64url'),
    ends_at: iso(endsAt),
    count,
  }));
  // Sorted: processes that add to the same rows cannot deadlock.
  rows.sort((one, other) => (one.bucket < other.bucket ? -1 : 1));
  const totals = await database
    .insertInto('rate_windows')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'ends_at'])
        .doUpdateSet({ count: sql`rate_windows.count + excluded.count` }),
    )
    .returning(['bucket', 'ends_at', 'count'])
    .execute();
  return new Map(totals.map((row) => [`${row.bucket} ${row.ends_at}`, row.count]));
}

/** Adds distinct windows, and returns their totals over all processes in the same sequence. */
async function add(database: Database, additions: readonly Addition[]): Promise<number[]> {
  const totals: number[] = [];
  for (let from = 0; from < additions.length; from += BATCH_SIZE) {
    const some = additions.slice(from, from + BATCH_SIZE);
    const counts = await addSome(database, some);
    for (const { bucket, endsAt, count } of some) {
      const key = `${hash('sha256', bucket, 'base64url')} ${iso(endsAt)}`;
      totals.push(counts.get(key) ?? count);
    }
  }
  return totals;
}

/** Deletes windows that end before an instant, and those that a wrong clock put beyond another one. */
async function forget(database: Database, { before, beyond }: Record<'before' | 'beyond', string>) {
  await database
    .deleteFrom('rate_windows')
    .where((row) => row.or([row('ends_at', '<', before), row('ends_at', '>', beyond)]))
    .execute();
}
