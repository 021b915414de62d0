import { sql } from 'kysely';
import type { EventData } from '../../../commerce/order/events.ts';
import type { Order } from '../../../commerce/order/order.ts';
import type { Database, Row } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { deleteInBatches } from '../rows/delete-rows.ts';
import { hasChanged, match } from '../rows/rows.ts';

/** `id` identifies the message; `messageId` is the event's, and the same for every endpoint. */
interface Message extends Omit<TableRecord<'outbox_messages'>, 'receiver'> {
  /** True when its content cannot be decrypted: it is null. */
  isUnreadable: boolean;
}

/** Message of the outbox that waits for its receiver. */
type OutboxMessage = Message &
  (
    | { receiver: 'endpoint'; data: EventData }
    /** `agentProfile`: URL of the agent platform's profile; `order`: as it was at `occurredAt`. */
    | { receiver: 'agent_platform'; agentProfile: string; order: Order }
  );

export type OrderMessage = Extract<OutboxMessage, { receiver: 'agent_platform' }>;
export type EndpointMessage = Extract<OutboxMessage, { receiver: 'endpoint' }>;

export type Outbox = ReturnType<typeof createOutboxRepository>;

/** A literal: SQLite does not match a bound value with the partial index. */
const PENDING = sql.lit('pending' as const);

export const createOutboxRepository = (context: Sealed) =>
  bindFunctions(context, { next, markDelivered, giveUp, giveUpChannel, postpone, forget });

const updatePending = (database: Database, { storeId, id }: OutboxMessage) =>
  database.updateTable('outbox_messages').where(match({ storeId, id })).where('status', '=', PENDING);

async function settle(database: Database, message: OutboxMessage, status: 'delivered' | 'dead', at: string) {
  if (message.receiver === 'agent_platform') {
    const { storeId, id } = message;
    await database.deleteFrom('outbox_messages').where(match({ storeId, id })).execute();
    return;
  }
  await updatePending(database, message)
    .set({ status, settledAt: at, ...pickAttempts(message) })
    .execute();
}

/** Lists the oldest waiting message of each subject, the earliest due first; some may not be due yet. */
async function next({ database, sealing }: Sealed, storeId: string, channel: string, limit: number) {
  const rows = await database
    .selectFrom('outbox_messages as message')
    .selectAll()
    .where((row) => row.and({ storeId, channel, status: PENDING }))
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('outbox_messages as earlier')
            .select('earlier.number')
            .where((row) =>
              row.and({
                'earlier.storeId': ref('message.storeId'),
                'earlier.channel': ref('message.channel'),
                'earlier.subject': ref('message.subject'),
                'earlier.status': PENDING,
              }),
            )
            .where('earlier.number', '<', ref('message.number')),
        ),
      ),
    )
    .orderBy('nextAttemptAt')
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map((row) => fromRow(row, sealing));
}

/** Marks a message of an endpoint as delivered; one of an agent platform holds personal data and is deleted. */
const markDelivered = ({ database }: Sealed, message: OutboxMessage, now: string): Promise<void> =>
  settle(database, message, 'delivered', now);

/** Gives a message up: one of an endpoint can be sent again. */
const giveUp = ({ database }: Sealed, message: OutboxMessage, now: string): Promise<void> =>
  settle(database, message, 'dead', now);

/** Gives up all messages of a channel whose endpoint is disabled or removed. */
async function giveUpChannel({ database }: Sealed, storeId: string, channel: string, now: string) {
  await database
    .updateTable('outbox_messages')
    .set({ status: 'dead', settledAt: now })
    .where(match({ storeId, channel, status: PENDING }))
    .execute();
}

const postpone = ({ database }: Sealed, message: OutboxMessage, nextAttemptAt: string) =>
  hasChanged(updatePending(database, message).set({ ...pickAttempts(message), nextAttemptAt }));

/** Deletes messages that were delivered, or given up, before an instant. */
async function forget({ database }: Sealed, { delivered, dead }: Record<'delivered' | 'dead', string>) {
  for (const [status, before] of [
    ['delivered', delivered],
    ['dead', dead],
  ] as const)
    await deleteInBatches(
      database,
      TABLES.outbox_messages,
      sql`status = ${status} and settled_at < ${before}`,
    );
}

const pickAttempts = ({ attempts, history }: OutboxMessage) => ({ attempts, history });

function fromRow(row: Row<'outbox_messages'>, sealing: Sealing): OutboxMessage {
  const { receiver, snapshot, unreadable, ...message } = TABLES.outbox_messages.fromRow(row, sealing.lenient);
  const common = { ...message, isUnreadable: unreadable !== undefined };
  return receiver === 'agent_platform'
    ? { ...common, receiver, agentProfile: message.address, order: snapshot as Order }
    : { ...common, receiver, data: snapshot as EventData };
}
