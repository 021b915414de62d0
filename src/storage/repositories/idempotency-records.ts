import type { Database, NewRow } from '../engine/database.ts';
import { inBatches } from '../engine/in-batches.ts';
import { FREE, isHeld, type Lease } from '../engine/leases.ts';
import type { Sealing } from '../engine/sealing.ts';

/** Response to a keyed request. */
export interface IdempotencyRecord {
  /** HTTP status. */
  status: number;
  body: object;
}

export type Claimed =
  | { state: 'ours' }
  | { state: 'busy'; request: string }
  | { state: 'answered'; request: string; answer: IdempotencyRecord };

interface Row {
  id: string;
  storeId: string;
  request: string;
}

const BATCH_SIZE = 500;

export type IdempotencyRecords = ReturnType<typeof idempotencyRecords>;

export function idempotencyRecords(database: Database, sealing: Sealing) {
  const find = (id: string) =>
    database.selectFrom('idempotency_records').selectAll().where('id', '=', id).executeTakeFirst();

  async function insert(row: NewRow<'idempotency_records'>): Promise<boolean> {
    const result = await database
      .insertInto('idempotency_records')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
  }

  /** Takes the key over from an owner that died. */
  async function takeOver(id: string, from: string | null, lease: Lease): Promise<boolean> {
    const result = await database
      .updateTable('idempotency_records')
      .set({ lease_owner: lease.by, lease_expires_at: lease.until })
      .where('id', '=', id)
      .where('status', 'is', null)
      .where('lease_owner', 'is not distinct from', from)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  return {
    /** Leases an unused key, or returns its response; `busy`: another request runs under it. */
    async claim({ id, storeId, request }: Row, lease: Lease): Promise<Claimed> {
      const row = { id, store_id: storeId, request, lease_owner: lease.by, lease_expires_at: lease.until };
      if (await insert({ ...row, status: null, body: null, created_at: lease.now })) return { state: 'ours' };
      const known = await find(id);
      if (!known) return { state: 'busy', request };
      if (known.status !== null && known.body !== null) {
        const body = JSON.parse(sealing.open(known.body, place(id)));
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
        return { status, body: JSON.parse(sealing.open(row.body, place(id))), at };
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
    async keepAnswer(
      { id, by }: { id: string; by: string },
      answer: IdempotencyRecord,
      now: string,
    ): Promise<void> {
      await database
        .updateTable('idempotency_records')
        .set({
          status: answer.status,
          body: sealing.seal(JSON.stringify(answer.body), place(id)),
          ...FREE,
          created_at: now,
        })
        .where('id', '=', id)
        .where('lease_owner', '=', by)
        .execute();
    },

    async free(id: string, by: string): Promise<void> {
      await database
        .deleteFrom('idempotency_records')
        .where('id', '=', id)
        .where('status', 'is', null)
        .where('lease_owner', '=', by)
        .execute();
    },

    async forget(before: string): Promise<void> {
      await inBatches(BATCH_SIZE, async () => {
        const old = database
          .selectFrom('idempotency_records')
          .select('id')
          .where('created_at', '<', before)
          .limit(BATCH_SIZE);
        const result = await database
          .deleteFrom('idempotency_records')
          .where('id', 'in', old)
          .executeTakeFirst();
        return Number(result.numDeletedRows);
      });
    },
  };
}

function place(id: string): string {
  return `idempotent_answers.body/${id}`;
}
