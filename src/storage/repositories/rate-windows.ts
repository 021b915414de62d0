import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';

/** So many more of one bucket in the window that ends then (epoch milliseconds). */
export interface Addition {
  bucket: string;
  endsAt: number;
  count: number;
}

export type RateWindows = ReturnType<typeof rateWindows>;

/** Rows that are added to in one statement: each has three parameters, and SQLite takes 32,766. */
const BATCH_SIZE = 1_000;

/** What processes have admitted, added up. */
export function rateWindows(database: Database) {
  async function addSome(additions: readonly Addition[]): Promise<Map<string, number>> {
    const rows = additions.map(({ bucket, endsAt, count }) => ({
      bucket: hash('sha256', bucket, 'base64url'),
      ends_at: new Date(endsAt).toISOString(),
      count,
    }));
    // In one order everywhere, or two processes would wait for each other's rows.
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

  return {
    /** Adds each, of which none may be there twice, and returns the totals of all processes in the same order. */
    async add(additions: readonly Addition[]): Promise<number[]> {
      const totals: number[] = [];
      for (let from = 0; from < additions.length; from += BATCH_SIZE) {
        const some = additions.slice(from, from + BATCH_SIZE);
        const found = await addSome(some);
        for (const { bucket, endsAt, count } of some) {
          const key = `${hash('sha256', bucket, 'base64url')} ${new Date(endsAt).toISOString()}`;
          totals.push(found.get(key) ?? count);
        }
      }
      return totals;
    },

    /** Windows that are over, and those of a clock that was far ahead. Any number of processes may do so at once. */
    async forget(nowMs: number): Promise<void> {
      const minute = 60_000;
      await database
        .deleteFrom('rate_windows')
        .where((row) =>
          row.or([
            row('ends_at', '<', new Date(nowMs - minute).toISOString()),
            row('ends_at', '>', new Date(nowMs + 60 * minute).toISOString()),
          ]),
        )
        .execute();
    },
  };
}
