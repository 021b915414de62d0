import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { type TaskToDo, tasks } from './jobs.ts';

export interface DeliveryToRecord {
  storeId: string;
  /** The platform's own id of the delivery. */
  id: string;
  topic: string;
  effect: DeliveryEffect;
  /** GID of the product or order; null for what concerns the whole shop. */
  subject: string | null;
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

const LONGEST_TOPIC = 100;
/** Anybody may send what is refused: of so many in an hour the others are not written down. */
const MOST_UNPROVEN_AN_HOUR = 50;
/** Of one store in each process: what is told above that is done and not written down, and doing it twice does no harm. */
const MAX_SIGNED_AN_HOUR = 2_000;
const HOUR_MS = 60 * 60_000;

export type WebhookDeliveries = ReturnType<typeof webhookDeliveries>;

export function webhookDeliveries(database: Database) {
  const hasRoom = roomFor(MOST_UNPROVEN_AN_HOUR);
  const hasRoomForSigned = roomFor(MAX_SIGNED_AN_HOUR);

  return {
    /**
     * Remembers a delivery and what is to be done about it, both or neither: nothing that was acknowledged is lost, and what
     * was not is sent once more. False: it was taken before, which is counted, and nothing is to be done.
     */
    async record(delivery: DeliveryToRecord, task: TaskToDo | undefined, now: string): Promise<boolean> {
      if (!hasRoomForSigned(delivery.storeId, now)) {
        if (task) await tasks(database).enqueue(task, now);
        return true;
      }
      return database.transaction().execute(async (connection) => {
        const { repeats } = await connection
          .insertInto('webhook_deliveries')
          .values({
            store_id: delivery.storeId,
            delivery_hash: hashOf(delivery.id),
            topic: delivery.topic.slice(0, LONGEST_TOPIC),
            received_at: now,
            signature: 'valid',
            effect: delivery.effect,
            subject: delivery.subject,
            repeats: 0,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['store_id', 'delivery_hash'])
              .doUpdateSet({ repeats: sql<number>`webhook_deliveries.repeats + 1` }),
          )
          .returning('repeats')
          .executeTakeFirstOrThrow();
        if (repeats > 0) return false;
        if (task) await tasks(connection).enqueue(task, now);
        return true;
      });
    },

    /** Under an id of our own: what was refused must not stand in the way of the true one. Some are left out, see above. */
    async recordUnproven({ storeId, topic, ...what }: UnprovenDelivery, now: string): Promise<void> {
      if (!hasRoom(storeId, now)) return;
      const hourAgo = new Date(Date.parse(now) - HOUR_MS).toISOString();
      const id = `unproven/${randomUUID()}`;
      await sql`insert into webhook_deliveries
        (store_id, delivery_hash, topic, received_at, signature, effect, repeats)
        select ${storeId}, ${id}, ${topic.slice(0, LONGEST_TOPIC)}, ${now}, ${what.signature}, ${what.effect}, 0
        where (select count(*) from webhook_deliveries where store_id = ${storeId} and received_at > ${hourAgo}
          and delivery_hash like 'unproven/%') < ${MOST_UNPROVEN_AN_HOUR}`.execute(database);
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

const MOST_STORES_COUNTED = 20_000;

/** Whom this process has written down enough of in an hour, costs it nothing more: the database is not even asked. */
function roomFor(max: number) {
  let hour = '';
  const counts = new Map<string, number>();
  return (storeId: string, now: string): boolean => {
    if (now.slice(0, 13) !== hour || counts.size > MOST_STORES_COUNTED) counts.clear();
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
