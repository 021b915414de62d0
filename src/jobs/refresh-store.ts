import { CommerceError } from '../commerce/errors.ts';
import { refreshDescription } from '../operations/refresh-description.ts';
import type { StoreJob, JobContext } from './job-context.ts';

/** The shop is asked for its description: its settings were saved, or its merchant has tested the connection. */
export const refreshStore: StoreJob = async (context) => {
  await describeAnew(context);
  return undefined;
};

async function describeAnew(context: JobContext): Promise<void> {
  const isChanged = await refreshDescription(context);
  if (isChanged) context.log({ store: context.store.slug }, 'The shop has changed its settings');
}

/** As a part of regular work, which goes on without it. */
export async function tryToDescribeAnew(context: JobContext): Promise<void> {
  try {
    await describeAnew(context);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    context.log({ store: context.store.slug, reason: error.message }, 'The shop could not be described anew');
  }
}
