import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { type JobRequest, jobs } from './jobs.ts';
import { jsonRows } from '../engine/both-databases.ts';

export interface DeliveryToRecord {
  /** The platform's own id of the delivery. */
  id: string;
  topic: string;
  effect: DeliveryEffect;
  /** GID of the product or order; null for what concerns the whole shop. */
  subject: string | null;
  /** The job that it asks for. */
  job: JobRequest;
}

/** What came of a delivery. `refreshed` is of a time when it was not noted which of the two. */
export type DeliveryEffect =
  | 'product_refreshed'
  | 'order_refreshed'
  | 'store_refreshed'
  | 'refreshed'
  | 'ignored'
  | 'malformed'
  | 'refused';

export type SignatureState = 'valid' | 'invalid' | 'missing';

/** What anybody may have sent: never its body. */
export interface UnprovenDelivery {
  storeId: string;
  topic: string;
  signature: SignatureState;
  effect: DeliveryEffect;
}

export interface RecordedDelivery {
  id: string;
  topic: string;
  receivedAt: string;
  signature: SignatureState;
  effect: DeliveryEffect;
  subject: string | null;
  /** How often it came again, and nothing was done. */
  repeats: number;
}

const MAX_TOPIC_LENGTH = 100;
/** Anybody may send what is refused: of so many in an hour the others are not written down. */
const MAX_UNPROVEN_PER_HOUR = 50;
/** Of one store in each process: what is told above that is done and not written down, and doing it twice does no harm. */
const MAX_SIGNED_AN_HOUR = 2_000;
const HOUR_MS = 60 * 60_000;

export type WebhookDeliveries = ReturnType<typeof webhookDeliveries>;

export function webhookDeliveries(database: Database) {
  const hasRoomForUnproven = roomFor(MAX_UNPROVEN_PER_HOUR);
  const hasRoomForSigned = roomFor(MAX_SIGNED_AN_HOUR);

  return {
    /**
     * Records deliveries of a store and the jobs that they ask for, all or none: an acknowledged delivery keeps its job, and any
     * other is sent again. Returns false when each was recorded before; those are counted, and ask for nothing.
     */
    async record(storeId: string, deliveries: readonly DeliveryToRecord[], now: string): Promise<boolean> {
      const distinct = [...distinctOf(deliveries)];
      const written = distinct.filter(() => hasRoomForSigned(storeId, now));
      return database.transaction().execute(async (connection) => {
        const known = await writeOnce(connection, storeId, written, now);
        const fresh = distinct.flatMap(([hash, { job }]) => (known.has(hash) ? [] : job));
        await jobs(connection).enqueueAll(fresh, now);
        return fresh.length > 0;
      });
    },

    /** Under an id of our own: what was refused must not stand in the way of the true one. Some are left out, see above. */
    async recordUnproven({ storeId, topic, ...what }: UnprovenDelivery, now: string): Promise<void> {
      if (!hasRoomForUnproven(storeId, now)) return;
      const hourAgo = new Date(Date.parse(now) - HOUR_MS).toISOString();
      const id = `unproven/${randomUUID()}`;
      await sql`insert into webhook_deliveries
        (store_id, delivery_hash, topic, received_at, signature, effect, repeats)
        select ${storeId}, ${id}, ${topic.slice(0, MAX_TOPIC_LENGTH)}, ${now}, ${what.signature}, ${what.effect}, 0
        where (select count(*) from webhook_deliveries where store_id = ${storeId} and received_at > ${hourAgo}
          and delivery_hash like 'unproven/%') < ${MAX_UNPROVEN_PER_HOUR}`.execute(database);
    },

    /** Newest first. */
    async ofStore(storeId: string, page: { limit: number; offset: number }): Promise<RecordedDelivery[]> {
      const rows = await database
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('store_id', '=', storeId)
        .orderBy('received_at', 'desc')
        .orderBy('delivery_hash')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.map((row) => ({
        id: row.delivery_hash,
        topic: row.topic,
        receivedAt: row.received_at,
        signature: row.signature as SignatureState,
        effect: row.effect as DeliveryEffect,
        subject: row.subject,
        repeats: row.repeats,
      }));
    },

    async countOfStore(storeId: string): Promise<number> {
      const row = await database
        .selectFrom('webhook_deliveries')
        .select((count) => count.fn.countAll<number | string>().as('count'))
        .where('store_id', '=', storeId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}

type Distinct = DeliveryToRecord & { count: number };

/** By the hash of their ids, each with how often it is there. */
function distinctOf(deliveries: readonly DeliveryToRecord[]): Map<string, Distinct> {
  const distinct = new Map<string, Distinct>();
  for (const delivery of deliveries) {
    const hash = hashOf(delivery.id);
    const known = distinct.get(hash);
    distinct.set(hash, { ...delivery, ...known, count: (known?.count ?? 0) + 1 });
  }
  return distinct;
}

/** Returns the hashes of deliveries that were there before; their repeats are counted. */
async function writeOnce(
  connection: Database,
  storeId: string,
  deliveries: readonly [hash: string, delivery: Distinct][],
  now: string,
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const rows = deliveries.map(([hash, { topic, effect, subject, count }]) => ({
    hash,
    topic: topic.slice(0, MAX_TOPIC_LENGTH),
    effect,
    subject,
    repeats: count - 1,
  }));
  // In one order everywhere: two transactions that write the same rows wait for each other instead of each for the other.
  rows.sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const { rows: written } = await sql<{ delivery_hash: string; repeats: number }>`
    insert into webhook_deliveries (store_id, delivery_hash, topic, received_at, signature, effect, subject, repeats)
    select ${storeId}, item.value ->> 'hash', item.value ->> 'topic', ${now}, 'valid', item.value ->> 'effect',
      item.value ->> 'subject', cast(item.value ->> 'repeats' as integer)
    from ${jsonRows(connection, rows)} where true
    on conflict (store_id, delivery_hash) do update set repeats = webhook_deliveries.repeats + excluded.repeats + 1
    returning delivery_hash, repeats`.execute(connection);
  const counts = new Map(deliveries.map(([hash, { count }]) => [hash, count]));
  const isKnown = (hash: string, repeats: number) => repeats >= (counts.get(hash) ?? 0);
  return new Set(written.flatMap(({ delivery_hash: hash, repeats }) => (isKnown(hash, repeats) ? hash : [])));
}

const MAX_STORES_COUNTED = 20_000;

/** Whom this process has written down enough of in an hour, costs it nothing more: the database is not even asked. */
function roomFor(max: number) {
  let hour = '';
  const counts = new Map<string, number>();
  return (storeId: string, now: string): boolean => {
    if (now.slice(0, 13) !== hour || counts.size > MAX_STORES_COUNTED) counts.clear();
    hour = now.slice(0, 13);
    const count = (counts.get(storeId) ?? 0) + 1;
    counts.set(storeId, count);
    return count <= max;
  };
}

/** Ids are the platforms' words, of any length and content. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
