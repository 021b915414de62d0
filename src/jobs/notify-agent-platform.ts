import { CommerceError } from '../commerce/errors.ts';
import { instant } from '../operations/store-context.ts';
import type { PendingOrderEvent } from '../storage/repositories/order-event-outbox.ts';
import type { StoreJob, JobContext } from './job-context.ts';

/** What nobody would take for so long is given up: the platform can still read the order. */
const GIVE_UP_AFTER_MS = 4 * 24 * 60 * 60_000;

/**
 * Tells the platform of an order's agent what became of the order, change by change and each until it was taken. Cut off
 * anywhere, the same notice is sent again under its own id.
 */
export const notifyAgentPlatform: StoreJob = async (context, { subject }) => {
  for (;;) {
    const notice = await context.outbox.next(context.store.id, subject);
    if (!notice) return undefined;
    const isOld = context.now() - Date.parse(notice.occurredAt) > GIVE_UP_AFTER_MS;
    if (isOld) context.log({ orderId: subject, notice: notice.id }, 'An order event was given up');
    else {
      const heldUntil = await notifyUnlessHeld(context, notice);
      if (heldUntil !== undefined) return { rerunAt: heldUntil };
    }
    await context.outbox.markDelivered(notice.id);
  }
};

/** Above what one event takes. */
const PROBE_MS = 60_000;

/**
 * Until when the platform's host is left alone, where it is: while it fails, one event at a time probes it for those of all
 * orders and stores. Throws when the platform did not take this one.
 */
async function notifyUnlessHeld(context: JobContext, notice: PendingOrderEvent): Promise<string | undefined> {
  const { outages } = context;
  const platform = { host: URL.parse(notice.agentProfile)?.host ?? '' };
  const lease = { now: instant(context), until: instant(context, PROBE_MS) };
  const admission = await outages.admit(platform, lease);
  if ('heldUntil' in admission) return admission.heldUntil;
  try {
    await context.notifyAgentPlatform(context, notice);
  } catch (error) {
    const seconds = error instanceof CommerceError ? error.retryAfterSeconds : undefined;
    const failure = { now: instant(context), askedMs: (seconds ?? 0) * 1_000 };
    await outages.failed(platform, admission.failures, failure);
    throw error;
  }
  if (admission.failures > 0) await outages.end(platform);
  return undefined;
}
