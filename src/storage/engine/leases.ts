import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The right to change something for a while; who dies with it loses it at `until`. ISO instants. */
export interface Lease {
  by: string;
  now: string;
  until: string;
}

export interface Leased<Resource> {
  resource: Resource;
  /** An earlier holder died at its work, or left the platform in doubt. */
  interrupted: boolean;
}

interface LeasedRow {
  busy_by: string | null;
  busy_until: string | null;
}

interface LeasedTable<Row extends LeasedRow, Resource> {
  table: 'checkout_sessions' | 'carts';
  find(storeId: string, id: string): Promise<Row | undefined>;
  fromRow(row: Row): Resource;
}

/** Rows that are changed by one at a time, in however many processes: checkout sessions and carts. */
export function leases<Row extends LeasedRow, Resource>(
  database: Database,
  { table, find, fromRow }: LeasedTable<Row, Resource>,
) {
  return {
    /** Takes the right to change one, and reads it as it then stands. Undefined: somebody else is at it, or there is none. */
    async lease(storeId: string, id: string, lease: Lease): Promise<Leased<Resource> | undefined> {
      const row = await find(storeId, id);
      if (!row || isHeld(row, lease.now)) return undefined;
      const result = await database
        .updateTable(table)
        .set({ busy_by: lease.by, busy_until: lease.until })
        .where('id', '=', id)
        .where('busy_by', 'is not distinct from', row.busy_by)
        .executeTakeFirst();
      if (result.numUpdatedRows !== 1n) return undefined;
      // Read again: what was read before the lease may have been changed by the holder before.
      const held = await find(storeId, id);
      return held && { resource: fromRow(held), interrupted: row.busy_by !== null };
    },

    /** Prolongs a lease. Whether it was lost meanwhile is found out by who finishes. */
    async keep(id: string, { by, until }: Lease): Promise<void> {
      await database
        .updateTable(table)
        .set({ busy_until: until })
        .where('id', '=', id)
        .where('busy_by', '=', by)
        .execute();
    },

    /** Gives a lease back with nothing written. `unsettled`: the platform may have done more than is recorded here. */
    async release(id: string, by: string, state: { unsettled: boolean; now: string }): Promise<void> {
      await database
        .updateTable(table)
        .set(state.unsettled ? { busy_until: state.now } : FREE)
        .where('id', '=', id)
        .where('busy_by', '=', by)
        .execute();
    },
  };
}

/** What a row holds that nobody is changing. */
export const FREE = { busy_by: null, busy_until: null };

/** Longer than any lease lasts: one that ends later was taken by a clock that went wrong, and its holder is not waited for. */
const MAX_LEASE_MS = 10 * 60_000;

/** Until when a lease may last that is held at `now` (ISO). */
export function latestEnd(now: string): string {
  return new Date(Date.parse(now) + MAX_LEASE_MS).toISOString();
}

/** Whether somebody is at it at `now`, who has not died at it. */
export function isHeld({ busy_until: until }: Pick<LeasedRow, 'busy_until'>, now: string): boolean {
  return until !== null && until > now && until <= latestEnd(now);
}

/** The same as a condition: of rows that nobody is at. */
export function isFree(now: string) {
  return sql<boolean>`(busy_until is null or busy_until <= ${now} or busy_until > ${latestEnd(now)})`;
}
