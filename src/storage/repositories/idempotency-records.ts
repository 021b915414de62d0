import type { Database, NewRow } from '../engine/database.ts';
import { FREE, isHeld, type Lease } from '../engine/leases.ts';
import { TABLES } from '../tables/tables.ts';
import { bound, type Sealed } from './bound.ts';
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

/** Key of a request: a hash of caller, operation and key, at one store. */
interface RecordKey {
  storeId: string;
  id: string;
}

export type IdempotencyRecords = ReturnType<typeof idempotencyRecords>;

const { opened, toRow } = TABLES.idempotency_records;

export const idempotencyRecords = (context: Sealed) =>
  bound(context, { claim, take, keep, storeResponse, release, forget });

const find = (database: Database, { storeId, id }: RecordKey) =>
  database
    .selectFrom('idempotency_records')
    .selectAll()
    .where((row) => row.and({ store_id: storeId, id }))
    .executeTakeFirst();

const change = (database: Database, { storeId, id }: RecordKey) =>
  database.updateTable('idempotency_records').where((row) => row.and({ store_id: storeId, id }));

const remove = (database: Database, { storeId, id }: RecordKey) =>
  database.deleteFrom('idempotency_records').where((row) => row.and({ store_id: storeId, id }));

const insert = (database: Database, row: NewRow<'idempotency_records'>) =>
  hasChanged(
    database
      .insertInto('idempotency_records')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );

/** Takes the key over from an owner that died. */
const takeOver = (database: Database, key: RecordKey, from: string | null, lease: Lease) =>
  hasChanged(
    change(database, key)
      .set({ lease_owner: lease.by, lease_expires_at: lease.until })
      .where('status', 'is', null)
      .where('lease_owner', 'is not distinct from', from),
  );

/** Leases an unused key, or returns its response; `busy`: another request runs under it. */
async function claim(
  { database, sealing }: Sealed,
  { request, ...key }: RecordKey & { request: string },
  lease: Lease,
): Promise<Claimed> {
  const { id, storeId } = key;
  const row = { id, store_id: storeId, request, lease_owner: lease.by, lease_expires_at: lease.until };
  if (await insert(database, { ...row, status: null, body: null, created_at: lease.now }))
    return { state: 'ours' };
  const record = await find(database, key);
  if (!record) return { state: 'busy', request };
  if (record.status !== null && record.body !== null) {
    const body = opened(record, sealing).body as object;
    return { state: 'answered', request: record.request, answer: { status: record.status, body } };
  }
  const isAbandoned = !isHeld(record, lease.now) && record.request === request;
  if (isAbandoned && (await takeOver(database, key, record.lease_owner, lease))) return { state: 'ours' };
  return { state: 'busy', request: record.request };
}

/** Removes a stored response and returns it; `busy` while a request runs under its key. */
async function take(
  { database, sealing }: Sealed,
  key: RecordKey,
  now: string,
): Promise<(IdempotencyRecord & { at: string }) | 'busy' | undefined> {
  const row = await remove(database, key).where('status', 'is not', null).returningAll().executeTakeFirst();
  if (row && row.status !== null && row.body !== null) {
    const { status, created_at: at } = row;
    return { status, body: opened(row, sealing).body as object, at };
  }
  const record = await find(database, key);
  // A response that was stored between the two statements is taken by the next attempt.
  return record && (record.status !== null || isHeld(record, now)) ? 'busy' : undefined;
}

/** Renews the lease. */
async function keep({ database }: Sealed, storeId: string, id: string, { by, until }: Lease): Promise<void> {
  await change(database, { storeId, id })
    .set({ lease_expires_at: until })
    .where('lease_owner', '=', by)
    .execute();
}

/** Stores the response; writes nothing when the lease was lost. */
async function storeResponse(
  { database, sealing }: Sealed,
  { by, ...key }: RecordKey & { by: string },
  answer: IdempotencyRecord,
  now: string,
): Promise<void> {
  const { status, body } = toRow({ id: key.id, ...answer }, sealing);
  await change(database, key)
    .set({ status, body, ...FREE, created_at: now })
    .where('lease_owner', '=', by)
    .execute();
}

async function release({ database }: Sealed, key: RecordKey, by: string): Promise<void> {
  await remove(database, key).where('status', 'is', null).where('lease_owner', '=', by).execute();
}

const forget = ({ database }: Sealed, before: string): Promise<number> =>
  deleteInBatches(database, 'idempotency_records', (row) => row('created_at', '<', before));
