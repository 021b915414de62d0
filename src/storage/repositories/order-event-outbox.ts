import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Order, NOTIFY_AGENT_PLATFORM } from '../../commerce/order.ts';
import type { Database } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { jobs } from './jobs.ts';

/** Order after a change, for the agent platform whose agent created its session. */
export interface PendingOrderEvent {
  id: string;
  agentProfile: string;
  order: Order;
  occurredAt: string;
}

export type OrderEventOutbox = ReturnType<typeof orderEventOutbox>;

export function orderEventOutbox(database: Database, sealing: Sealing) {
  return {
    /** Returns the oldest undelivered event of an order. */
    async next(storeId: string, orderId: string): Promise<PendingOrderEvent | undefined> {
      const row = await database
        .selectFrom('order_event_outbox')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('order_id', '=', orderId)
        .orderBy('number')
        .limit(1)
        .executeTakeFirst();
      if (!row) return undefined;
      const order: Order = JSON.parse(sealing.open(row.snapshot, place(row.id)));
      return { id: row.id, agentProfile: row.agent_profile, order, occurredAt: row.occurred_at };
    },

    async markDelivered(id: string): Promise<void> {
      await database.deleteFrom('order_event_outbox').where('id', '=', id).execute();
    },
  };
}

/**
 * Must run in the transaction that writes the order, with its session locked. Does nothing without an agent platform, before
 * the shop has confirmed the order, or when no member of the event has changed.
 */
export async function enqueueOrderEvent(
  connection: Database,
  sealing: Sealing,
  order: Order,
  { before, now }: { before: Order | undefined; now: string },
): Promise<void> {
  if (order.payment !== 'verified' || !hasChanged(order, before)) return;
  const session = await connection
    .selectFrom('checkout_sessions')
    .select('agent_profile')
    .where('id', '=', order.sessionId)
    .executeTakeFirst();
  if (!session?.agent_profile) return;
  const id = `msg_${randomUUID()}`;
  await connection
    .insertInto('order_event_outbox')
    .values((row) => ({
      id,
      store_id: order.storeId,
      order_id: order.id,
      number: row
        .selectFrom('order_event_outbox as earlier')
        .select(sql<number>`coalesce(max(earlier.number), 0) + 1`.as('next'))
        .where('earlier.order_id', '=', order.id),
      agent_profile: session.agent_profile ?? '',
      snapshot: sealing.seal(JSON.stringify(order), place(id)),
      occurred_at: now,
    }))
    .execute();
  await jobs(connection).enqueue(
    { storeId: order.storeId, kind: NOTIFY_AGENT_PLATFORM, subject: order.id },
    now,
  );
}

function place(id: string): string {
  return `order_notices.snapshot/${id}`;
}

/** Compares the members that an event carries; instants of reads are not among them. */
function hasChanged(order: Order, before: Order | undefined): boolean {
  return before === undefined || membersOf(order) !== membersOf(before);
}

function membersOf(order: Order): string {
  const { status, payment, currency, lines, totals, shippingAddress, tracking, progress, pageUrl } = order;
  const seen = [status, payment, currency, lines, totals, shippingAddress, tracking, progress, pageUrl];
  return JSON.stringify(seen);
}
