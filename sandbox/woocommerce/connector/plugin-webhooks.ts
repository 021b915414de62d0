import { createHash } from 'node:crypto';
import { ping } from '../webhooks/deliver.ts';
import type { WebhookList } from '../webhooks/webhook-list.ts';

const TOPICS = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.created',
  'order.updated',
  'order.deleted',
];

/** What the plugin makes when it is paired: the names and topics by which the service knows its own. */
export async function makeWebhooks(
  webhooks: WebhookList,
  { address, secret }: { address: string; secret: string },
): Promise<void> {
  removeWebhooks(webhooks);
  const fingerprint = createHash('sha256').update(`ucp-host webhook ${secret}`).digest('hex').slice(0, 8);
  const now = new Date().toISOString();
  for (const topic of TOPICS) {
    const webhook = webhooks.save({
      id: webhooks.nextId(),
      name: `ucp-host ${topic} (${fingerprint})`,
      status: 'active',
      topic,
      deliveryUrl: address,
      secret,
      failures: 0,
      createdAt: now,
      updatedAt: now,
    });
    await ping(webhook);
  }
}

export function removeWebhooks(webhooks: WebhookList): void {
  for (const { id, name } of webhooks.newestFirst()) if (name.startsWith('ucp-host ')) webhooks.remove(id);
}
