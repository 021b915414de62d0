import { sql } from 'kysely';
import { isSqlite } from './both-databases.ts';
import type { Database } from './database.ts';

/** Quartz drifts by some milliseconds in this time. */
const COMPARE_INTERVAL_MS = 10_000;
/** The fastest of several queries counts: half of its duration is the error. */
const MAX_QUERIES = 5;
const FAST_MS = 5;
/** A slower answer is ignored: the previous comparison is more precise. */
const MAX_ANSWER_MS = 250;
const FAR_APART_MS = 5_000;

/**
 * Processes compare each other's instants: leases, expiry, windows. On PostgreSQL all take its clock and advance it by the
 * monotonic clock, so that a machine with a wrong clock (`wall`) is on time. Processes on one SQLite file share a machine's clock.
 */
export async function createSharedClock(database: Database, { wall }: { wall: () => number }) {
  if (isSqlite(database))
    return { now: wall, watch: (_: (aheadMs: number) => void) => undefined, stop: () => undefined };
  let comparison = await compareClocks(database);
  let timer: NodeJS.Timeout | undefined;
  let isApart = false;
  const now = () => Math.floor(comparison.at + (performance.now() - comparison.since));

  async function compare(onApart: (aheadMs: number) => void): Promise<void> {
    const fresh = await compareClocks(database);
    if (fresh.tookMs <= MAX_ANSWER_MS) comparison = fresh;
    const aheadMs = Math.round(wall() - now());
    const wasApart = isApart;
    isApart = Math.abs(aheadMs) > FAR_APART_MS;
    if (isApart && !wasApart) onApart(aheadMs);
  }

  return {
    now,
    /** Starts comparing with the database's clock; reports once that this machine's clock is far off. */
    watch(onApart: (aheadMs: number) => void) {
      const compareNow = () => void compare(onApart).catch(() => undefined);
      timer = setInterval(compareNow, COMPARE_INTERVAL_MS).unref();
      compareNow();
    },
    stop: () => clearInterval(timer),
  };
}

interface Compared {
  /** Database clock in the middle of the query; epoch milliseconds. */
  at: number;
  /** `performance.now()` at the answer. */
  since: number;
  tookMs: number;
}

async function compareClocks(database: Database): Promise<Compared> {
  let best = await compareClocksOnce(database);
  for (let queries = 1; queries < MAX_QUERIES && best.tookMs > FAST_MS; queries += 1) {
    const next = await compareClocksOnce(database);
    if (next.tookMs < best.tookMs) best = next;
  }
  return best;
}

async function compareClocksOnce(database: Database): Promise<Compared> {
  const askedAt = performance.now();
  const answer = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp()) * 1000 as at`.execute(database);
  const since = performance.now();
  const tookMs = since - askedAt;
  return { at: (answer.rows[0]?.at ?? Number.NaN) + tookMs / 2, since, tookMs };
}
