import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isSqlite } from './both-databases.ts';

/** One clock for all processes of an installation. Epoch milliseconds. */
export interface SharedClock {
  now(): number;
  /** From now on compares itself with the database's now and then; `onApart` is told when this machine's own is far beside it. */
  watch(onApart: (aheadMs: number) => void): void;
  stop(): void;
}

interface Clocks {
  /** This machine's, which anybody may set. */
  wall: () => number;
}

/** Quartz drifts by some milliseconds in that time. */
const COMPARE_INTERVAL_MS = 10_000;
/** The quickest of so many answers is the one that counts: by half of the time that it took, it may be wrong. */
const QUESTIONS = 5;
const QUICK_MS = 5;
/** Who was answered so slowly learns nothing from it. */
const SLOWEST_ANSWER_MS = 250;
const FAR_APART_MS = 5_000;

/**
 * What one process writes down as an instant, another one compares with its own clock: leases, expiry, windows. Machines on one
 * PostgreSQL therefore take its clock, and count on from there by a clock that nobody can set: a machine whose own clock is
 * wrong, or jumps, does nothing too early or too late. Processes on one SQLite file are on one machine, and have one clock.
 */
export async function sharedClock(database: Database, { wall }: Clocks): Promise<SharedClock> {
  if (isSqlite(database)) return { now: wall, watch: () => undefined, stop: () => undefined };
  let known = await compared(database);
  let timer: NodeJS.Timeout | undefined;
  let isApart = false;
  const now = () => Math.floor(known.at + (performance.now() - known.since));

  async function compare(onApart: (aheadMs: number) => void): Promise<void> {
    const fresh = await compared(database);
    // What is known is good for long: better that than what a busy moment says.
    if (fresh.tookMs <= SLOWEST_ANSWER_MS) known = fresh;
    const aheadMs = Math.round(wall() - now());
    const wasApart = isApart;
    isApart = Math.abs(aheadMs) > FAR_APART_MS;
    if (isApart && !wasApart) onApart(aheadMs);
  }

  return {
    now,
    watch(onApart) {
      const look = () => void compare(onApart).catch(() => undefined);
      timer = setInterval(look, COMPARE_INTERVAL_MS).unref();
      look();
    },
    stop: () => clearInterval(timer),
  };
}

interface Compared {
  /** What the database's clock said, in the middle of the question; epoch milliseconds. */
  at: number;
  /** By `performance.now()`, when it was answered. */
  since: number;
  tookMs: number;
}

async function compared(database: Database): Promise<Compared> {
  let best = await comparedOnce(database);
  for (let asked = 1; asked < QUESTIONS && best.tookMs > QUICK_MS; asked += 1) {
    const next = await comparedOnce(database);
    if (next.tookMs < best.tookMs) best = next;
  }
  return best;
}

async function comparedOnce(database: Database): Promise<Compared> {
  const askedAt = performance.now();
  const answer = await sql<{ at: string | number }>`
    select extract(epoch from clock_timestamp()) * 1000 as at`.execute(database);
  const since = performance.now();
  const tookMs = since - askedAt;
  return { at: Number(answer.rows[0]?.at) + tookMs / 2, since, tookMs };
}
