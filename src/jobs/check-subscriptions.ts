import { getInstant } from '../operations/call/store-context.ts';
import { isLocalAddress } from '../outbound/guarded-fetch/addresses.ts';
import type { JobContext, StoreJob } from './job-context.ts';
import { tryToRefreshDescription } from './refresh.ts';

/** Subscribes to the shop's webhooks, restores dropped ones, and refreshes the shop's description. */
export const checkSubscriptions: StoreJob = async (context, job) => {
  const address = `${context.baseUrl}/webhooks/${context.store.slug}`;
  await tryToRefreshDescription(context);
  const store = context.store.slug;
  if (!canReach(context)) {
    const skipped = `The store cannot reach ${context.baseUrl}: set BASE_URL to the service's public address.`;
    const before = (job.progress as { skipped?: string } | null)?.skipped;
    if (before !== skipped) context.log({ store }, `No events are asked for. ${skipped}`);
    return { progress: { skipped, checkedAt: getInstant(context) } };
  }
  const secret = await context.webhookSecret();
  const report = await context.platform.subscribe({ address, secret }, context.caller);
  const { repaired: topics } = report;
  if (topics.length > 0) context.log({ store, topics }, 'Subscriptions were restored');
  return { progress: { address, ...report, checkedAt: getInstant(context) } };
};

/** False for a shop on the internet when this service has a local address. */
function canReach({ store, baseUrl }: Pick<JobContext, 'baseUrl' | 'store'>): boolean {
  const isLocal = (address: string) => isLocalAddress(URL.parse(address)?.hostname ?? '');
  const isNeighbor = store.description.hosts.every((host) => isLocal(`http://${host}`));
  return store.sandbox || !isLocal(baseUrl) || isNeighbor;
}
