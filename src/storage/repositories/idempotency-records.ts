import type { Database, NewRow } from '../engine/database.ts';
import { isHeld, type Lease } from '../engine/leases.ts';
import type { Sealing } from '../engine/sealing.ts';

export interface IdempotencyRecord {
  /** HTTP's. */
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

  /** From one that died over it. */
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
    /** Takes the right to do it, where nobody has done it nor is at it. */
    async claim({ id, storeId, request }: Row, lease: Lease): Promise<Claimed> {
      const row = { id, store_id: storeId, request, lease_owner: lease.by, lease_expires_at: lease.until };
      if (await insert({ ...row, status: null, body: null, created_at: lease.now })) return { state: 'ours' };
      const known = await find(id);
      if (!known) return { state: 'busy', request };
      if (known.status !== null && known.body !== null) {
        const body = JSON.parse(sealing.open(known.body, place(id)));
        return { state: 'answered', request: known.request, answer: { status: known.status, body } };
      }
      const abandoned = !isHeld(known, lease.now) && known.request === request;
      if (abandoned && (await takeOver(id, known.lease_owner, lease))) return { state: 'ours' };
      return { state: 'busy', request: known.request };
    },

    /** Prolongs the right. */
    async keep(id: string, { by, until }: Lease): Promise<void> {
      await database
        .updateTable('idempotency_records')
        .set({ lease_expires_at: until })
        .where('id', '=', id)
        .where('lease_owner', '=', by)
        .execute();
    },

    /** Who lost the right meanwhile writes nothing: another one answers. */
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
          lease_owner: null,
          lease_expires_at: null,
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

    /** Forgets answers of before, piece by piece. */
    async forget(before: string): Promise<void> {
      for (let gone = BATCH_SIZE; gone === BATCH_SIZE; ) {
        const old = database
          .selectFrom('idempotency_records')
          .select('id')
          .where('created_at', '<', before)
          .limit(BATCH_SIZE);
        const result = await database
          .deleteFrom('idempotency_records')
          .where('id', 'in', old)
          .executeTakeFirst();
        gone = Number(result.numDeletedRows);
      }
    },
  };
}

function place(id: string): string {
  return `idempotent_answers.body/${id}`;
}
