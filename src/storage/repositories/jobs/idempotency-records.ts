import { FREE, isHeld, type Lease } from '../../engine/leases.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { insertNew, matchRows } from '../rows/rows.ts';

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
async function claim(context: Sealed, claiming: Claiming, { owner, now, until }: Lease): Promise<Claimed> {
  const { request, resourceId, storeId, id } = claiming;
  const lease = { leaseOwner: owner, leaseExpiresAt: until };
  const key = { storeId, id };
  const row = { ...key, request, resourceId, ...lease, createdAt: now };
  if (await insertNew(context.database, 'idempotency_records', row)) return { state: 'ours', resourceId };
  const existing = matchRows(context.database, 'idempotency_records', key, context.sealing);
  const names = ['status', 'body', 'request', 'resourceId', 'leaseOwner', 'leaseExpiresAt'] as const;
  const record = await existing.read(names);
  if (!record) return { state: 'busy', request };
  const { status, body, leaseOwner } = record;
  if (status !== null && body !== null)
    return { state: 'answered', request: record.request, answer: { status, body: body as object } };
  const isAbandoned = !isHeld(record.leaseExpiresAt, now) && record.request === request;
  const abandoned = matchRows(context.database, 'idempotency_records', { ...key, status: null, leaseOwner });
  if (isAbandoned && (await abandoned.update(lease))) return { state: 'ours', resourceId: record.resourceId };
  return { state: 'busy', request: record.request };
}

async function keep({ database }: Sealed, storeId: string, id: string, { owner, until }: Lease) {
  const leased = matchRows(database, 'idempotency_records', { storeId, id, leaseOwner: owner });
  await leased.update({ leaseExpiresAt: until });
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
  await matchRows(context.database, 'idempotency_records', leased, context.sealing).update({
    ...response,
    ...FREE,
    createdAt: now,
  });
}

const release = ({ database }: Sealed, { storeId, id }: RecordKey, owner: string) =>
  matchRows(database, 'idempotency_records', { storeId, id, status: null, leaseOwner: owner }).delete();

const forget = ({ database }: Sealed, before: string): Promise<number> =>
  matchRows(database, 'idempotency_records', { createdAt: ['<', before] }).deleteInBatches();
