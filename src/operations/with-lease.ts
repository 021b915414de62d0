import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../commerce/backoff.ts';
import { CommerceError } from '../commerce/errors.ts';
import { quoted } from '../commerce/text/quoted.ts';
import { isUuid } from '../commerce/uuid.ts';
import type { Lease, Leased } from '../storage/engine/leases.ts';
import { poll } from './poll.ts';
import { instant, type StoreContext } from './store-context.ts';

const TIMEOUT_MS = 15_000;

type LeaseContext = Pick<StoreContext, 'newId' | 'now' | 'leaseMs'>;

export function newLease(context: LeaseContext): Lease {
  return { by: context.newId(), now: instant(context), until: instant(context, context.leaseMs) };
}

interface Renewable {
  keep(storeId: string, id: string, lease: Lease): Promise<void>;
}

/** Renews a lease while `work` runs: a shop may take longer over one call than a lease lasts. */
export async function withLeaseRenewal<Done>(
  context: LeaseContext & Pick<StoreContext, 'store'>,
  { table, id, by }: { table: Renewable; id: string; by: string },
  work: () => Promise<Done>,
): Promise<Done> {
  const renew = () => table.keep(context.store.id, id, { ...newLease(context), by }).catch(() => undefined);
  const timer = setInterval(() => void renew(), context.leaseMs / 3).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

const RELEASE_RETRY = { firstMs: 100, maxMs: 4_000 };

/**
 * Frees a lease when its change has failed. What has failed the change may refuse the release too, such as an ended connection: it is
 * repeated in the background until the lease is over by itself.
 */
export async function freeLease(
  { leaseMs }: Pick<LeaseContext, 'leaseMs'>,
  release: () => Promise<unknown>,
): Promise<void> {
  const endsAt = performance.now() + leaseMs;
  await release().catch(() => void repeatUntil(endsAt, release));
}

async function repeatUntil(endsAt: number, release: () => Promise<unknown>): Promise<void> {
  for (let failures = 1; performance.now() < endsAt; failures += 1) {
    await sleep(backoffMs(failures, RELEASE_RETRY), undefined, { ref: false });
    const isFree = await release().then(
      () => true,
      () => false,
    );
    if (isFree) return;
  }
}

/** A checkout session or a cart: one request at a time changes it. */
interface Leasable<Resource> {
  /** Noun for error messages. */
  what: string;
  table: Renewable & {
    lease(storeId: string, id: string, lease: Lease): Promise<Leased<Resource> | undefined>;
    release(
      storeId: string,
      id: string,
      by: string,
      state: { unsettled: boolean; now: string },
    ): Promise<void>;
  };
  /** Throws `not_found`. */
  mustExist(): Promise<object>;
}

interface HeldLease<Resource> extends Leased<Resource> {
  /** The lease owner: a write in its name is refused once the lease is lost. */
  by: string;
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
  try {
    return await withLeaseRenewal(context, { table, id, by: lease.by }, () => change(lease));
  } catch (error) {
    const unsettled = lease.interrupted || !(error instanceof CommerceError && HARMLESS.has(error.kind));
    const state = { unsettled, now: instant(context) };
    await freeLease(context, () => table.release(context.store.id, id, lease.by, state));
    throw error;
  }
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
    const lease = newLease(context);
    const leased = await table.lease(context.store.id, id, lease);
    if (leased) return { by: lease.by, ...leased };
    if (!exists) await mustExist();
    exists = true;
    return undefined;
  });
  if (heldLease) return heldLease;
  const message = `Another request is changing this ${what}. Try again in a few seconds.`;
  throw new CommerceError('busy', message, { retryAfterSeconds: 5 });
}

/** `what` the store does not have, by this id; `name`: how it is called in short. */
export function noneOf(what: string, id: string, name = what): CommerceError {
  const remedy = `Take the id from the answer that created it, or create a new ${name}.`;
  return new CommerceError('not_found', `This store has no ${what} ${quoted(id)}. ${remedy}`);
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
