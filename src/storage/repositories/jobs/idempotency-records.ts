import { sql } from 'kysely';
import { FREE, isHeld, type Lease } from '../../engine/leases.ts';
import { TABLES } from '../../tables/tables.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { deleteInBatches } from '../rows/delete-rows.ts';
import { doNothing, findFirst, hasChanged, match } from '../rows/rows.ts';

/** Response to a keyed request. */
export interface IdempotencyRecord {
  /** HTTP status. */
  status: number;
  body: object;
}

type Claimed =
  | { state: 'ours'; resourceId: string }
  | { state: 'busy'; request: string }
  | { state: 'answered'; request: string; answer: IdempotencyRecord };

/** Key of a request: a hash of caller, operation and key, at one store. */
interface RecordKey {
  storeId: string;
  id: string;
}

interface Claiming extends RecordKey {
  request: string;
  resourceId: string;
}

export type IdempotencyRecords = ReturnType<typeof createIdempotencyRecordRepository>;

export const createIdempotencyRecordRepository = (context: Sealed) =>
  bindFunctions(context, { claim, keep, storeResponse, release, forget });

/** Leases an unused key, or one whose owner died, or returns its response; `busy`: another request runs under it. */
async function claim(
  { database, sealing }: Sealed,
  claiming: Claiming,
  { owner, now, until }: Lease,
): Promise<Claimed> {
  const { request, resourceId, storeId, id } = claiming;
  const lease = { leaseOwner: owner, leaseExpiresAt: until };
  const key = { storeId, id };
  const row = { ...key, request, resourceId, ...lease, createdAt: now };
  if (await hasChanged(database.insertInto('idempotency_records').values(row).onConflict(doNothing)))
    return { state: 'ours', resourceId };
  const existing = database.selectFrom('idempotency_records').selectAll().where(match(key));
  const record = await findFirst(existing, (row) => TABLES.idempotency_records.open(row, sealing));
  if (!record) return { state: 'busy', request };
  const { status, body, leaseOwner } = record;
  if (status !== null && body !== null)
    return { state: 'answered', request: record.request, answer: { status, body } };
  const isAbandoned = !isHeld(record.leaseExpiresAt, now) && record.request === request;
  const taking = database
    .updateTable('idempotency_records')
    .set(lease)
    .where(match({ ...key, status: null, leaseOwner }));
  if (isAbandoned && (await hasChanged(taking))) return { state: 'ours', resourceId: record.resourceId };
  return { state: 'busy', request: record.request };
}

async function keep({ database }: Sealed, storeId: string, id: string, { owner, until }: Lease) {
  await database
    .updateTable('idempotency_records')
    .set({ leaseExpiresAt: until })
    .where(match({ storeId, id, leaseOwner: owner }))
    .execute();
}

/** Stores the response; writes nothing when the lease was lost. */
async function storeResponse(
  context: Sealed,
  key: RecordKey & { owner: string },
  response: IdempotencyRecord,
  now: string,
) {
  const { owner: leaseOwner, storeId, id } = key;
  const leased = { storeId, id, leaseOwner };
  await context.database
    .updateTable('idempotency_records')
    .set({ ...TABLES.idempotency_records.toRow(response, context.sealing, id), ...FREE, createdAt: now })
    .where(match(leased))
    .execute();
}

const release = ({ database }: Sealed, { storeId, id }: RecordKey, owner: string) =>
  hasChanged(
    database.deleteFrom('idempotency_records').where(match({ storeId, id, status: null, leaseOwner: owner })),
  );

const forget = ({ database }: Sealed, before: string): Promise<number> =>
  deleteInBatches(database, TABLES.idempotency_records, sql`created_at < ${before}`);
