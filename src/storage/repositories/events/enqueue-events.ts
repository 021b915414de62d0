import { randomUUID } from 'node:crypto';
import { DELIVER_EVENTS } from '../../../commerce/job/job-names.ts';
import {
  type EventData,
  type EventType,
  type StoreEvent,
  TEST_EVENT,
} from '../../../commerce/order/events.ts';
import type { Order } from '../../../commerce/order/order.ts';
import type { OrderNews } from '../../../commerce/order/order-news.ts';
import { type Instant, toIso } from '../../../commerce/time/time.ts';
import type { Database, NewRow } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES } from '../../tables/tables.ts';
import { enqueueJobs } from '../jobs/jobs.ts';
import { match } from '../rows/rows.ts';

interface Enqueued {
  storeId: string;
  now: Instant;
}

/** Writes a message for each endpoint that asks for an event, with its job, in the transaction of the change, which locks the subject. */
export async function enqueueEvents(
  connection: Database,
  sealing: Sealing,
  events: readonly StoreEvent[],
  at: Enqueued,
): Promise<void> {
  await write(connection, await createMessages(connection, sealing, events, at), at);
}

/** Enqueues a test event for one endpoint, ahead of all waiting events and whatever types it subscribes to. */
export async function enqueueTestEvent(
  connection: Database,
  sealing: Sealing,
  endpointId: string,
  at: Enqueued,
): Promise<string> {
  const event: StoreEvent = { subject: TEST_EVENT, data: { type: TEST_EVENT } };
  const row = { ...createMessage(sealing, event, endpointId, at), nextAttemptAt: FIRST };
  await write(connection, [row], at);
  return row.id;
}

/** Reads the types that an endpoint asks for; null for all. */
export const parseSubscription = (text: string | null): EventType[] | null => text && JSON.parse(text);

/** Makes a message the next one of its channel. */
export const FIRST = toIso(0);

interface News {
  news: OrderNews | undefined;
  now: string;
}

/** Writes the news of an order for its agent platform and for endpoints, in the transaction that writes it with its session locked. */
export async function enqueueOrderEvents(
  connection: Database,
  sealing: Sealing,
  order: Order,
  { news, now }: News,
): Promise<void> {
  if (!news) return;
  const { storeId, sessionId: id } = order;
  const at = { storeId, now };
  const session = await connection
    .selectFrom('checkout_sessions')
    .select(['agent', 'agentProfile'])
    .where(match({ storeId, id }))
    .executeTakeFirst();
  const agent = session?.agent ?? null;
  const messages = await createMessages(connection, sealing, news(agent), at);
  if (session?.agentProfile)
    messages.unshift(createAgentPlatformMessage(sealing, order, session.agentProfile, at));
  await write(connection, messages, at);
}

type Message = NewRow<'outbox_messages'>;

async function createMessages(
  connection: Database,
  sealing: Sealing,
  events: readonly StoreEvent[],
  at: Enqueued,
): Promise<Message[]> {
  if (events.length === 0) return [];
  const endpoints = await connection
    .selectFrom('event_endpoints')
    .select(['id', 'eventTypes'])
    .where(match({ storeId: at.storeId, disabledReason: null }))
    .orderBy('id')
    .execute();
  return events.flatMap((drawn) => {
    const event = { ...drawn, id: drawn.id ?? createMessageId() };
    return endpoints
      .filter(
        ({ eventTypes }) => parseSubscription(eventTypes)?.some((type) => type === event.data.type) ?? true,
      )
      .map(({ id }) => createMessage(sealing, event, id, at));
  });
}

function createMessage(sealing: Sealing, event: StoreEvent, endpointId: string, at: Enqueued): Message {
  const id = randomUUID();
  return {
    ...toMessageRow(sealing, id, event.data, at),
    receiver: 'endpoint',
    channel: endpointId,
    subject: event.subject,
    messageId: event.id ?? createMessageId(),
    type: event.data.type,
    address: '',
  };
}

function createAgentPlatformMessage(sealing: Sealing, order: Order, address: string, at: Enqueued): Message {
  const id = createMessageId();
  return {
    ...toMessageRow(sealing, id, order, at),
    receiver: 'agent_platform',
    channel: order.id,
    subject: order.id,
    messageId: id,
    type: 'order.changed',
    address,
  };
}

function toMessageRow(sealing: Sealing, id: string, snapshot: EventData | Order, { storeId, now }: Enqueued) {
  return {
    ...TABLES.outbox_messages.toRow({ id, storeId, snapshot, occurredAt: now }, sealing),
    nextAttemptAt: now,
  };
}

/** A message that is enqueued a second time under its own id is dropped. */
async function write(connection: Database, messages: readonly Message[], at: Enqueued): Promise<void> {
  if (messages.length === 0) return;
  await connection
    .insertInto('outbox_messages')
    .values([...messages])
    .onConflict((conflict) => conflict.columns(['storeId', 'channel', 'messageId']).doNothing())
    .execute();
  await enqueueJobs(
    connection,
    messages.map(({ channel }) => ({ storeId: at.storeId, kind: DELIVER_EVENTS, subject: channel })),
    at.now,
  );
}

const createMessageId = (): string => `msg_${randomUUID()}`;
