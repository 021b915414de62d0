import { hash } from 'node:crypto';
import { MINUTE_MS } from '../../commerce/time/time.ts';
import { createLease, releaseAfterFailure } from './lease.ts';
import { poll } from './poll.ts';
import { getInstant, type StoreContext } from './store-context.ts';
import { withIdempotency } from './with-idempotency.ts';

/** Creation of a cart or a checkout session by an agent that may not know idempotency keys. */
interface OnceRequest {
  /** Operation and its arguments, as JSON. */
  request: string;
  key: string | undefined;
  /** Creates the resource and returns its id. `idempotencyKey` names the attempt; a key's retries have the same. */
  create(idempotencyKey: string | undefined): Promise<string>;
  /** True for an id that a retry may still use. */
  isOpen(id: string): Promise<boolean>;
}

/** Age up to which a resource is handed to the retry of a caller that hung up. */
const MAX_RETRY_MS = 10 * MINUTE_MS;
const TIMEOUT_MS = 15_000;

/**
 * Creates a resource and returns its id. With a key, a repetition of the same request by the same agent and address returns
 * the first one's resource. Without a key, only what was made for a caller that hung up before its answer is reused: its id
 * was never received, so two buyers behind one agent platform never share a cart.
 */
export async function createOnce(context: StoreContext, onceRequest: OnceRequest): Promise<string> {
  const { request, key, create } = onceRequest;
  const { agent, buyerIp } = context.caller;
  const id = hash('sha256', JSON.stringify([context.store.id, agent, buyerIp, request, key ?? null]));
  if (key === undefined)
    return keepForRetry(
      context,
      id,
      async () => (await takeLostAnswer(context, id, onceRequest)) ?? create(undefined),
    );
  const record = await withIdempotency(context, { id, request: id }, async () => ({
    status: 201,
    body: { id: await create(`mcp ${id}`) },
  }));
  return readId(record);
}

/** Takes what the same request made for a caller that hung up, and waits while that is being made. */
async function takeLostAnswer(
  context: Pick<StoreContext, 'idempotencyRecords' | 'now' | 'store' | 'wait'>,
  id: string,
  { isOpen }: OnceRequest,
): Promise<string | undefined> {
  const lookup = await poll(context, TIMEOUT_MS, async () => {
    const record = await context.idempotencyRecords.take(
      { storeId: context.store.id, id },
      getInstant(context),
    );
    return record === 'busy' ? undefined : { record };
  });
  const record = lookup?.record;
  if (!record || record.at < getInstant(context, -MAX_RETRY_MS)) return undefined;
  const resource = readId(record);
  return (await isOpen(resource)) ? resource : undefined;
}

/** Stores the id for a retry when the caller hangs up before it is answered. */
async function keepForRetry(context: StoreContext, id: string, make: () => Promise<string>): Promise<string> {
  const { idempotencyRecords, caller, store } = context;
  const key = { storeId: store.id, id };
  const gone = caller.gone?.();
  const lease = createLease(context);
  let claim: ReturnType<typeof idempotencyRecords.claim> | undefined;
  const claimOnce = () => {
    claim ??= idempotencyRecords.claim({ ...key, request: id }, lease);
    claim.catch(() => undefined);
  };
  gone?.addEventListener('abort', claimOnce, { once: true });
  try {
    const id = await make();
    if (gone?.aborted) claimOnce();
    if ((await claim)?.state === 'ours')
      await idempotencyRecords.storeResponse(
        { ...key, by: lease.by },
        { status: 201, body: { id } },
        getInstant(context),
      );
    return id;
  } catch (error) {
    if (claim) await releaseAfterFailure(context, () => idempotencyRecords.release(key, lease.by));
    throw error;
  } finally {
    gone?.removeEventListener('abort', claimOnce);
  }
}

function readId({ body }: { body: object }): string {
  return String((body as { id?: unknown }).id);
}
