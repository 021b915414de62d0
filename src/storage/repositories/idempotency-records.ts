import type { Database, NewRow } from '../engine/database.ts';
import { FREE, isHeld, type Lease } from '../engine/leases.ts';
import type { Sealing } from '../engine/sealing.ts';
import { TABLES } from '../tables/tables.ts';
import { deleteInBatches } from './delete-rows.ts';
import { hasChanged } from './row-counts.ts';

/** Response to a keyed request. */
export interface IdempotencyRecord {
  /** HTTP status. */
  status: number;
  body: object;
}

type Claimed =
  | { state: 'ours' }
  | { state: 'busy'; request: string }
  | { state: 'answered'; request: string; answer: IdempotencyRecord };

interface Row {
  id: string;
  storeId: string;
  request: string;
}

export type IdempotencyRecords = ReturnType<typeof idempotencyRecords>;

const { place } = TABLES.idempotency_records;

export function idempotencyRecords(database: Database, sealing: Sealing) {
  const find = (id: string) =>
    database.selectFrom('idempotency_records').selectAll().where('id', '=', id).executeTakeFirst();

  const insert = (row: NewRow<'idempotency_records'>) =>
    hasChanged(
      database
        .insertInto('idempotency_records')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    );

  /** Takes the key over from an owner that died. */
  const takeOver = (id: string, from: string | null, lease: Lease) =>
    hasChanged(
      database
        .updateTable('idempotency_records')
        .set({ lease_owner: lease.by, lease_expires_at: lease.until })
        .where('id', '=', id)
        .where('status', 'is', null)
        .where('lease_owner', 'is not distinct from', from),
    );

  return {
    /** Leases an unused key, or returns its response; `busy`: another request runs under it. */
    async claim({ id, storeId, request }: Row, lease: Lease): Promise<Claimed> {
      const row = { id, store_id: storeId, request, lease_owner: lease.by, lease_expires_at: lease.until };
      if (await insert({ ...row, status: null, body: null, created_at: lease.now })) return { state: 'ours' };
      const known = await find(id);
      if (!known) return { state: 'busy', request };
      if (known.status !== null && known.body !== null) {
        const body = JSON.parse(sealing.open(known.body, place('body', id)));
        return { state: 'answered', request: known.request, answer: { status: known.status, body } };
      }
      const isAbandoned = !isHeld(known, lease.now) && known.request === request;
      if (isAbandoned && (await takeOver(id, known.lease_owner, lease))) return { state: 'ours' };
      return { state: 'busy', request: known.request };
    },

    /** Removes a stored response and returns it; `busy` while a request runs under its key. */
    async take(id: string, now: string): Promise<(IdempotencyRecord & { at: string }) | 'busy' | undefined> {
      const row = await database
        .deleteFrom('idempotency_records')
        .where('id', '=', id)
        .where('status', 'is not', null)
        .returningAll()
        .executeTakeFirst();
      if (row && row.status !== null && row.body !== null) {
        const { status, created_at: at } = row;
        return { status, body: JSON.parse(sealing.open(row.body, place('body', id))), at };
      }
      const known = await find(id);
      // A response that was stored between the two statements is taken by the next attempt.
      return known && (known.status !== null || isHeld(known, now)) ? 'busy' : undefined;
    },

    /** Renews the lease. */
    async keep(id: string, { by, until }: Lease): Promise<void> {
      await database
        .updateTable('idempotency_records')
        .set({ lease_expires_at: until })
        .where('id', '=', id)
        .where('lease_owner', '=', by)
        .execute();
    },

    /** Stores the response; writes nothing when the lease was lost. */
    async storeResponse(
      { id, by }: { id: string; by: string },
      answer: IdempotencyRecord,
      now: string,
    ): Promise<void> {
      await database
        .updateTable('idempotency_records')
        .set({
          status: answer.status,
          body: sealing.seal(JSON.stringify(answer.body), place('body', id)),
          ...FREE,
          created_at: now,
        })
        .where('id', '=', id)
        .where('lease_owner', '=', by)
        .execute();
    },

    async release(id: string, by: string): Promise<void> {
      await database
        .deleteFrom('idempotency_records')
        .where('id', '=', id)
        .where('status', 'is', null)
        .where('lease_owner', '=', by)
        .execute();
    },

    forget: (before: string): Promise<number> =>
      deleteInBatches(database, 'idempotency_records', (row) => row('created_at', '<', before)),
  };
}
