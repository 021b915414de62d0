import { setTimeout as sleep } from 'node:timers/promises';
import { computeBackoffMs } from '../../commerce/time/backoff.ts';
import type { Lease } from '../../storage/engine/leases.ts';
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
    return await work();
  } catch (error) {
    // No renewal may follow the release.
    clearInterval(timer);
    await releaseAfterFailure(context, () => release(error));
    throw error;
  } finally {
    clearInterval(timer);
  }
}

const RELEASE_RETRY = { firstMs: 100, maxMs: 4_000 };

/**
 * Frees a lease when its change has failed. What has failed the change may refuse the release too, such as an ended connection: it is
 * repeated in the background until the lease is over by itself.
 */
export async function releaseAfterFailure(
  { leaseMs }: Pick<LeaseContext, 'leaseMs'>,
  release: () => Promise<unknown>,
): Promise<void> {
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
