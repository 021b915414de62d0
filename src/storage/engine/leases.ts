import { type Compilable, type Expression, sql } from 'kysely';
import { type Instant, MINUTE_MS } from '../../commerce/time/time.ts';
import { isSqlite } from './both-databases.ts';
import type { Database } from './database.ts';
import { createSharedWrites, givenRows, isGiven } from './postgres/shared-writes.ts';
import { prepareRead, prepareUpdate, type RowKey } from './prepared.ts';
import type { Durability } from './sqlite/group-commit.ts';

/** Exclusive right of the owner `by` to change a row until `until`. */
export interface Lease {
  owner: string;
  now: Instant;
  until: Instant;
}

export interface Leased<Resource> {
  resource: Resource;
  /** The earlier owner died, or left the platform in an unknown state. */
  interrupted: boolean;
}

interface LeasedRow {
  leaseOwner: string | null;
  leaseExpiresAt: string | null;
}

type LeasableTable = 'checkout_sessions' | 'carts';

interface LeasedTable<Row extends LeasedRow, Resource> {
  table: LeasableTable;
  fromRow(row: Row): Resource;
  /** Durability of taking a lease on SQLite: a power cut that undoes it interrupts nothing. */
  durability?: Durability;
}

/** Leases a row and reads it. Returns undefined for a missing or leased row, and for one without the condition. */
type TakeLease<Resource> = (
  storeId: string,
  id: string,
  lease: Lease,
) => Promise<Leased<Resource> | undefined>;

/** Condition for leasing rows of a store. */
type Condition = (storeId: string) => Expression<boolean>;

/** Takes leases of one table, over all processes. */
export function leaseTaker<Row extends LeasedRow, Resource>(
  database: Database,
  { table, fromRow, durability }: LeasedTable<Row, Resource>,
  condition: Condition = () => sql.lit(true),
): TakeLease<Resource> {
  if (!isSqlite(database)) {
    const take = createSharedLeases<Row>(database, table, condition);
    return async (storeId, id, { owner, now, until }) => {
      const row = await take({ id, storeId, owner, now, until, latest: computeLatestEnd(now) });
      return row && { resource: fromRow(row), interrupted: row.previousOwner !== null };
    };
  }
  const leases = database.selectFrom(table).select(['leaseOwner', 'leaseExpiresAt']);
  const leaseOf = prepareRead(database, leases, 'storeId', 'id');
  const take = prepareUpdate(
    database,
    table,
    (writer, { storeId, before, owner, until }: TakenLease) =>
      writer
        .updateTable(table)
        .set({ leaseOwner: owner, leaseExpiresAt: until })
        .where('leaseOwner', 'is not distinct from', before)
        .where(condition(storeId))
        .returningAll(),
    { durability },
  );
  return async (storeId, id, { owner, now, until }) => {
    const lease = await leaseOf(storeId, id);
    if (!lease || isHeld(lease.leaseExpiresAt, now)) return undefined;
    const before = lease.leaseOwner;
    const row = await take({ storeId, id, before, owner, until });
    return row && { resource: fromRow(row as unknown as Row), interrupted: before !== null };
  };
}

interface TakenLease extends RowKey, Pick<Lease, 'owner' | 'until'> {
  /** Owner of before, whose lease is over or was released. */
  before: string | null;
}

/** Takes leases by one statement, which locks each row before it reads the owner of before. */
function createSharedLeases<Row extends LeasedRow>(
  database: Database,
  table: LeasableTable,
  condition: Condition,
) {
  const rows = sql.table(table);
  const before = sql<{ id: string }>`(select ${rows}.store_id, ${rows}.id, lease_owner as previous_owner
    from given join ${rows} on ${isGiven(table)} order by ${rows}.id for no key update of ${rows})`;
  return createSharedWrites(
    database,
    (writer, { owner, now, until, storeId, latest }: RowKey & Lease & { latest: Instant }) =>
      writer
        .with(
          (name) => name('before').materialized(),
          () => before,
        )
        .updateTable(table)
        .set({ leaseOwner: owner, leaseExpiresAt: until })
        .from(givenRows)
        .from(sql.raw<unknown>('before').as('before'))
        .where(sql<boolean>`before.store_id = ${rows}.store_id and before.id = ${rows}.id`)
        .where(isGiven(table))
        .where(isFreeUntil(now, latest))
        .where(condition(storeId))
        .returning(sql`${rows}.*, before.previous_owner`.as('previousOwner')) as unknown as Compilable<
        Row & { id: string; previousOwner: string | null }
      >,
    // Raced leases of a statement: one gets the row.
    { keyOf: ({ owner }) => owner, keyOfRow: (row) => row.leaseOwner ?? '' },
  );
}

/** Leases of checkout sessions and carts, over all processes. */
export function createLeases<Row extends LeasedRow, Resource>(
  database: Database,
  leased: LeasedTable<Row, Resource>,
) {
  const { table } = leased;
  const updateOwned = (storeId: string, id: string, owner: string) =>
    database.updateTable(table).where((row) => row.and({ storeId, id, leaseOwner: owner }));
  return {
    lease: leaseTaker(database, leased),

    /** Renews a lease; a lost one is reported by `finish`. */
    async keep(storeId: string, id: string, { owner, until }: Lease): Promise<void> {
      await updateOwned(storeId, id, owner).set({ leaseExpiresAt: until }).execute();
    },

    /** Releases a lease without a change. `unsettled`: the platform may be ahead of the row. */
    async release(storeId: string, id: string, owner: string, state: { unsettled: boolean; now: string }) {
      await updateOwned(storeId, id, owner)
        .set(state.unsettled ? { leaseExpiresAt: state.now } : FREE)
        .execute();
    },
  };
}

/** Lease columns of a free row. */
export const FREE = { leaseOwner: null, leaseExpiresAt: null };

/** Above any lease's duration: a lease that ends later was taken by a wrong clock, and counts as free. */
const MAX_LEASE_MS = 10 * MINUTE_MS;

/** Latest possible end of a lease at `now`. */
export function computeLatestEnd(now: Instant): Instant {
  return new Date(Date.parse(now) + MAX_LEASE_MS).toISOString();
}

/** `until`: end of the lease; null for a free row. */
export function isHeld(until: string | null, now: string): boolean {
  return until !== null && until > now && until <= computeLatestEnd(now);
}

/** Condition for rows that are not leased. */
export function isFree(now: string) {
  return isFreeUntil(now, computeLatestEnd(now));
}

function isFreeUntil(now: string, latest: string) {
  return sql<boolean>`(lease_expires_at is null or lease_expires_at <= ${now} or lease_expires_at > ${latest})`;
}
