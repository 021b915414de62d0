import { setTimeout as wait } from 'node:timers/promises';
import {
  CATCH_UP,
  IMPORT_PRODUCTS,
  MAX_WAITING_JOBS,
  REFRESH_ORDER,
  REFRESH_PRODUCT,
  REFRESH_STORE,
} from '../commerce/job/job-names.ts';
import { parseJson } from '../commerce/json/parse-json.ts';
import { probeAfterSign } from '../commerce/store/outage.ts';
import type { Store } from '../commerce/store/store.ts';
import type { DeliveryEffect } from '../commerce/store/webhook-delivery.ts';
import { HOUR_MS, toIso } from '../commerce/time/time.ts';
import type { JobName } from '../jobs/job-kinds.ts';
import { createWindowCounts } from '../limits/window-counts.ts';
import type {
  DeliveryToRecord,
  UnprovenDelivery,
  WebhookDeliveries,
} from '../storage/repositories/activity/webhook-deliveries.ts';
import type { Jobs } from '../storage/repositories/jobs/jobs.ts';
import type { Stores } from '../storage/repositories/stores/stores.ts';
import type {
  Delivery,
  PlatformEvent,
  WebhookHeaders,
  WebhookRequest,
} from '../store-platforms/platform-kind.ts';

type WebhookReceipt = 'taken' | 'unknown_store' | 'bad_signature' | 'malformed';

interface Receiving {
  stores: Stores;
  recordUnproven: ReturnType<typeof createUnprovenRecorder>;
  record: ReturnType<typeof recordTogether>;
  headersOf(store: Store): WebhookHeaders;
  read(store: Store, request: WebhookRequest): Promise<Delivery | 'bad_signature'>;
  now: () => number;
}

interface Recording {
  deliveries: Pick<WebhookDeliveries, 'record'>;
  jobs: Pick<Jobs, 'recordShopSignOfLife'>;
  wake(): void;
  now: () => number;
}

/** For a store in one process: deliveries beyond it are not recorded. */
const MAX_SIGNED_PER_HOUR = 2_000;
/** Bounds the rows that unverified senders cause for a store. */
const MAX_UNPROVEN_PER_HOUR = 50;

/** Admits `max` deliveries for a store in an hour without asking the database. */
function createHourlyRoom(max: number) {
  const counts = createWindowCounts(HOUR_MS);
  return (storeId: string, now: string): boolean => {
    counts.enter(Date.parse(now));
    return counts.add(storeId) <= max;
  };
}

export function createUnprovenRecorder(deliveries: Pick<WebhookDeliveries, 'recordUnproven'>) {
  const hasRoom = createHourlyRoom(MAX_UNPROVEN_PER_HOUR);
  return async (delivery: UnprovenDelivery, now: string): Promise<void> => {
    if (!hasRoom(delivery.storeId, now)) return;
    const bound = { max: MAX_UNPROVEN_PER_HOUR, since: toIso(Date.parse(now) - HOUR_MS) };
    await deliveries.recordUnproven(delivery, now, bound);
  };
}

/** Wakes the workers once for a batch; during an outage of the shop their own interval is soon enough. */
export function recordTogether({ deliveries, jobs, wake, now }: Recording) {
  const hasRoom = createHourlyRoom(MAX_SIGNED_PER_HOUR);
  return batchByKey<DeliveryToRecord>(async (storeId, batch) => {
    const at = toIso(now());
    if (!(await deliveries.record(storeId, batch, at, hasRoom))) return;
    if (await jobs.recordShopSignOfLife(storeId, at, probeAfterSign)) wake();
  });
}

/** Records what has changed, not its new state: the job reads that, so late, repeated and reordered deliveries do no harm. */
export async function receiveWebhook(
  receiving: Receiving,
  slug: string,
  request: WebhookRequest,
): Promise<WebhookReceipt> {
  const store = await receiving.stores.find(slug);
  // A disconnected store answers like an unknown one.
  if (!store || store.disconnectedAt !== null) return 'unknown_store';
  const delivery = await receiving.read(store, request);
  return delivery === 'bad_signature' || delivery.event === null
    ? takeWithoutEvent(receiving, store, request, delivery)
    : takeEvent(receiving, store.id, delivery, delivery.event);
}

/** Records a delivery without effect, as far as there is room: a refused, a malformed or a needless one. Pings are unsigned. */
async function takeWithoutEvent(
  { recordUnproven, headersOf, now }: Receiving,
  store: Store,
  { headers, body }: WebhookRequest,
  delivery: Delivery | 'bad_signature',
): Promise<WebhookReceipt> {
  const names = headersOf(store);
  const isSigned = Boolean(headers[names.signature]);
  const record = (row: Omit<UnprovenDelivery, 'storeId'>) =>
    recordUnproven({ storeId: store.id, ...row }, toIso(now()));
  if (delivery === 'bad_signature') {
    const claimed = String(headers[names.topic] ?? '').toLowerCase();
    const topic = /^[\w./-]{1,100}$/.test(claimed) ? claimed : '';
    await record({ topic, signature: isSigned ? 'invalid' : 'missing', effect: 'refused' });
    return delivery;
  }
  if (!isSigned) return 'taken';
  const isReadable = parseJson(Buffer.from(body).toString()) !== undefined;
  const effect = isReadable ? 'ignored' : 'malformed';
  await record({ topic: delivery.topic, signature: 'valid', effect });
  return isReadable ? 'taken' : 'malformed';
}

async function takeEvent(
  { record }: Receiving,
  storeId: string,
  { id, topic }: Delivery,
  event: PlatformEvent,
): Promise<WebhookReceipt> {
  if (event.kind === 'buyer_steps') {
    // Nothing is kept of buyers that no agent has sent: a busy shop reports each of them.
    const delivered = { id, topic, effect: 'steps_recorded', subject: null } as const;
    if (event.reports.length > 0) await record(storeId, { ...delivered, steps: event.reports });
    return 'taken';
  }
  const { effect, instead, ...work } = toJob(event);
  const many = instead && { instead: { kind: instead, beyond: MAX_WAITING_JOBS } };
  const job = { storeId, ...work, ...many };
  await record(storeId, { id, topic, effect, subject: job.subject || null, job });
  return 'taken';
}

interface Job {
  kind: JobName;
  subject: string;
  /** Replaces many waiting jobs of the kind. Only an import finds deleted products. */
  instead?: JobName;
  effect: DeliveryEffect;
}

function toJob(event: Exclude<PlatformEvent, { kind: 'buyer_steps' }>): Job {
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

/** Batches of one key that begin without a pause, in each window. */
const FREE_BATCHES = 50;
const WINDOW_MS = 10_000;
/** Pause after each further batch of the window. */
const PAUSE_MS = 250;

interface Batch<Item> {
  items: Item[];
  writing: Promise<void>;
}

/** Writes one batch of a key at a time, so that a flood takes one connection. A caller gets the outcome of its own batch. */
export function batchByKey<Item>(write: (key: string, items: readonly Item[]) => Promise<void>) {
  const open = new Map<string, Batch<Item>>();
  const previous = new Map<string, Promise<unknown>>();
  const begun = createWindowCounts(WINDOW_MS);

  async function commit(key: string, items: readonly Item[]): Promise<void> {
    await previous.get(key);
    open.delete(key);
    begun.enter(performance.now());
    const pauseMs = begun.add(key) > FREE_BATCHES ? PAUSE_MS : 0;
    const writing = write(key, items);
    const over = Promise.allSettled([writing, wait(pauseMs)]);
    previous.set(key, over);
    void over.then(() => previous.delete(key));
    return writing;
  }

  return (key: string, item: Item): Promise<void> => {
    const batch = open.get(key);
    if (batch) {
      batch.items.push(item);
      return batch.writing;
    }
    const items = [item];
    const writing = commit(key, items);
    open.set(key, { items, writing });
    return writing;
  };
}
