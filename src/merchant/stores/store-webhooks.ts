import { CHECK_SUBSCRIPTIONS } from '../../commerce/job-names.ts';
import type { SubscriptionReport } from '../../store-platforms/store-platform.ts';
import { type AtStore, by, mustBeConnected } from '../at-store.ts';
import { nowOf } from '../visit.ts';

/** Webhook subscriptions as of the last check; topics in the store platform's words. */
export interface SubscriptionState extends SubscriptionReport {
  address: string;
  /** ISO; null before the first check. */
  checkedAt: string | null;
  /** Reason for having no subscriptions, such as a service that the shop cannot reach. */
  skipped: string | null;
  lastError: string | null;
  /** True while a check is due or running. */
  checking: boolean;
}

export async function subscriptionState({ context, store }: AtStore): Promise<SubscriptionState> {
  const jobs = await context.jobs.ofStore(store.id);
  const job = jobs.find(({ kind }) => kind === CHECK_SUBSCRIPTIONS);
  const last = (job?.progress ?? {}) as Partial<SubscriptionState>;
  return {
    address: `${context.baseUrl()}/webhooks/${store.slug}`,
    checkedAt: last.checkedAt ?? null,
    created: last.created ?? [],
    repaired: last.repaired ?? [],
    fine: last.fine ?? [],
    skipped: last.skipped ?? null,
    lastError: job?.lastError ?? null,
    checking: job !== undefined && (job.running || Date.parse(job.runAt) <= context.now()),
  };
}

/** Enqueues one check of the subscriptions, which repairs missing ones. */
export async function resubscribe(at: AtStore): Promise<SubscriptionState> {
  mustBeConnected(at);
  const { context, store } = at;
  const job = { kind: CHECK_SUBSCRIPTIONS, isUrgent: true };
  await context.stores.enqueue(store.id, job, nowOf(at), by(at, 'webhooks.resubscribed'));
  context.wake();
  return subscriptionState(at);
}
