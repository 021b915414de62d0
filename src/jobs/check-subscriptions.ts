import { instant } from '../operations/store-context.ts';
import { isLocalAddress } from '../outbound/guarded-fetch/addresses.ts';
import { jitter } from './jitter.ts';
import type { JobContext, StoreJob } from './job-context.ts';
import { tryToDescribeAnew } from './refresh-store.ts';

const CHECK_INTERVAL_MS = 30 * 60_000;

/** Makes the shop send its events here, and mends what it has dropped since; what it says of itself is read along with that. */
export const checkSubscriptions: StoreJob = async (context, job) => {
  const address = `${context.baseUrl}/webhooks/${context.store.slug}`;
  await tryToDescribeAnew(context);
  const rerunAt = instant(context, jitter(CHECK_INTERVAL_MS, context.store.id));
  if (!canReach(context)) {
    const skipped = `The store cannot reach ${context.baseUrl}: set BASE_URL to the service's public address.`;
    const told = (job.progress as { skipped?: string } | null)?.skipped;
    if (told !== skipped) context.log({ store: context.store.slug }, `No events are asked for. ${skipped}`);
    return { rerunAt, progress: { skipped, checkedAt: instant(context) } };
  }
  const report = await context.platform.subscribe(
    { address, secret: await context.webhookSecret() },
    context.caller,
  );
  if (report.mended.length > 0) {
    context.log({ store: context.store.slug, topics: report.mended }, 'Subscriptions were mended');
  }
  return { rerunAt, progress: { address, ...report, checkedAt: instant(context) } };
};

/** A shop on the internet reaches nobody's own machine; a shop on the same one does. */
function canReach({ store, baseUrl }: JobContext): boolean {
  return (
    store.sandbox || !isLocalAddress(new URL(baseUrl).hostname) || store.description.hosts.every(isLocal)
  );
}

function isLocal(host: string): boolean {
  return URL.canParse(`http://${host}`) && isLocalAddress(new URL(`http://${host}`).hostname);
}
