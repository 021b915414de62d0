import {
  CATCH_UP,
  IMPORT_PRODUCTS,
  MAX_WAITING_JOBS,
  REFRESH_ORDER,
  REFRESH_PRODUCT,
  REFRESH_STORE,
} from '../commerce/job-names.ts';
import { parseJson } from '../commerce/json/parse-json.ts';
import { probeAfterSign } from '../commerce/store/outage.ts';
import type { Store } from '../commerce/store/store.ts';
import type { DeliveryEffect } from '../commerce/store/webhook-delivery.ts';
import { HOUR_MS, iso } from '../commerce/time.ts';
import type { JobName } from '../jobs/job-kinds.ts';
import type { Jobs } from '../storage/repositories/jobs.ts';
import type { Stores } from '../storage/repositories/stores.ts';
import type {
  DeliveryToRecord,
  UnprovenDelivery,
  WebhookDeliveries,
} from '../storage/repositories/webhook-deliveries.ts';
import type { Delivery, PlatformEvent, WebhookRequest } from '../store-platforms/platform-kind.ts';
import { batchByKey } from './batch-by-key.ts';
import { hourlyRoom } from './hourly-room.ts';

type WebhookReceipt = 'taken' | 'unknown_store' | 'bad_signature' | 'malformed';

interface Receiving {
  stores: Stores;
  recordUnproven: ReturnType<typeof unprovenRecorder>;
  /** Resolves when the delivery and its job are recorded. */
  record: ReturnType<typeof recordTogether>;
  /** Verifies and parses a delivery with the store's secrets. */
  read(store: Store, request: WebhookRequest): Promise<Delivery | 'bad_signature'>;
  now: () => number;
}

interface Recording {
  deliveries: Pick<WebhookDeliveries, 'record'>;
  jobs: Pick<Jobs, 'shopShowsLife'>;
  /** There is something to do. */
  wake(): void;
  now: () => number;
}

/** For a store in one process: deliveries beyond it are not recorded. */
const MAX_SIGNED_PER_HOUR = 2_000;
/** Bounds the rows that unverified senders cause for a store. */
const MAX_UNPROVEN_PER_HOUR = 50;

/** Records deliveries of unverified senders, as far as there is room. */
export function unprovenRecorder({ deliveries }: { deliveries: Pick<WebhookDeliveries, 'recordUnproven'> }) {
  const hasRoom = hourlyRoom(MAX_UNPROVEN_PER_HOUR);
  return async (delivery: UnprovenDelivery, now: string): Promise<void> => {
    if (!hasRoom(delivery.storeId, now)) return;
    const bound = { max: MAX_UNPROVEN_PER_HOUR, since: iso(Date.parse(now) - HOUR_MS) };
    await deliveries.recordUnproven(delivery, now, bound);
  };
}

/**
 * Records deliveries of one store together, and wakes the workers once for all of them; during an outage of the shop, the
 * workers' own interval is soon enough.
 */
export function recordTogether({ deliveries, jobs, wake, now }: Recording) {
  const hasRoom = hourlyRoom(MAX_SIGNED_PER_HOUR);
  return batchByKey<DeliveryToRecord>(async (storeId, batch) => {
    const at = iso(now());
    if (!(await deliveries.record(storeId, batch, at, hasRoom))) return;
    if (await jobs.shopShowsLife(storeId, at, probeAfterSign)) wake();
  });
}

/**
 * Records a delivery and enqueues the job that asks the shop for its current state: the payload only names what has changed, so
 * repeated, late and reordered deliveries do no harm. Steps of buyers are recorded at once, with the same care.
 */
export async function receiveWebhook(
  receiving: Receiving,
  slug: string,
  request: WebhookRequest,
): Promise<WebhookReceipt> {
  const store = await receiving.stores.find(slug);
  // A disconnected store answers like one that does not exist.
  if (!store || store.disconnectedAt !== null) return 'unknown_store';
  const now = iso(receiving.now());
  const delivery = await receiving.read(store, request);
  if (delivery === 'bad_signature') {
    const signature = isSigned(request) ? 'invalid' : 'missing';
    const refused = {
      storeId: store.id,
      topic: claimedTopic(request),
      signature,
      effect: 'refused',
    } as const;
    await receiving.recordUnproven(refused, now);
    return delivery;
  }
  const { id, topic, event } = delivery;
  if (event === null) return takeWithoutEvent(receiving, store, { request, delivery, now });
  if (event.kind === 'buyer_steps') {
    // Nothing is kept of buyers that no agent has sent: a busy shop reports each of them.
    const delivered = { id, topic, effect: 'steps_recorded', subject: null } as const;
    if (event.reports.length > 0) await receiving.record(store.id, { ...delivered, steps: event.reports });
    return 'taken';
  }
  const { effect, instead, ...work } = jobOf(event);
  const many = instead && { instead: { kind: instead, beyond: MAX_WAITING_JOBS } };
  const job = { storeId: store.id, ...work, ...many };
  await receiving.record(store.id, { id, topic, effect, subject: job.subject || null, job });
  return 'taken';
}

interface Job {
  kind: JobName;
  subject: string;
  /** Replaces many waiting jobs of the kind. Only an import finds deleted products. */
  instead?: JobName;
  effect: DeliveryEffect;
}

function jobOf(event: Exclude<PlatformEvent, { kind: 'buyer_steps' }>): Job {
  switch (event.kind) {
    case 'order_changed':
      return { kind: REFRESH_ORDER, subject: event.orderId, instead: CATCH_UP, effect: 'order_refreshed' };
    case 'shop_changed':
      return { kind: REFRESH_STORE, subject: '', effect: 'store_refreshed' };
    default: {
      const instead = event.kind === 'product_deleted' ? IMPORT_PRODUCTS : CATCH_UP;
      return { kind: REFRESH_PRODUCT, subject: event.productId, instead, effect: 'product_refreshed' };
    }
  }
}

/** Records a signed delivery that is malformed or of an unused topic, as far as there is room; pings are unsigned. */
async function takeWithoutEvent(
  { recordUnproven }: Receiving,
  store: Store,
  { request, delivery, now }: { request: WebhookRequest; delivery: Delivery; now: string },
): Promise<WebhookReceipt> {
  const readable = isReadable(request);
  if (isSigned(request)) {
    const effect = readable ? 'ignored' : 'malformed';
    const delivered = { storeId: store.id, topic: delivery.topic, signature: 'valid', effect } as const;
    await recordUnproven(delivered, now);
  }
  return readable ? 'taken' : 'malformed';
}

/** `x-shopify-hmac-sha256`, `x-wc-webhook-signature`. */
function isSigned({ headers }: WebhookRequest): boolean {
  return Object.entries(headers).some(
    ([name, value]) => /-(hmac-sha256|signature)$/.test(name) && value !== undefined && value !== '',
  );
}

/** Topic as the sender claims it; empty unless it looks like one. */
function claimedTopic({ headers }: WebhookRequest): string {
  const [, value] = Object.entries(headers).find(([name]) => /^x-.+-topic$/.test(name)) ?? [];
  return typeof value === 'string' && /^[\w./-]{1,100}$/.test(value) ? value.toLowerCase() : '';
}

/** True for JSON, and for the form with which WooCommerce pings. */
function isReadable({ headers, body }: WebhookRequest): boolean {
  if (String(headers['content-type']).startsWith('application/x-www-form-urlencoded')) return true;
  return parseJson(Buffer.from(body).toString()) !== undefined;
}
