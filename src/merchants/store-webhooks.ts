import { CHECK_SUBSCRIPTIONS } from '../operations/store-jobs.ts';
import type { RecordedDelivery } from '../storage/repositories/webhook-deliveries.ts';
import { type AtStore, mustBeConnected, nowAt } from './at-store.ts';
import type { MerchantContext } from './merchant-context.ts';

/** What the shop has been asked to send, as of the last look; topics in the platform's words. */
export interface SubscriptionState {
  address: string;
  /** ISO; null before the first look. */
  checkedAt: string | null;
  created: string[];
  mended: string[];
  fine: string[];
  /** Why nothing is asked for, for example because the shop could not reach this service. */
  skipped: string | null;
  lastError: string | null;
  /** True while a look is due or under way. */
  checking: boolean;
}

export async function subscriptionState({ context, store }: AtStore): Promise<SubscriptionState> {
  const jobs = await context.jobs.ofStore(store.id);
  const job = jobs.find(({ kind }) => kind === CHECK_SUBSCRIPTIONS);
  const noted = (job?.progress ?? {}) as Partial<SubscriptionState>;
  return {
    address: `${context.baseUrl()}/webhooks/${store.slug}`,
    checkedAt: noted.checkedAt ?? null,
    created: noted.created ?? [],
    mended: noted.mended ?? [],
    fine: noted.fine ?? [],
    skipped: noted.skipped ?? null,
    lastError: job?.lastError ?? null,
    checking: job !== undefined && (job.running || Date.parse(job.runAt) <= context.now()),
  };
}

/** A task, done once however often it is asked for; it mends what is missing and leaves alone what is fine. */
export async function resubscribe(at: AtStore): Promise<SubscriptionState> {
  mustBeConnected(at);
  const { context, store } = at;
  await context.jobs.enqueue({ storeId: store.id, kind: CHECK_SUBSCRIPTIONS, isUrgent: true }, nowAt(at));
  await context.audit.write(at.actor, { storeId: store.id, action: 'webhooks.resubscribed' }, nowAt(at));
  context.wake();
  return subscriptionState(at);
}

export async function listDeliveries(
  { deliveries }: MerchantContext,
  storeId: string,
  page: { limit: number; offset: number },
): Promise<{ items: RecordedDelivery[]; total: number }> {
  const [items, total] = await Promise.all([
    deliveries.ofStore(storeId, page),
    deliveries.countOfStore(storeId),
  ]);
  return { items, total };
}
