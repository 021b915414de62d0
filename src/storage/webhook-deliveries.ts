import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { type TaskToDo, tasks } from './tasks.ts';

export interface DeliveryToRecord {
  storeId: string;
  /** The platform's own id of the delivery. */
  id: string;
  topic: string;
}

const LONGEST_TOPIC = 100;

export type WebhookDeliveries = ReturnType<typeof webhookDeliveries>;

export function webhookDeliveries(database: Database) {
  return {
    /**
     * Remembers a delivery and what is to be done about it, both or neither: nothing that was acknowledged is lost, and what
     * was not is sent once more. False: it was taken before, and nothing is to be done.
     */
    record(delivery: DeliveryToRecord, task: TaskToDo, now: string): Promise<boolean> {
      return database.transaction().execute(async (connection) => {
        const result = await connection
          .insertInto('webhook_deliveries')
          .values({
            store_id: delivery.storeId,
            delivery_hash: hashOf(delivery.id),
            topic: delivery.topic.slice(0, LONGEST_TOPIC),
            received_at: now,
          })
          .onConflict((conflict) => conflict.columns(['store_id', 'delivery_hash']).doNothing())
          .executeTakeFirst();
        if (result.numInsertedOrUpdatedRows === 0n) return false;
        await tasks(connection).enqueue(task, now);
        return true;
      });
    },
  };
}

/** Ids are the platforms' words, of any length and content. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
