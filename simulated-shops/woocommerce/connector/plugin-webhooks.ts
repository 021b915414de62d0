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
export async function mendWebhooks(webhooks: WebhookList, target: WantedWebhooks): Promise<WebhookReport> {
  const report: WebhookReport = { created: [], repaired: [], fine: [] };
  for (const topic of TOPICS) {
    report[mendTopic(webhooks, topic, target)].push(topic);
    // Lets other requests run, as between two statements of a database.
    await setImmediate();
  }
  return report;
}

function mendTopic(webhooks: WebhookList, topic: string, target: WantedWebhooks): keyof WebhookReport {
  const ours = webhooks.newestFirst().filter((webhook) => webhook.topic === topic && isOurs(webhook, target));
  const right = ours.find((webhook) => isRight(webhook, target));
  const best = right ?? ours.find(({ status }) => status !== 'disabled');
  for (const { id } of ours) if (id !== best?.id) webhooks.remove(id);
  if (!right) webhooks.save(toWebhook(best?.id ?? webhooks.nextId(), topic, target));
  if (ours.length === 0) return 'created';
  return right && ours.length === 1 ? 'fine' : 'repaired';
}

/** Returns the topics. */
export function removeWebhooks(webhooks: WebhookList, target: WantedWebhooks): string[] {
  const ours = webhooks.newestFirst().filter((webhook) => isOurs(webhook, target));
  for (const { id } of ours) webhooks.remove(id);
  return ours.map(({ topic }) => topic);
}

function isOurs({ name, topic, deliveryUrl }: Webhook, target: WantedWebhooks): boolean {
  return deliveryUrl === target.address || name === nameOf(topic, target);
}

function isRight(webhook: Webhook, target: WantedWebhooks): boolean {
  const { name, topic, deliveryUrl, status } = webhook;
  return status === 'active' && deliveryUrl === target.address && name === nameOf(topic, target);
}

function toWebhook(id: number, topic: string, target: WantedWebhooks): Webhook {
  const now = new Date().toISOString();
  return {
    id,
    name: nameOf(topic, target),
    status: 'active',
    topic,
    deliveryUrl: target.address,
    secret: target.secret,
    failures: 0,
    createdAt: now,
    updatedAt: now,
  };
}

function nameOf(topic: string, { secret }: WantedWebhooks): string {
  const fingerprint = createHash('sha256').update(`ucp-host webhook ${secret}`).digest('hex').slice(0, 8);
  return `ucp-host ${topic} (${fingerprint})`;
}
