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
  lease_owner: string | null;
  lease_expires_at: string | null;
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
        .set({ lease_owner: lease.by, lease_expires_at: lease.until })
        .where('id', '=', id)
        .where('lease_owner', 'is not distinct from', row.lease_owner)
        .executeTakeFirst();
      if (result.numUpdatedRows !== 1n) return undefined;
      // Read again: what was read before the lease may have been changed by the holder before.
      const held = await find(storeId, id);
      return held && { resource: fromRow(held), interrupted: row.lease_owner !== null };
    },

    /** Prolongs a lease. Whether it was lost meanwhile is found out by who finishes. */
    async keep(id: string, { by, until }: Lease): Promise<void> {
      await database
        .updateTable(table)
        .set({ lease_expires_at: until })
        .where('id', '=', id)
        .where('lease_owner', '=', by)
        .execute();
    },

    /** Gives a lease back with nothing written. `unsettled`: the platform may have done more than is recorded here. */
    async release(id: string, by: string, state: { unsettled: boolean; now: string }): Promise<void> {
      await database
        .updateTable(table)
        .set(state.unsettled ? { lease_expires_at: state.now } : FREE)
        .where('id', '=', id)
        .where('lease_owner', '=', by)
        .execute();
    },
  };
}

/** What a row holds that nobody is changing. */
export const FREE = { lease_owner: null, lease_expires_at: null };

/** Longer than any lease lasts: one that ends later was taken by a clock that went wrong, and its holder is not waited for. */
const MAX_LEASE_MS = 10 * 60_000;

/** Until when a lease may last that is held at `now` (ISO). */
export function latestEnd(now: string): string {
  return new Date(Date.parse(now) + MAX_LEASE_MS).toISOString();
}

/** Whether somebody is at it at `now`, who has not died at it. */
export function isHeld(
  { lease_expires_at: until }: Pick<LeasedRow, 'lease_expires_at'>,
  now: string,
): boolean {
  return until !== null && until > now && until <= latestEnd(now);
}

/** The same as a condition: of rows that nobody is at. */
export function isFree(now: string) {
  return sql<boolean>`(lease_expires_at is null or lease_expires_at <= ${now} or lease_expires_at > ${latestEnd(now)})`;
}
