import { setTimeout as sleep } from 'node:timers/promises';
import { CommerceError, toNotFoundError } from '../../commerce/errors.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import { computeBackoffMs } from '../../commerce/time/backoff.ts';
import type { Lease, Leased } from '../../storage/engine/leases.ts';
import type { CheckoutSessions } from '../../storage/repositories/shopping/checkout-sessions.ts';
import { getInstant, type StoreContext } from './store-context.ts';

type LeaseContext = Pick<StoreContext, 'newId' | 'now' | 'leaseMs'>;

export function createLease(context: LeaseContext): Lease {
  return { owner: context.newId(), now: getInstant(context), until: getInstant(context, context.leaseMs) };
}

export interface Renewable {
  keep(storeId: string, id: string, lease: Lease): Promise<void>;
}

interface LeaseInUse {
  table: Renewable;
  id: string;
  owner: string;
  /** Frees it when the work fails. */
  release(error: unknown): Promise<unknown>;
}

/** Renews a lease while `work` runs, since a shop may take longer over one call than a lease lasts, and frees it when that fails. */
export async function runUnderLease<Done>(
  context: LeaseContext & Pick<StoreContext, 'store'>,
  { table, id, owner, release }: LeaseInUse,
  work: () => Promise<Done>,
): Promise<Done> {
  const renew = () =>
    table.keep(context.store.id, id, { ...createLease(context), owner }).catch(() => undefined);
  const timer = setInterval(() => void renew(), context.leaseMs / 3).unref();
  try {
    // No renewal may follow the release.
    return await work().finally(() => clearInterval(timer));
  } catch (error) {
    await releaseAfterFailure(context.leaseMs, () => release(error));
    throw error;
  }
}

const RELEASE_RETRY = { firstMs: 100, maxMs: 4_000 };

/** Frees a lease after a failure, which may also fail the release: that is repeated in the background while the lease lasts. */
export async function releaseAfterFailure(leaseMs: number, release: () => Promise<unknown>): Promise<void> {
  const endsAt = performance.now() + leaseMs;
  await release().catch(() => void repeatUntil(endsAt, release));
}

async function repeatUntil(endsAt: number, release: () => Promise<unknown>): Promise<void> {
  for (let failures = 1; performance.now() < endsAt; failures += 1) {
    await sleep(computeBackoffMs(failures, RELEASE_RETRY), undefined, { ref: false });
    const isFree = await release().then(
      () => true,
      () => false,
    );
    if (isFree) return;
  }
}

const POLL_INTERVAL_MS = 50;

export async function poll<Found>(
  { wait }: Pick<StoreContext, 'wait'>,
  timeoutMs: number,
  attempt: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  // Monotonic clock: setting the wall clock back must not extend the wait.
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined || performance.now() >= deadline) return result;
    await wait(POLL_INTERVAL_MS);
  }
}

const TIMEOUT_MS = 15_000;

/** A checkout session or a cart: one request at a time changes it. */
interface Leasable<Resource> {
  what: string;
  table: Pick<CheckoutSessions, 'keep' | 'release'> & {
    lease(storeId: string, id: string, lease: Lease): Promise<Leased<Resource> | undefined>;
  };
  /** Throws `not_found`. */
  mustExist(): Promise<object>;
}

interface HeldLease<Resource> extends Leased<Resource> {
  /** The lease owner: a write in its name is refused once the lease is lost. */
  owner: string;
}

/** Serializes changes of one resource. After a failure that leaves the platform cart in doubt, the next one is `interrupted`. */
export async function withLease<Resource, Changed>(
  context: StoreContext,
  id: string,
  leasable: Leasable<Resource>,
  change: (lease: HeldLease<Resource>) => Promise<Changed>,
): Promise<Changed> {
  const { table } = leasable;
  const lease = await waitForLease(context, id, leasable);
  const release = (error: unknown) => {
    const unsettled = lease.interrupted || !(error instanceof CommerceError && HARMLESS.has(error.kind));
    return table.release(context.store.id, id, lease.owner, { unsettled, now: getInstant(context) });
  };
  return runUnderLease(context, { table, id, owner: lease.owner, release }, () => change(lease));
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

/** Throws for a change that was not written, as another request has taken its lease. */
export function requireLease<Changed>(changed: Changed | undefined, what: string): Changed {
  if (changed) return changed;
  const message = `The ${what} was changed by another request meanwhile. Read it, then try again.`;
  throw new CommerceError('busy', message);
}

const HARMLESS = new Set([
  'invalid_input',
  'unknown_item',
  'item_unavailable',
  'address_undeliverable',
  'not_found',
  'conflict',
]);
