import { CommerceError } from '../commerce/errors.ts';
import type { Lease, Leased } from '../storage/engine/leases.ts';
import { instant, type StoreContext } from './store-context.ts';

const POLL_INTERVAL_MS = 50;
const TIMEOUT_MS = 15_000;

export function newLease(context: StoreContext): Lease {
  return { by: context.newId(), now: instant(context), until: instant(context, context.leaseMs) };
}

interface Kept {
  keep(id: string, lease: Lease): Promise<void>;
}

/** A shop may take longer over its part than a lease lasts: as long as its holder lives, nobody else takes over. */
export async function withLeaseRenewal<Done>(
  context: StoreContext,
  { table, id, by }: { table: Kept; id: string; by: string },
  work: () => Promise<Done>,
): Promise<Done> {
  const keep = () => table.keep(id, { ...newLease(context), by }).catch(() => undefined);
  const timer = setInterval(() => void keep(), context.leaseMs / 3).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Something that is changed by one request at a time: a checkout session or a cart. */
interface Changeable<Resource> {
  /** In a person's words. */
  what: string;
  table: Kept & {
    lease(storeId: string, id: string, lease: Lease): Promise<Leased<Resource> | undefined>;
    release(id: string, by: string, state: { unsettled: boolean; now: string }): Promise<void>;
  };
  /** Throws `not_found`. */
  mustExist(): Promise<unknown>;
}

export interface HeldLease<Resource> extends Leased<Resource> {
  /** Whose turn it is; what is written in its name is written only while it lasts. */
  by: string;
}

/**
 * Changes of one resource happen one after the other, in every process: each waits for the one before. What fails in a way
 * that leaves the platform in doubt is marked, and the next change knows of it (`interrupted`).
 */
export async function withLease<Resource, Changed>(
  context: StoreContext,
  id: string,
  changeable: Changeable<Resource>,
  change: (lease: HeldLease<Resource>) => Promise<Changed>,
): Promise<Changed> {
  const lease = await waitForLease(context, id, changeable);
  const { table } = changeable;
  try {
    return await withLeaseRenewal(context, { table, id, by: lease.by }, () => change(lease));
  } catch (error) {
    const unsettled = lease.interrupted || !leavesThePlatformAlone(error);
    await table.release(id, lease.by, { unsettled, now: instant(context) });
    throw error;
  }
}

async function waitForLease<Resource>(
  context: StoreContext,
  id: string,
  { what, table, mustExist }: Changeable<Resource>,
): Promise<HeldLease<Resource>> {
  // No clock that can be set: back, and it would be waited for hours.
  const connectionLimits = performance.now() + TIMEOUT_MS;
  await mustExist();
  for (;;) {
    const lease = newLease(context);
    const leased = await table.lease(context.store.id, id, lease);
    if (leased) return { by: lease.by, ...leased };
    if (performance.now() >= connectionLimits) {
      const message = `Another request is changing this ${what}. Try again in a few seconds.`;
      throw new CommerceError('busy', message, { retryAfterSeconds: 5 });
    }
    await context.wait(POLL_INTERVAL_MS);
  }
}

/** The turn was over before the change could be written: another request has taken it. */
export function leaseLost(what: string): CommerceError {
  const message = `The ${what} was changed by another request meanwhile. Read it, then try again.`;
  return new CommerceError('busy', message);
}

const HARMLESS = new Set(['invalid_input', 'unknown_item', 'item_unavailable', 'not_found', 'conflict']);

function leavesThePlatformAlone(error: unknown): boolean {
  return error instanceof CommerceError && HARMLESS.has(error.kind);
}
