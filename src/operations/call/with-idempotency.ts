import { CommerceError } from '../../commerce/errors.ts';
import type { IdempotencyRecord } from '../../storage/repositories/jobs/idempotency-records.ts';
import { type Claims, makeOnce } from './once.ts';
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
 * Performs a change once for each key and replays its answer. A failure frees the key; cut off, `perform` is repeated with the
 * same id for what it makes.
 */
export async function withIdempotency(
  context: Context,
  { id, request }: IdempotentRequest,
  perform: (resourceId: string) => Promise<IdempotencyRecord>,
): Promise<IdempotencyRecord> {
  const { idempotencyRecords: table, store } = context;
  const key = { storeId: store.id, id };
  const claims: Claims<{ id: string; resourceId: string }, IdempotencyRecord> = {
    table,
    timeoutMs: TIMEOUT_MS,
    async take(lease) {
      const row = { ...key, request, resourceId: context.newId() };
      const claimed = await awaitOrRefuse(table.claim(row, lease));
      if (claimed.state === 'ours') return { claim: { id, resourceId: claimed.resourceId } };
      if (claimed.request !== request) throw new KeyReused();
      return claimed.state === 'answered' ? { made: claimed.answer } : undefined;
    },
    release: (_, owner) => table.release(key, owner),
  };
  return makeOnce(context, claims, async ({ resourceId }, owner) => {
    const answer = await perform(resourceId);
    // Fails the request when the record cannot be stored: a retry would perform the change again and take that for safe.
    await awaitOrRefuse(table.storeResponse({ ...key, owner }, answer, getInstant(context)));
    return answer;
  });
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
