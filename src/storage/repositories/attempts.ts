import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { iso } from '../../commerce/time.ts';
import type { Database } from '../engine/database.ts';
import { rowsOf } from './rows.ts';

export interface Limit {
  /** Name of the counter, in any form: only its hash is stored. */
  bucket: string;
  limit: number;
  /** From the first attempt; the first one after its end starts a new window. */
  windowMs: number;
}

interface Taken {
  allowed: boolean;
  /** Attempts left in this window. */
  remaining: number;
  /** Until the end of the window; 0 when allowed. */
  retryAfterSeconds: number;
}

export type Attempts = ReturnType<typeof attempts>;

/** Throttles by counters that all processes of an installation share. */
export function attempts(database: Database) {
  return {
    /** Counts an attempt. Of any number of concurrent ones, no more than `limit` are allowed. */
    async take({ bucket, limit, windowMs }: Limit, nowMs: number): Promise<Taken> {
      const now = iso(nowMs);
      const ends = iso(nowMs + windowMs);
      const { count, ends_at } = await database
        .insertInto('attempts')
        .values({ bucket: hashOf(bucket), count: 1, ends_at: ends })
        .onConflict((conflict) =>
          conflict.column('bucket').doUpdateSet({
            count: sql`case when attempts.ends_at <= ${now} then 1 else attempts.count + 1 end`,
            // A window that ends later than a new one would was set by a wrong clock, and is cut to a new one's length.
            ends_at: sql`case when attempts.ends_at <= ${now} or attempts.ends_at > ${ends} then ${ends}
              else attempts.ends_at end`,
          }),
        )
        .returning(['count', 'ends_at'])
        .executeTakeFirstOrThrow();
      const allowed = count <= limit;
      const waitMs = Date.parse(ends_at) - nowMs;
      return {
        allowed,
        remaining: Math.max(0, limit - count),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / 1_000)),
      };
    },

    /** Takes an attempt back: a correct password does not count. */
    async giveBack(bucket: string): Promise<void> {
      const counted = rowsOf(database, 'attempts', { bucket: hashOf(bucket), count: ['>', 0] });
      await counted.update({ count: sql`count - 1` });
    },

    async clear(bucket: string): Promise<void> {
      await rowsOf(database, 'attempts', { bucket: hashOf(bucket) }).delete();
    },
  };
}

/** Buckets contain personal data, at any length. */
function hashOf(bucket: string): string {
  return hash('sha256', bucket, 'base64url');
}
