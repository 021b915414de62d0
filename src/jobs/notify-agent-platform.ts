import { CommerceError } from '../commerce/errors.ts';
import { DAY_MS } from '../commerce/time.ts';
import { instant } from '../operations/store-context.ts';
import type { PendingOrderEvent } from '../storage/repositories/order-event-outbox.ts';
import type { StoreJob, JobContext } from './job-context.ts';

/** Older events are dropped: the platform can still read the order. */
const MAX_EVENT_AGE_MS = 4 * DAY_MS;

/** Delivers an order's events to the agent's platform, in order and at least once: a repeated event has the same id. */
export const notifyAgentPlatform: StoreJob = async (context, { subject }) => {
  for (;;) {
    const event = await context.outbox.next(context.store.id, subject);
    if (!event) return undefined;
    const isOld = context.now() - Date.parse(event.occurredAt) > MAX_EVENT_AGE_MS;
    if (isOld) context.log({ orderId: subject, event: event.id }, 'An order event was given up');
    else {
      const heldUntil = await deliverUnlessHeld(context, event);
      if (heldUntil !== undefined) return { rerunAt: heldUntil };
    }
    await context.outbox.markDelivered(event.id);
  }
};

/** Longer than one delivery takes. */
const PROBE_MS = 60_000;

/**
 * Delivers the event; during an outage of the platform's host, only one event at a time probes it, and the others get the
 * instant of their retry. Throws when the delivery failed.
 */
async function deliverUnlessHeld(context: JobContext, event: PendingOrderEvent): Promise<string | undefined> {
  const { outages } = context;
  const platform = { host: URL.parse(event.agentProfile)?.host ?? '' };
  const lease = { now: instant(context), until: instant(context, PROBE_MS) };
  const admission = await outages.admit(platform, lease);
  if ('heldUntil' in admission) return admission.heldUntil;
  try {
    await context.notifyAgentPlatform(context, event);
  } catch (error) {
    const seconds = error instanceof CommerceError ? error.retryAfterSeconds : undefined;
    const failure = { now: instant(context), askedMs: (seconds ?? 0) * 1_000 };
    await outages.failed(platform, admission.failures, failure);
    throw error;
  }
  if (admission.failures > 0) await outages.end(platform);
  return undefined;
}
