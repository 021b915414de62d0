import { isSlug, type Store } from '../commerce/store.ts';
import type { Delivery, PlatformEvent, WebhookRequest } from '../platforms/platform-kind.ts';
import type { Stores } from '../storage/stores.ts';
import type { TaskToDo } from '../storage/tasks.ts';
import type { WebhookDeliveries } from '../storage/webhook-deliveries.ts';
import type { TaskName } from './task-kinds.ts';

export type WebhookReceipt = 'taken' | 'unknown_store' | 'bad_signature' | 'malformed';

interface Receiving {
  stores: Stores;
  deliveries: WebhookDeliveries;
  /** Checks and reads it with the store's own secrets. */
  read(store: Store, request: WebhookRequest): Promise<Delivery | 'bad_signature'>;
  /** There is something to do. */
  wake(): void;
  now: () => number;
}

/**
 * Takes in what a shop tells of itself. Nothing is believed but that something happened in this very store: what is true
 * now is asked of the shop later, so that doubled, late and reordered deliveries do no harm. Asks no platform.
 */
export async function receiveWebhook(
  receiving: Receiving,
  slug: string,
  request: WebhookRequest,
): Promise<WebhookReceipt> {
  const store = isSlug(slug) ? await receiving.stores.find(slug) : undefined;
  if (!store) return 'unknown_store';
  const delivery = await receiving.read(store, request);
  if (delivery === 'bad_signature') return delivery;
  if (delivery.event === null) return isReadable(request) ? 'taken' : 'malformed';
  const { id, topic, event } = delivery;
  const now = new Date(receiving.now()).toISOString();
  const isNew = await receiving.deliveries.record(
    { storeId: store.id, id, topic },
    taskFor(store, event),
    now,
  );
  if (isNew) receiving.wake();
  return 'taken';
}

function taskFor(store: Store, event: PlatformEvent): TaskToDo {
  const [kind, subject]: [TaskName, string] =
    event.kind === 'order_changed' ? ['refresh_order', event.orderId] : ['refresh_product', event.productId];
  return { storeId: store.id, kind, subject };
}

/** What is signed but not listened to is fine, whatever it says; so is the form with which WooCommerce pings. */
function isReadable({ headers, body }: WebhookRequest): boolean {
  if (String(headers['content-type']).startsWith('application/x-www-form-urlencoded')) return true;
  try {
    JSON.parse(Buffer.from(body).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
