import { CommerceError } from '../../commerce/errors.ts';
import type { IdempotencyRecord } from '../../storage/repositories/jobs/idempotency-records.ts';
import { createLease, runUnderLease } from './lease.ts';
import { poll } from './poll.ts';
import { getInstant, type StoreContext } from './store-context.ts';

/** A change that an agent may retry without its being done twice. */
interface IdempotentRequest {
  /** Hash of store, agent, operation and key. */
  id: string;
  /** Hash of the whole request. */
  request: string;
}

const TIMEOUT_MS = 15_000;

type Context = Pick<StoreContext, 'idempotencyRecords' | 'store' | 'newId' | 'now' | 'leaseMs' | 'wait'>;

/**
 * Performs a change once for each key and replays its answer; raced, one request performs it and the others wait. A failure, or
 * a crash, frees the key, so `perform` must bear a repetition.
 */
export async function withIdempotency(
  context: Context,
  { id, request }: IdempotentRequest,
  perform: () => Promise<IdempotencyRecord>,
): Promise<IdempotencyRecord> {
  const claim = await poll(context, TIMEOUT_MS, async () => {
    const lease = createLease(context);
    const row = { id, storeId: context.store.id, request };
    const claimed = await awaitOrRefuse(context.idempotencyRecords.claim(row, lease));
    if (claimed.state === 'ours') return { by: lease.by };
    if (claimed.request !== request) throw new KeyReused();
    return claimed.state === 'answered' ? { answer: claimed.answer } : undefined;
  });
  if (!claim) throw createStillBusyError();
  return 'answer' in claim ? claim.answer : performUnderKey(context, id, claim.by, perform);
}

async function performUnderKey(
  context: Context,
  id: string,
  by: string,
  perform: () => Promise<IdempotencyRecord>,
): Promise<IdempotencyRecord> {
  const { idempotencyRecords } = context;
  const key = { storeId: context.store.id, id };
  const lease = { table: idempotencyRecords, id, by, release: () => idempotencyRecords.release(key, by) };
  const answer = await runUnderLease(context, lease, perform);
  // Fails the request when the record cannot be stored: a retry would perform the change again and take that for safe.
  await awaitOrRefuse(idempotencyRecords.storeResponse({ ...key, by }, answer, getInstant(context)));
  return answer;
}

export class KeyReused extends Error {
  constructor() {
    super('This idempotency key was used for another request. Take a fresh one for each change.');
    this.name = 'KeyReused';
  }
}

async function awaitOrRefuse<Known>(lookup: Promise<Known>): Promise<Known> {
  try {
    return await lookup;
  } catch (cause) {
    const message =
      'The service cannot tell right now whether this was done before. Try again with the same key.';
    throw new CommerceError('busy', message, { retryAfterSeconds: 5, cause });
  }
}

function createStillBusyError(): CommerceError {
  const message =
    'The first request with this idempotency key is still being done. Try again in a few seconds.';
  return new CommerceError('busy', message, { retryAfterSeconds: 5 });
}
