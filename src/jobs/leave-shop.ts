import { CommerceError } from '../commerce/errors.ts';
import { CHECK_SUBSCRIPTIONS } from '../operations/store-jobs.ts';
import type { Erasing } from '../storage/maintenance/erase-store.ts';
import type { Stores } from '../storage/repositories/stores.ts';
import type { Jobs } from '../storage/repositories/jobs.ts';
import type { JobKind } from './job-kind.ts';
import type { JobContext } from './job-context.ts';

/** What is done for stores that are disconnected or deleted: other tasks leave those alone. */
export interface Leaving {
  stores: Stores;
  jobs: Jobs;
  erasing: Erasing;
  now: () => number;
  /** Also for a store that is disconnected or deleted. Throws where its credentials are gone. */
  open(storeId: string, requestId: string): Promise<JobContext>;
}

/**
 * Takes back what the shop was asked to send, as soon as it answers. A store that was connected again in the meantime keeps
 * its subscriptions; where that happened at this very moment, they are made anew.
 */
export function unsubscribeJob(leaving: Leaving): JobKind['run'] {
  return async (job) => {
    const { stores, jobs } = leaving;
    const isStillOff = async () => (await stores.findById(job.storeId))?.disconnectedAt;
    if (!(await isStillOff())) return undefined;
    await unsubscribe(leaving, job, (await stores.findEvenDeleted(job.storeId))?.slug ?? '');
    if (!(await isStillOff())) {
      const now = new Date(leaving.now()).toISOString();
      await jobs.enqueue({ storeId: job.storeId, kind: CHECK_SUBSCRIPTIONS }, now);
    }
    return undefined;
  };
}

/**
 * Removes all that is known of a deleted store. The shop is asked once to send nothing more, and not waited for: without its
 * secret here nothing of it is believed. Cut off anywhere, the next attempt removes what is left; the task goes with the
 * store.
 */
export function eraseStoreJob(leaving: Leaving): JobKind['run'] {
  return async (job) => {
    const store = await leaving.stores.findEvenDeleted(job.storeId);
    if (!store || (await leaving.stores.findById(job.storeId))) return undefined;
    const slug = job.subject;
    // Its owner may have connected the shop under the same slug again: then the subscriptions are the new store's.
    const isFirst = (job.progress as { left?: boolean } | null)?.left !== true;
    if (isFirst && !(await leaving.stores.find(slug)))
      await unsubscribe(leaving, job, slug).catch(() => undefined);
    await job.note({ left: true });
    await leaving.erasing.eraseStore(job.storeId, (gone) => job.note({ left: true, gone }));
    return undefined;
  };
}

async function unsubscribe(
  leaving: Leaving,
  job: { id: string; storeId: string },
  slug: string,
): Promise<void> {
  const context = await openOrForget(leaving, job);
  if (!context) return;
  const address = `${context.baseUrl}/webhooks/${slug}`;
  await context.platform.unsubscribe({ address, secret: await context.webhookSecret() }, context.caller);
}

/** Undefined where the credentials are gone, as they are when the site itself has left: there is nothing to ask it with. */
async function openOrForget(
  { open }: Leaving,
  { id, storeId }: { id: string; storeId: string },
): Promise<JobContext | undefined> {
  try {
    return await open(storeId, id);
  } catch (error) {
    if (error instanceof CommerceError && error.kind === 'invalid_input') return undefined;
    throw error;
  }
}
