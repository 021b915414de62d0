import { CommerceError } from '../commerce/errors.ts';
import type { IdempotencyRecord } from '../storage/repositories/idempotency-records.ts';
import { withLeaseRenewal, newLease } from './with-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

/** A change that its agent may ask for again without its being done again. */
export interface IdempotentRequest {
  /** Of whom, what and which key: the same for the same request only. */
  id: string;
  /** A hash of all that was asked. */
  request: string;
}

const POLL_INTERVAL_MS = 50;
const TIMEOUT_MS = 15_000;

/**
 * Does something once for each key, and answers the same to whoever asks again; raced, one does it and the others wait. Throws
 * `KeyReused` when the key came with something else, `busy` while it is still being done, and when storage cannot say.
 * What fails frees the key. Cut off: the next one does it again, so `perform` must bear that.
 */
export async function withIdempotency(
  context: StoreContext,
  { id, request }: IdempotentRequest,
  perform: () => Promise<IdempotencyRecord>,
): Promise<IdempotencyRecord> {
  const connectionLimits = performance.now() + TIMEOUT_MS;
  for (;;) {
    const lease = newLease(context);
    const row = { id, storeId: context.store.id, request };
    const claimed = await orUnknown(context.answers.claim(row, lease));
    if (claimed.state === 'ours') return performUnderKey(context, id, lease.by, perform);
    if (claimed.request !== request) throw new KeyReused();
    if (claimed.state === 'answered') return claimed.answer;
    if (performance.now() >= connectionLimits) throw stillBusy();
    await context.wait(POLL_INTERVAL_MS);
  }
}

async function performUnderKey(
  context: StoreContext,
  id: string,
  by: string,
  perform: () => Promise<IdempotencyRecord>,
): Promise<IdempotencyRecord> {
  const { answers } = context;
  const answer = await withLeaseRenewal(context, { table: answers, id, by }, perform).catch(async (error) => {
    await answers.free(id, by).catch(() => undefined);
    throw error;
  });
  // Not kept, it would be done again by a retry that believes that it is safe: better the agent hears that it is not.
  await orUnknown(answers.keepAnswer({ id, by }, answer, instant(context)));
  return answer;
}

/** Thrown for a key that was used for another request. */
export class KeyReused extends Error {
  constructor() {
    super('This idempotency key was used for another request. Take a fresh one for each change.');
    this.name = 'KeyReused';
  }
}

async function orUnknown<Known>(asked: Promise<Known>): Promise<Known> {
  try {
    return await asked;
  } catch (cause) {
    const message =
      'The service cannot tell right now whether this was done before. Try again with the same key.';
    throw new CommerceError('busy', message, { retryAfterSeconds: 5, cause });
  }
}

function stillBusy(): CommerceError {
  const message =
    'The first request with this idempotency key is still being done. Try again in a few seconds.';
  return new CommerceError('busy', message, { retryAfterSeconds: 5 });
}
