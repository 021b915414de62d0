import { type Expression, sql } from 'kysely';
import type { MaybePromise } from '../../commerce/maybe-promise.ts';
import type { Database } from './database.ts';

/** Exclusive right of the owner `by` to change a row until `until`. ISO instants. */
export interface Lease {
  by: string;
  now: string;
  until: string;
}

export interface Leased<Resource> {
  resource: Resource;
  /** The earlier owner died, or left the platform in an unknown state. */
  interrupted: boolean;
}

interface LeasedRow {
  lease_owner: string | null;
  lease_expires_at: string | null;
}

interface LeasedTable<Row extends LeasedRow, Resource> {
  table: 'checkout_sessions' | 'carts';
  find(storeId: string, id: string): MaybePromise<Row | undefined>;
  fromRow(row: Row): Resource;
}

/** Leases of checkout sessions and carts, over all processes. */
export function leases<Row extends LeasedRow, Resource>(
  database: Database,
  { table, find, fromRow }: LeasedTable<Row, Resource>,
) {
  return {
    /** Leases a row and reads it. Returns undefined for a missing or leased row, and for one without the condition. */
    async lease(
      storeId: string,
      id: string,
      lease: Lease,
      condition?: Expression<boolean>,
    ): Promise<Leased<Resource> | undefined> {
      const row = await find(storeId, id);
      if (!row || isHeld(row, lease.now)) return undefined;
      const result = await database
        .updateTable(table)
        .set({ lease_owner: lease.by, lease_expires_at: lease.until })
        .where('id', '=', id)
        .where('lease_owner', 'is not distinct from', row.lease_owner)
        .$if(condition !== undefined, (query) => query.where(condition ?? sql.lit(true)))
        .executeTakeFirst();
      if (result.numUpdatedRows !== 1n) return undefined;
      // Read again: the earlier owner may have changed the row before the lease.
      const held = await find(storeId, id);
      return held && { resource: fromRow(held), interrupted: row.lease_owner !== null };
    },

    /** Renews a lease; a lost one is reported by `finish`. */
    async keep(id: string, { by, until }: Lease): Promise<void> {
      await database
        .updateTable(table)
        .set({ lease_expires_at: until })
        .where('id', '=', id)
        .where('lease_owner', '=', by)
        .execute();
    },

    /** Releases a lease without a change. `unsettled`: the platform may be ahead of the row. */
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

/** Lease columns of a free row. */
export const FREE = { lease_owner: null, lease_expires_at: null };

/** Above any lease's duration: a lease that ends later was taken by a wrong clock, and counts as free. */
const MAX_LEASE_MS = 10 * 60_000;

/** Latest possible end of a lease at `now` (ISO). */
export function latestEnd(now: string): string {
  return new Date(Date.parse(now) + MAX_LEASE_MS).toISOString();
}

export function isHeld(
  { lease_expires_at: until }: Pick<LeasedRow, 'lease_expires_at'>,
  now: string,
): boolean {
  return until !== null && until > now && until <= latestEnd(now);
}

/** Condition for rows that are not leased. */
export function isFree(now: string) {
  return sql<boolean>`(lease_expires_at is null or lease_expires_at <= ${now} or lease_expires_at > ${latestEnd(now)})`;
}
