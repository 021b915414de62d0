import { WordPressError } from '../wordpress-error.ts';

export interface Webhook {
  id: number;
  name: string;
  status: 'active' | 'paused' | 'disabled';
  topic: string;
  deliveryUrl: string;
  /** Write-only. */
  secret: string;
  /** Failures in a row; in no response, and not reset with the status. */
  failures: number;
  createdAt: string;
  updatedAt: string;
}

export interface WebhookList {
  newestFirst(): Webhook[];
  /** Throws WordPress's 404. */
  find(id: number): Webhook;
  nextId(): number;
  save(webhook: Webhook): Webhook;
  remove(id: number): void;
  /** Active ones for this topic, oldest first. */
  listeningTo(topic: string): Webhook[];
  /** Records the outcome of a delivery. */
  count(id: number, isAccepted: boolean): void;
}

/** Failures in a row after which the next one disables a webhook. */
const FAILURES_FORGIVEN = 6;

export function createWebhooks(before: readonly Webhook[] = []): WebhookList {
  const webhooks = new Map(before.map((webhook) => [webhook.id, webhook]));
  let lastId = Math.max(0, ...webhooks.keys());
  return {
    newestFirst: () => [...webhooks.values()].toReversed(),
    find(id) {
      const webhook = webhooks.get(id);
      if (webhook) return webhook;
      throw new WordPressError(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
    },
    nextId: () => lastId + 1,
    save(webhook) {
      webhooks.set(webhook.id, webhook);
      lastId = Math.max(lastId, webhook.id);
      return webhook;
    },
    remove: (id) => webhooks.delete(id),
    listeningTo: (topic) =>
      [...webhooks.values()].filter((each) => each.status === 'active' && each.topic === topic),
    count(id, isAccepted) {
      const webhook = webhooks.get(id);
      if (!webhook) return;
      if (isAccepted) webhook.failures = 0;
      else if (webhook.failures < FAILURES_FORGIVEN) webhook.failures += 1;
      else webhook.status = 'disabled';
    },
  };
}
