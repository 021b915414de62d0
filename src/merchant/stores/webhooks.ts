import { z } from 'zod';
import { CHECK_SUBSCRIPTIONS } from '../../commerce/job/job-names.ts';
import { DELIVERY_EFFECTS, SIGNATURE_STATES } from '../../commerce/store/webhook-delivery.ts';
import type { RecordedDelivery } from '../../storage/repositories/activity/webhook-deliveries.ts';
import type { SubscriptionReport } from '../../store-platforms/store-platform.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { format } from '../csv.ts';
import { instantOrNull, textOrNull } from '../fields.ts';
import { pageOf, pagesForStore, paging, span } from '../lists.ts';
import { type DomainOf, toWire } from '../to-wire.ts';
import { type AtStore, getNow, mustBeConnected, toAuditEntry } from '../visit.ts';

const topics = z.array(z.string()).describe('Topics, as the platform names them.');

const subscriptionsWire = nameObject('WebhookSubscriptions', {
  address: z.url().describe('URL to which the shop sends its events.'),
  checked_at: instantOrNull,
  checking: z.boolean().describe('True while a check is due or running.'),
  report: z.object({ created: topics, repaired: topics, fine: topics }).describe('Result of the last check.'),
  skipped: textOrNull.describe('Why the service asks the shop for no webhooks.'),
  last_error: textOrNull,
});

const deliveryWire = nameObject('WebhookDelivery', {
  id: z.string(),
  topic: textOrNull.describe('Topic in the header of the delivery, which the signature does not cover.'),
  received_at: z.iso.datetime(),
  signature: z.enum(SIGNATURE_STATES),
  effect: z
    .enum(DELIVERY_EFFECTS)
    .describe(
      'Effect of the event. The content of the event is not trusted: the shop itself is asked. Only steps of buyers are taken from it.',
    ),
  product: textOrNull.describe('GID of the product.'),
  order: textOrNull.describe('GID of the order.'),
  repeats: z.int().describe('How often the same delivery came again; repeats have no effect.'),
});

export const webhookEndpoints = [
  pagesForStore({
    id: 'listStoreWebhooks',
    route: 'GET /stores/{slug}/webhooks',
    summary:
      'Lists the shop’s events of the last week, newest first, and the subscriptions at the shop. At most fifty refused events per hour are listed.',
    input: z.object({ ...format, ...paging, ...span }),
    row: deliveryWire,
    output: pageOf(deliveryWire).extend({ subscriptions: subscriptionsWire }),
    async read({ context, store }, input, page) {
      const listed = await context.deliveries.list(store.id, input, page);
      return { ...listed, items: listed.items.map(withSubject) };
    },
    readMore: async (visit) => ({
      subscriptions: toWire(subscriptionsWire, await findSubscriptionState(visit)),
    }),
  }),

  forStore({
    id: 'resubscribeStoreWebhooks',
    route: 'POST /stores/{slug}/webhooks/resubscribe',
    summary: 'Checks the shop’s webhooks now, and repairs missing ones.',
    output: z.object({ subscriptions: subscriptionsWire }),
    async run(visit) {
      mustBeConnected(visit);
      const { context, store } = visit;
      const job = { kind: CHECK_SUBSCRIPTIONS, isUrgent: true };
      const entry = toAuditEntry(visit, 'webhooks.resubscribed');
      await context.stores.enqueue(store.id, job, getNow(visit), entry);
      context.wake();
      return { subscriptions: await findSubscriptionState(visit) };
    },
  }),
];

function withSubject({ subject, ...delivery }: RecordedDelivery): DomainOf<typeof deliveryWire> {
  const isOrder = subject?.includes('/Order/') ?? false;
  return {
    ...delivery,
    topic: delivery.topic === '' ? null : delivery.topic,
    product: isOrder ? null : subject,
    order: isOrder ? subject : null,
  };
}

async function findSubscriptionState({ context, store }: AtStore) {
  const jobs = await context.jobs.listOfStore(store.id);
  const job = jobs.find(({ kind }) => kind === CHECK_SUBSCRIPTIONS);
  const lastCheck = (job?.progress ?? {}) as Partial<
    SubscriptionReport & { checkedAt: string; skipped: string | null }
  >;
  const { checkedAt = null, created = [], repaired = [], fine = [], skipped = null } = lastCheck;
  return {
    address: `${context.baseUrl()}/webhooks/${store.slug}`,
    checkedAt,
    report: { created, repaired, fine },
    skipped,
    lastError: job?.lastError ?? null,
    checking: job !== undefined && (job.running || Date.parse(job.runAt) <= context.now()),
  };
}
