import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Webhook, WebhookList } from '../webhooks/webhook-list.ts';

const TOPICS = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.created',
  'order.updated',
  'order.deleted',
  'action.woocommerce_settings_saved',
];

export interface WantedWebhooks {
  address: string;
  secret: string;
}

export interface WebhookReport {
  created: string[];
  repaired: string[];
  fine: string[];
}

/** One webhook for each topic, as the plugin makes them: without the ping that core's REST route sends. */
export async function mendWebhooks(webhooks: WebhookList, wanted: WantedWebhooks): Promise<WebhookReport> {
  const report: WebhookReport = { created: [], repaired: [], fine: [] };
  for (const topic of TOPICS) {
    report[mendTopic(webhooks, topic, wanted)].push(topic);
    // Lets other requests run, as between two statements of a database.
    await setImmediate();
  }
  return report;
}

function mendTopic(webhooks: WebhookList, topic: string, wanted: WantedWebhooks): keyof WebhookReport {
  const found = webhooks
    .newestFirst()
    .filter((webhook) => webhook.topic === topic && isOurs(webhook, wanted));
  const right = found.find((webhook) => isRight(webhook, wanted));
  const best = right ?? found.find(({ status }) => status !== 'disabled');
  for (const { id } of found) if (id !== best?.id) webhooks.remove(id);
  if (!right) webhooks.save(toWebhook(best?.id ?? webhooks.nextId(), topic, wanted));
  if (found.length === 0) return 'created';
  return right && found.length === 1 ? 'fine' : 'repaired';
}

/** Returns the topics. */
export function removeWebhooks(webhooks: WebhookList, wanted: WantedWebhooks): string[] {
  const ours = webhooks.newestFirst().filter((webhook) => isOurs(webhook, wanted));
  for (const { id } of ours) webhooks.remove(id);
  return ours.map(({ topic }) => topic);
}

function isOurs({ name, topic, deliveryUrl }: Webhook, wanted: WantedWebhooks): boolean {
  return deliveryUrl === wanted.address || name === nameOf(topic, wanted);
}

function isRight(webhook: Webhook, wanted: WantedWebhooks): boolean {
  const { name, topic, deliveryUrl, status } = webhook;
  return status === 'active' && deliveryUrl === wanted.address && name === nameOf(topic, wanted);
}

function toWebhook(id: number, topic: string, wanted: WantedWebhooks): Webhook {
  const now = new Date().toISOString();
  return {
    id,
    name: nameOf(topic, wanted),
    status: 'active',
    topic,
    deliveryUrl: wanted.address,
    secret: wanted.secret,
    failures: 0,
    createdAt: now,
    updatedAt: now,
  };
}

function nameOf(topic: string, { secret }: WantedWebhooks): string {
  const fingerprint = createHash('sha256').update(`ucp-host webhook ${secret}`).digest('hex').slice(0, 8);
  return `ucp-host ${topic} (${fingerprint})`;
}
