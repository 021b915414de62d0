import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';

export interface Limit {
  /** What is counted, in any words: only their hash is stored. */
  bucket: string;
  limit: number;
  /** Counted from the first attempt; the next one after that begins a new window. */
  windowMs: number;
}

export interface Taken {
  allowed: boolean;
  /** How many more are allowed in this window. */
  remaining: number;
  /** Until the window ends; 0 where nothing was refused. */
  retryAfterSeconds: number;
}

export type Attempts = ReturnType<typeof attempts>;

/** Counts what may be done so many times in a while, across all processes of an installation. */
export function attempts(database: Database) {
  return {
    /** Counts one more, and says whether it is still within the limit: of many at once, no more than the limit are. */
    async take({ bucket, limit, windowMs }: Limit, nowMs: number): Promise<Taken> {
      const now = new Date(nowMs).toISOString();
      const ends = new Date(nowMs + windowMs).toISOString();
      const { count, ends_at } = await database
        .insertInto('attempts')
        .values({ bucket: hashOf(bucket), count: 1, ends_at: ends })
        .onConflict((conflict) =>
          conflict.column('bucket').doUpdateSet({
            count: sql`case when attempts.ends_at <= ${now} then 1 else attempts.count + 1 end`,
            // No window ends later than one that begins now, unless the clock was set back since: nobody waits for that.
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

    /** One that was counted does not count after all: a right password is no guess. */
    async giveBack(bucket: string): Promise<void> {
      await database
        .updateTable('attempts')
        .set({ count: sql`count - 1` })
        .where('bucket', '=', hashOf(bucket))
        .where('count', '>', 0)
        .execute();
    },

    /** Begins anew. */
    async clear(bucket: string): Promise<void> {
      await database.deleteFrom('attempts').where('bucket', '=', hashOf(bucket)).execute();
    },

    /** Windows that are over. Any number of processes may do so at once. */
    async forgetEnded(now: string): Promise<void> {
      await database.deleteFrom('attempts').where('ends_at', '<=', now).execute();
    },
  };
}

/** Buckets name people and their addresses, at any length. */
function hashOf(bucket: string): string {
  return createHash('sha256').update(bucket).digest('base64url');
}
