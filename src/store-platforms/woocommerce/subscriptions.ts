import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Subscription, SubscriptionReport } from '../store-platform.ts';
import { type Ask, CONNECTOR, CORE, parseAnswer, readList } from './client.ts';
import { webhooksAnswer, webhooksRemoved } from './connector-wire.ts';

/** Answers of older plugins, and of sites with a manually created key: their webhooks are managed through core. */
const NOT_MANAGED = ['rest_no_route', 'ucp_host_not_pairing'];

/** Asks the plugin, which changes webhooks one request at a time, so concurrent calls never create two for a topic. */
export async function subscribe(ask: Ask, subscription: Subscription): Promise<SubscriptionReport> {
  const report = await askPlugin(ask, 'mend', webhooksAnswer, subscription);
  return report ?? subscribeByCore(ask, subscription);
}

/** Without the plugin's help one call, and one per webhook: those with this address or secret. */
export async function unsubscribe(ask: Ask, subscription: Subscription): Promise<string[]> {
  const answer = await askPlugin(ask, 'remove', webhooksRemoved, subscription);
  if (answer) return answer.removed;
  const ours = await readOurs(ask, subscription);
  for (const webhook of ours) await remove(ask, webhook);
  return ours.map(({ topic }) => topic);
}

async function askPlugin<T>(ask: Ask, what: 'mend' | 'remove', schema: z.ZodType<T>, body: Subscription) {
  const answer = await ask({ path: `${CONNECTOR}/webhooks/${what}`, body, answers: NOT_MANAGED });
  return answer.errorCode === undefined ? parseAnswer(schema, answer) : undefined;
}

/** Topics of the webhooks. Refunds come as order.updated, settings only by the hook that saves them. */
const TOPICS = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.created',
  'order.updated',
  'order.deleted',
  'action.woocommerce_settings_saved',
] as const;

const wooWebhook = z.object({
  id: z.int(),
  name: z.string(),
  /** active, paused, or disabled (by WooCommerce after repeated failures). */
  status: z.string(),
  topic: z.string(),
  delivery_url: z.string(),
});

type WooWebhook = z.infer<typeof wooWebhook>;

const PER_PAGE = 100;
const MAX_PAGES = 10;
/** Surplus ones are removed one by one; any above this wait for the next check. */
const MAX_OURS = 50;
const UNKNOWN = 'woocommerce_rest_shop_webhook_invalid_id';

/** Ensures one active webhook per topic with this address and secret; others' webhooks stay untouched. */
export async function subscribeByCore(ask: Ask, subscription: Subscription): Promise<SubscriptionReport> {
  const ours = await readOurs(ask, subscription);
  const report: SubscriptionReport = { created: [], repaired: [], fine: [] };
  // Sequential, because WooCommerce pings each new webhook before it answers.
  for (const topic of TOPICS) {
    const webhooks = ours.filter((webhook) => webhook.topic === topic);
    report[await settle(ask, { topic, ...subscription }, webhooks)].push(topic);
  }
  return report;
}

/** Finds own webhooks among the shop's newest 1,000; one beyond them is created again and then is among the newest. */
async function readOurs(ask: Ask, subscription: Subscription): Promise<WooWebhook[]> {
  const ours = new Map<number, WooWebhook>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { entries, answer } = await readList(ask, '/webhooks', wooWebhook, { per_page: PER_PAGE, page });
    for (const webhook of entries)
      if (ours.size < MAX_OURS && isOurs(webhook, subscription)) ours.set(webhook.id, webhook);
    if (entries.length === 0 || page >= Number(answer.headers.get('x-wp-totalpages') ?? 1)) break;
  }
  return [...ours.values()];
}

/** True by address or by secret: a service that has moved finds its own, and two services leave each other's alone. */
function isOurs({ name, topic, delivery_url: url }: WooWebhook, subscription: Subscription): boolean {
  return url === subscription.address || name === nameFor({ topic, ...subscription });
}

type TopicSubscription = Subscription & { topic: string };

async function settle(ask: Ask, webhookToHave: TopicSubscription, existing: readonly WooWebhook[]) {
  const isRight = ({ status, delivery_url, name }: WooWebhook) =>
    status === 'active' && delivery_url === webhookToHave.address && name === nameFor(webhookToHave);
  const right = existing.find(isRight);
  // A disabled webhook must be recreated: its count of failures survives reactivation.
  const best = right ?? existing.find(({ status }) => status !== 'disabled');
  const surplus = existing.filter((webhook) => webhook !== best);
  if (!right) await write(ask, webhookToHave, best);
  for (const webhook of surplus) await remove(ask, webhook);
  if (existing.length === 0) return 'created';
  return right && surplus.length === 0 ? 'fine' : 'repaired';
}

/** Puts a fingerprint of the secret into the name, because WooCommerce never returns the secret. */
function nameFor({ topic, secret }: TopicSubscription): string {
  const fingerprint = createHash('sha256').update(`ucp-host webhook ${secret}`).digest('hex').slice(0, 8);
  return `ucp-host ${topic} (${fingerprint})`;
}

/** Repairs a webhook, or creates one: that is not repeatable, and after a lost answer the next check finds it in the list. */
async function write(ask: Ask, webhookToHave: TopicSubscription, existing?: WooWebhook): Promise<void> {
  const { topic, address, secret } = webhookToHave;
  const body = { name: nameFor(webhookToHave), status: 'active', topic, delivery_url: address, secret };
  const path = `${CORE}/webhooks`;
  if (existing) await ask({ path: `${path}/${existing.id}`, body });
  else await ask({ path, body, repeatable: false });
}

async function remove(ask: Ask, { id }: WooWebhook): Promise<void> {
  await ask({ path: `${CORE}/webhooks/${id}?force=true`, deletes: true, answers: [UNKNOWN] });
}
