import { hash } from 'node:crypto';
import { toIso } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import { bindFunctions } from '../rows/bound.ts';
import { addToRows } from '../rows/rows.ts';

/** Requests to add to a bucket's window; `endsAt` in epoch milliseconds. */
interface Addition {
  bucket: string;
  endsAt: number;
  count: number;
}

export type RateWindows = ReturnType<typeof createRateWindowRepository>;

/** Rows of one statement: each has three parameters, and SQLite allows 32,766. */
const BATCH_SIZE = 1_000;

/** Requests admitted by all processes. */
export const createRateWindowRepository = (database: Database) => bindFunctions(database, { add, forget });

/** Adds distinct windows, and returns their totals over all processes in the same sequence. */
async function add(database: Database, additions: readonly Addition[]): Promise<number[]> {
  const windows = additions.map(({ bucket, endsAt, count }) => ({
    bucket: hash('sha256', bucket, 'base64url'),
    endsAt: toIso(endsAt),
    count,
  }));
  const totals = new Map<string, number>();
  for (let from = 0; from < windows.length; from += BATCH_SIZE) {
    const some = await addToRows(database, 'rate_windows', windows.slice(from, from + BATCH_SIZE));
    for (const { bucket, endsAt, count } of some) totals.set(`${bucket} ${endsAt}`, count);
  }
  return windows.map(({ bucket, endsAt, count }) => totals.get(`${bucket} ${endsAt}`) ?? count);
}

/** Deletes windows that end before an instant, and windows that a wrong clock put beyond another instant. */
async function forget(database: Database, { before, beyond }: Record<'before' | 'beyond', string>) {
  await database
    .deleteFrom('rate_windows')
    .where((row) => row.or([row('endsAt', '<', before), row('endsAt', '>', beyond)]))
    .execute();
}
