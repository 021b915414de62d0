import { CommerceError } from '../commerce/errors.ts';
import { refreshDescription } from '../operations/refresh-description.ts';
import type { StoreJob, JobContext } from './job-context.ts';

/** Refreshes the shop's description after its settings were saved, or its merchant tested the connection. */
export const refreshStore: StoreJob = async (context) => {
  await refresh(context);
  return undefined;
};

async function refresh(context: JobContext): Promise<void> {
  const isChanged = await refreshDescription(context);
  if (isChanged) context.log({ store: context.store.slug }, 'The shop has changed its settings');
}

/** Refreshes the description as part of another job, which continues when the shop fails. */
export async function tryToRefreshDescription(context: JobContext): Promise<void> {
  try {
    await refresh(context);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    context.log(
      { store: context.store.slug, reason: error.message },
      'The description of the shop could not be refreshed',
    );
  }
}
