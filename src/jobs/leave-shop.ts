import type { SearchIndexes } from '../../search/index.ts';
import { CommerceError } from '../commerce/errors.ts';
import { CHECK_SUBSCRIPTIONS } from '../commerce/job/job-names.ts';
import { toIso } from '../commerce/time/time.ts';
import type { Erasing } from '../storage/maintenance/erase-store.ts';
import type { Jobs } from '../storage/repositories/jobs/jobs.ts';
import type { Stores } from '../storage/repositories/stores/stores.ts';
import type { JobContext, JobKind, RunningJob } from './job-kind.ts';

/** Dependencies of jobs for disconnected and deleted stores, which other jobs skip. */
export interface Leaving {
  stores: Stores;
  jobs: Jobs;
  erasing: Erasing;
  searchIndexes: Pick<SearchIndexes, 'forget'>;
  now: () => number;
  /** Opens disconnected and deleted stores too. Throws when the credentials are gone. */
  open(storeId: string, requestId: string): Promise<JobContext>;
}

/** Removes the shop's webhooks. A store that was connected again meanwhile gets them back. */
export function unsubscribeJob(leaving: Leaving): JobKind['run'] {
  return async (job) => {
    const { stores, jobs } = leaving;
    const isStillOff = async () => (await stores.findById(job.storeId))?.disconnectedAt;
    if (!(await isStillOff())) return undefined;
    await unsubscribe(leaving, job, (await stores.findEvenDeleted(job.storeId))?.slug ?? '');
    if (!(await isStillOff())) {
      const now = toIso(leaving.now());
      await jobs.enqueue({ storeId: job.storeId, kind: CHECK_SUBSCRIPTIONS }, now);
    }
    return undefined;
  };
}

/** Removes all data of a deleted store. The shop is asked once to unsubscribe, and may fail: its webhooks are refused without the secret. */
export function eraseStoreJob(leaving: Leaving): JobKind['run'] {
  return async (job) => {
    const store = await leaving.stores.findEvenDeleted(job.storeId);
    if (!store || (await leaving.stores.findById(job.storeId))) return undefined;
    const slug = job.subject;
    // Its owner may have connected the shop under the same slug again: then the subscriptions are the new store's.
    const isFirst = (job.progress as { left?: boolean } | null)?.left !== true;
    if (isFirst && !(await leaving.stores.find(slug)))
      await unsubscribe(leaving, job, slug).catch(() => undefined);
    await job.recordProgress({ left: true });
    await leaving.erasing.eraseStore(job.storeId, (gone) => job.recordProgress({ left: true, gone }));
    leaving.searchIndexes.forget(job.storeId);
    return undefined;
  };
}

async function unsubscribe({ open }: Leaving, job: RunningJob, slug: string): Promise<void> {
  const context = await open(job.storeId, job.id).catch((error: unknown) => {
    // The credentials are gone, as after the site itself has unpaired.
    if (error instanceof CommerceError && error.kind === 'invalid_input') return undefined;
    throw error;
  });
  if (!context) return;
  const address = `${context.baseUrl}/webhooks/${slug}`;
  await context.platform.unsubscribe({ address, secret: await context.webhookSecret() }, context.caller);
}
