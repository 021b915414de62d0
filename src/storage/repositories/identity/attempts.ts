import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toIso } from '../../../commerce/time/time.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { hasChanged, match } from '../rows/rows.ts';

export interface Limit {
  /** Name of the count, in any form: only its hash is stored. */
  bucket: string;
  limit: number;
  /** From the first attempt; the first one after its end starts a new window. */
  windowMs: number;
}

export type Attempts = ReturnType<typeof createAttemptRepository>;

/** Throttles by counts that all processes of an installation share. Buckets contain personal data, at any length. */
export const createAttemptRepository = (context: Sealed) =>
  bindFunctions(context, { take, giveBack, clear, record });

const hashOf = ({ sealing }: Sealed, bucket: string) => sealing.hash(bucket, 'attempts.bucket');

const countOf = (context: Sealed, bucket: string) => ({ bucket: hashOf(context, bucket), single: '' });

/** Counts an attempt. Of concurrent ones no more than `limit` are allowed; for others it returns the seconds until the window ends. */
async function take(context: Sealed, { bucket, limit, windowMs }: Limit, nowMs: number) {
  const now = toIso(nowMs);
  const ends = toIso(nowMs + windowMs);
  const { count, endsAt } = await context.database
    .insertInto('attempts')
    .values({ ...countOf(context, bucket), endsAt: ends })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'single']).doUpdateSet({
        count: sql`case when attempts.ends_at <= ${now} then 1 else attempts.count + 1 end`,
        // A window that ends later than a new one would was set by a wrong clock, and is cut to a new one's length.
        endsAt: sql`case when attempts.ends_at <= ${now} or attempts.ends_at > ${ends} then ${ends}
          else attempts.ends_at end`,
      }),
    )
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow();
  return count <= limit ? undefined : Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs) / 1_000));
}

/** Takes an attempt back: a correct password does not count. */
async function giveBack(context: Sealed, bucket: string): Promise<void> {
  await context.database
    .updateTable('attempts')
    .set({ count: sql`count - 1` })
    .where(match(countOf(context, bucket)))
    .where('count', '>', 0)
    .execute();
}

const clear = (context: Sealed, bucket: string) =>
  hasChanged(context.database.deleteFrom('attempts').where(match(countOf(context, bucket))));

/** Counts a single attempt in each bucket before its outcome is known, so that concurrent ones count. */
async function record(context: Sealed, buckets: readonly string[], windowMs: number, nowMs: number) {
  const { database } = context;
  const single = randomUUID();
  const hashes = buckets.map((bucket) => hashOf(context, bucket));
  const rows = hashes.map((bucket) => ({ bucket, single, endsAt: toIso(nowMs + windowMs) }));
  await database.insertInto('attempts').values(rows).execute();
  return {
    /** Counts the other single attempts of each bucket after an instant of the last window. */
    async countOthers(sinceMs: number): Promise<number[]> {
      const counts = await database
        .selectFrom('attempts')
        .where('bucket', 'in', hashes)
        .where('single', 'not in', ['', single])
        .where('endsAt', '>', toIso(sinceMs + windowMs))
        .select(({ fn }) => ['bucket', fn.countAll<number>().as('count')])
        .groupBy('bucket')
        .execute();
      const byBucket = new Map(counts.map(({ bucket, count }) => [bucket, count]));
      return hashes.map((bucket) => byBucket.get(bucket) ?? 0);
    },

    async forgive(): Promise<void> {
      await database
        .deleteFrom('attempts')
        .where('single', '=', single)
        .where('bucket', 'in', hashes)
        .execute();
    },
  };
}
