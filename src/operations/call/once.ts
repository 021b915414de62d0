import { CommerceError } from '../../commerce/errors.ts';
import type { Lease } from '../../storage/engine/leases.ts';
import { createLease, poll, type Renewable, runUnderLease } from './lease.ts';
import type { StoreContext } from './store-context.ts';

/** Claims of a kind of key. The key of a checkout session is claimed by the session's row, other keys by an idempotency record. */
export interface Claims<Claim extends { id: string }, Made> {
  table: Renewable;
  /** Longest wait for another request that makes the resource. */
  timeoutMs: number;
  /**
   * Claims the key under the lease, or takes over the claim of a request that died, with the id that it had drawn. Returns what was made
   * under the key before; undefined while another request makes it.
   */
  take(lease: Lease): Promise<{ claim: Claim } | { made: Made } | undefined>;
  /** Returns what is known of the resource when the time is over; without it the request is refused. */
  giveUp?(): Promise<Made | undefined>;
  /** Frees the claim when the resource could not be made. */
  release(claim: Claim, owner: string): Promise<unknown>;
}

type Context = Pick<StoreContext, 'store' | 'newId' | 'now' | 'leaseMs' | 'wait'>;

/**
 * Makes the resource of a key once, over all processes: raced and later requests get what the first one made. `make` writes it in the
 * name of the lease owner `by`; cut off, a later request calls `make` again for the same claim.
 */
export async function makeOnce<Claim extends { id: string }, Made>(
  context: Context,
  { table, timeoutMs, take, giveUp, release }: Claims<Claim, Made>,
  make: (claim: Claim, owner: string) => Promise<Made>,
): Promise<Made> {
  const outcome = await poll(context, timeoutMs, async () => {
    const lease = createLease(context);
    const result = await take(lease);
    return result && { ...result, owner: lease.owner };
  });
  if (!outcome) return (await giveUp?.()) ?? refuseBusy();
  if ('made' in outcome) return outcome.made;
  const { claim, owner } = outcome;
  const lease = { table, id: claim.id, owner, release: () => release(claim, owner) };
  return runUnderLease(context, lease, () => make(claim, owner));
}

function refuseBusy(): never {
  const message =
    'The first request with this idempotency key is still being done. Try again in a few seconds.';
  throw new CommerceError('busy', message, { retryAfterSeconds: 5 });
}
