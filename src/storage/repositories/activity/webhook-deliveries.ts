import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { StepReport } from '../../../commerce/checkout/buyer-steps.ts';
import type { Gid } from '../../../commerce/product/products.ts';
import type { DeliveryEffect } from '../../../commerce/store/webhook-delivery.ts';
import type { Database } from '../../engine/database.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { endFreshness } from '../catalog/product-readings.ts';
import { enqueueJobs, type JobRequest } from '../jobs/jobs.ts';
import { bindFunctions } from '../rows/bound.ts';
import { listPage, matchRowsWithin, type Page, type Span } from '../rows/row-pages.ts';
import { insertJsonRows, itemOf } from '../rows/rows.ts';
import { recordSteps } from '../shopping/buyer-steps.ts';

export interface DeliveryToRecord {
  /** Id that the platform gave the delivery. */
  id: string;
  topic: string;
  effect: DeliveryEffect;
  /** Product or order; null for the whole shop. */
  subject: Gid | null;
  job?: JobRequest;
  /** Reports that are recorded with the delivery. */
  steps?: readonly StepReport[];
}

/** Unverified delivery, stored without its body. */
export type UnprovenDelivery = Pick<
  TableRecord<'webhook_deliveries'>,
  'storeId' | 'topic' | 'signature' | 'effect'
>;

export interface RecordedDelivery
  extends Omit<TableRecord<'webhook_deliveries'>, 'storeId' | 'deliveryHash'> {
  id: string;
}

const MAX_TOPIC_LENGTH = 100;

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveryRepository>;

export const createWebhookDeliveryRepository = (database: Database) =>
  bindFunctions(database, { record, recordUnproven, list });

/**
 * Records deliveries, their jobs and their steps in one transaction: the shop repeats what is not acknowledged. Changed products
 * are no longer fresh from then on. Returns false when all were recorded before; repetitions are counted and have no effect.
 * Deliveries without room enqueue their jobs, which are idempotent, without a record.
 */
async function record(
  database: Database,
  storeId: string,
  deliveries: readonly DeliveryToRecord[],
  now: string,
  hasRoom: (storeId: string, now: string) => boolean,
): Promise<boolean> {
  const distinct = [...groupDistinct(deliveries)];
  const changed = distinct.flatMap(([, { effect, subject }]) =>
    effect === 'product_refreshed' && subject !== null ? subject : [],
  );
  await endFreshness(database, storeId, changed, now);
  const admitted = distinct.filter(() => hasRoom(storeId, now));
  return database.transaction().execute(async (connection) => {
    const knownHashes = await writeOnce(connection, storeId, admitted, now);
    const fresh = distinct.flatMap(([hash, delivery]) => (knownHashes.has(hash) ? [] : delivery));
    const steps = fresh.flatMap((delivery) => delivery.steps ?? []);
    // Sessions before jobs, as their other writers lock them.
    await recordSteps(connection, storeId, steps, now);
    const requests = fresh.flatMap(({ job }) => job ?? []);
    await enqueueJobs(connection, requests, now);
    return fresh.length > 0;
  });
}

/** Uses a random id: a forged delivery must not block the real one. Skips a delivery beside `max` others since an instant. */
async function recordUnproven(
  database: Database,
  { storeId, topic, ...what }: UnprovenDelivery,
  now: string,
  { max, since }: { max: number; since: string },
): Promise<void> {
  const row = {
    ...{ storeId, deliveryHash: `unproven/${randomUUID()}`, receivedAt: now, ...what },
    topic: topic.slice(0, MAX_TOPIC_LENGTH),
  };
  const { eb, selectFrom } = itemOf<'webhook_deliveries'>();
  const others = selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('storeId', '=', storeId)
    .where('receivedAt', '>', since)
    .where('deliveryHash', 'like', 'unproven/%');
  await insertJsonRows(database, 'webhook_deliveries', [row], eb(others, '<', max)).execute();
}

/** Newest first. */
function list(database: Database, storeId: string, received: Span, page: Page) {
  const deliveries = database
    .selectFrom('webhook_deliveries')
    .where('storeId', '=', storeId)
    .where(matchRowsWithin(received, 'receivedAt'))
    .select(['deliveryHash as id', 'topic', 'receivedAt', 'signature', 'effect'])
    .select(['subject', 'repeats']);
  return listPage(deliveries, { by: sql.ref('receivedAt'), id: 'deliveryHash' }, page, (row) => row);
}

type Distinct = DeliveryToRecord & { count: number };

/** Groups deliveries by the hash of their ids. */
function groupDistinct(deliveries: readonly DeliveryToRecord[]): Map<string, Distinct> {
  const distinct = new Map<string, Distinct>();
  for (const delivery of deliveries) {
    // Ids have any length and content.
    const key = hash('sha256', delivery.id, 'base64url');
    const former = distinct.get(key);
    distinct.set(key, { ...delivery, ...former, count: (former?.count ?? 0) + 1 });
  }
  return distinct;
}

/** Inserts deliveries or counts repetitions. Returns the hashes of known ones. */
async function writeOnce(
  connection: Database,
  storeId: string,
  deliveries: readonly [hash: string, delivery: Distinct][],
  now: string,
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const rows = deliveries.map(([hash, { topic, effect, subject, count }]) => ({
    ...{ storeId, deliveryHash: hash, topic: topic.slice(0, MAX_TOPIC_LENGTH), receivedAt: now },
    ...{ signature: 'valid' as const, effect, subject, repeats: count - 1 },
  }));
  // Sorted: transactions that write the same rows cannot deadlock.
  rows.sort((one, other) => (one.deliveryHash < other.deliveryHash ? -1 : 1));
  const repeats = sql<number>`webhook_deliveries.repeats + excluded.repeats + 1`;
  const deliveryRows = await insertJsonRows(connection, 'webhook_deliveries', rows)
    .onConflict((conflict) => conflict.columns(['storeId', 'deliveryHash']).doUpdateSet({ repeats }))
    .returning(['deliveryHash', 'repeats'])
    .execute();
  const counts = new Map(deliveries.map(([hash, { count }]) => [hash, count]));
  const isKnown = (hash: string, repeats: number) => repeats >= (counts.get(hash) ?? 0);
  return new Set(
    deliveryRows.flatMap(({ deliveryHash: hash, repeats }) => (isKnown(hash, repeats) ? hash : [])),
  );
}
