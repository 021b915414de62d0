import type { Database } from '../engine/database.ts';

export type Outages = ReturnType<typeof outages>;

/** A shop by its store's id, or an agent platform's host. */
export type OutageScope = { storeId: string } | { host: string };

/** `heldUntil`: to be left alone till then. Else the caller may try, and is the only one to do so until its lease ends. */
export type Admission = { heldUntil: string } | { failures: number };

const FIRST_RETRY_MS = 2_000;
/** Also the longest that it takes to notice that a shop has come back, when nothing else tells. */
const LAST_RETRY_MS = 5 * 60_000;
/** A shop that sends events seems to be back: the next probe is brought forward, but never to sooner than this after the last. */
const SIGN_OF_LIFE_AFTER_MS = 30_000;

export function outages(database: Database) {
  return {
    /** Asks whether an outside party may be asked. During an outage one caller at a time is let through, as the probe. */
    async admit(outside: OutageScope, lease: { now: string; until: string }): Promise<Admission> {
      const outage = await find(database, outside);
      if (!outage) return { failures: 0 };
      if (isHeld(outage.held_until, lease.now)) return { heldUntil: outage.held_until };
      const claimed = await row(database, outside)
        .set({ held_until: lease.until })
        .where('held_until', '=', outage.held_until)
        .executeTakeFirst();
      return claimed.numUpdatedRows === 1n ? { failures: outage.failures } : { heldUntil: lease.until };
    },

    /**
     * It failed. `failures` as it was let in with: what had begun before the outage says nothing new about it. `askedMs`: for
     * how long it wants to be left alone.
     */
    async failed(outside: OutageScope, failures: number, { now, askedMs = 0 }: Failure): Promise<void> {
      const waitMs = Math.max(askedMs, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
      const held = {
        failures: failures + 1,
        failed_at: now,
        held_until: new Date(Date.parse(now) + waitMs).toISOString(),
      };
      if (failures > 0) return void (await row(database, outside).set(held).execute());
      await database
        .insertInto('outages')
        .values({ subject: subjectOf(outside), store_id: storeIdOf(outside), ...held })
        .onConflict((conflict) => conflict.column('subject').doNothing())
        .execute();
    },

    /** It answers. False: there was no outage, or another caller has ended it. */
    async end(outside: OutageScope): Promise<boolean> {
      const result = await database
        .deleteFrom('outages')
        .where('subject', '=', subjectOf(outside))
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    /** A merchant asks for it now: the next caller is let in. */
    async hasten(outside: OutageScope, now: string): Promise<void> {
      await row(database, outside).set({ held_until: now }).where('held_until', '>', now).execute();
    },

    /**
     * It sent something: it may be back. Returns the instant of the next probe, and whether that was brought forward; undefined
     * without an outage.
     */
    async showsLife(
      outside: OutageScope,
      now: string,
    ): Promise<{ heldUntil: string; isSooner: boolean } | undefined> {
      const outage = await find(database, outside);
      if (!outage) return undefined;
      const soonest = new Date(Date.parse(outage.failed_at) + SIGN_OF_LIFE_AFTER_MS).toISOString();
      const heldUntil = soonest > now ? soonest : now;
      const result = await row(database, outside)
        .set({ held_until: heldUntil })
        .where('held_until', '>', heldUntil)
        .executeTakeFirst();
      const isSooner = result.numUpdatedRows > 0n;
      return { heldUntil: isSooner ? heldUntil : outage.held_until, isSooner };
    },
  };
}

/** Longer than a shop may ask for: what is held longer was held by a clock that went wrong. */
const MAX_HOLD_MS = 65 * 60_000;

function isHeld(until: string, now: string): boolean {
  return until > now && Date.parse(until) - Date.parse(now) <= MAX_HOLD_MS;
}

interface Failure {
  now: string;
  askedMs?: number;
}

function find(database: Database, outside: OutageScope) {
  return database
    .selectFrom('outages')
    .select(['failures', 'failed_at', 'held_until'])
    .where('subject', '=', subjectOf(outside))
    .executeTakeFirst();
}

function row(database: Database, outside: OutageScope) {
  return database.updateTable('outages').where('subject', '=', subjectOf(outside));
}

function subjectOf(outside: OutageScope): string {
  return 'storeId' in outside ? `shop/${outside.storeId}` : `host/${outside.host}`;
}

function storeIdOf(outside: OutageScope): string | null {
  return 'storeId' in outside ? outside.storeId : null;
}
