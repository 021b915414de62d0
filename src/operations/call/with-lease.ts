import { CommerceError, toNotFoundError } from '../../commerce/errors.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import type { Lease, Leased } from '../../storage/engine/leases.ts';
import { createLease, type Renewable, runUnderLease } from './lease.ts';
import { poll } from './poll.ts';
import { getInstant, type StoreContext } from './store-context.ts';

const TIMEOUT_MS = 15_000;

/** A checkout session or a cart: one request at a time changes it. */
interface Leasable<Resource> {
  /** Noun for error messages. */
  what: string;
  table: Renewable & {
    lease(storeId: string, id: string, lease: Lease): Promise<Leased<Resource> | undefined>;
    release(
      storeId: string,
      id: string,
      owner: string,
      state: { unsettled: boolean; now: string },
    ): Promise<void>;
  };
  /** Throws `not_found`. */
  mustExist(): Promise<object>;
}

interface HeldLease<Resource> extends Leased<Resource> {
  /** The lease owner: a write in its name is refused once the lease is lost. */
  owner: string;
}

/**
 * Serializes changes of one resource across all processes. A failure that leaves the platform cart in doubt marks the
 * resource, and the next change gets `interrupted`.
 */
export async function withLease<Resource, Changed>(
  context: StoreContext,
  id: string,
  leasable: Leasable<Resource>,
  change: (lease: HeldLease<Resource>) => Promise<Changed>,
): Promise<Changed> {
  const lease = await waitForLease(context, id, leasable);
  const { table } = leasable;
  const { owner, interrupted } = lease;
  const release = (error: unknown) => {
    const unsettled = interrupted || !(error instanceof CommerceError && HARMLESS.has(error.kind));
    return table.release(context.store.id, id, owner, { unsettled, now: getInstant(context) });
  };
  return runUnderLease(context, { table, id, owner, release }, () => change(lease));
}

async function waitForLease<Resource>(
  context: StoreContext,
  id: string,
  { what, table, mustExist }: Leasable<Resource>,
): Promise<HeldLease<Resource>> {
  // Databases refuse some texts that are no ids.
  if (!isUuid(id)) await mustExist();
  let exists = false;
  const heldLease = await poll(context, TIMEOUT_MS, async () => {
    const lease = createLease(context);
    const leased = await table.lease(context.store.id, id, lease);
    if (leased) return { owner: lease.owner, ...leased };
    if (!exists) await mustExist();
    exists = true;
    return undefined;
  });
  if (heldLease) return heldLease;
  const message = `Another request is changing this ${what}. Try again in a few seconds.`;
  throw new CommerceError('busy', message, { retryAfterSeconds: 5 });
}

/** `what` the store does not have, by this id; `name`: how it is called in short. */
export function createNoneError(what: string, id: string, name = what): CommerceError {
  const remedy = `Take the id from the answer that created it, or create a new ${name}.`;
  return toNotFoundError(`This store has no ${what} ${quoteInput(id)}. ${remedy}`);
}

/** Error of a change whose lease expired, and was taken by another request, before it could be written. */
export function leaseLost(what: string): CommerceError {
  const message = `The ${what} was changed by another request meanwhile. Read it, then try again.`;
  return new CommerceError('busy', message);
}

const HARMLESS = new Set([
  'invalid_input',
  'unknown_item',
  'item_unavailable',
  'address_undeliverable',
  'not_found',
  'conflict',
]);
