import { sql } from 'kysely';
import { DELIVER_EVENTS } from '../../../commerce/job/job-names.ts';
import type { DeliveryStatus, EventData, EventType, TEST_EVENT } from '../../../commerce/order/events.ts';
import type { Database, Row } from '../../engine/database.ts';
import { changeInBatches } from '../../engine/in-batches.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { listPage, matchRowsWithin, type Page, type Span } from '../rows/row-pages.ts';
import { changeRows, hasChanged, match } from '../rows/rows.ts';
import { FIRST } from './enqueue-events.ts';

/** Delivery of an event to one endpoint, for its merchant. */
interface EventDelivery
  extends Pick<
    TableRecord<'outbox_messages'>,
    'id' | 'messageId' | 'occurredAt' | 'status' | 'attempts' | 'history'
  > {
  endpointId: string;
  type: EventType | typeof TEST_EVENT;
  /** Null once it is delivered or given up. */
  nextAttemptAt: string | null;
}

/** `since` and `until` are of the event. */
interface DeliveryFilter extends Span {
  endpointId?: string | undefined;
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
}

const BATCH_SIZE = 200;

/** State of a message that is sent anew. */
const DUE = { status: 'pending', attempts: 0, settledAt: null } as const;

export const createEventDeliveryRepository = (context: Sealed) =>
  bindFunctions(context, { list, find, resend, resendDead });

function selectOfStore(database: Database, storeId: string, filter: DeliveryFilter = {}) {
  const { endpointId, status, type, ...span } = filter;
  return database
    .selectFrom('outbox_messages')
    .where(match({ storeId, receiver: 'endpoint' }))
    .where(matchRowsWithin(span, 'occurredAt'))
    .$if(endpointId !== undefined, (query) => query.where('channel', '=', endpointId ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''));
}

/** Newest first. */
const list = ({ database }: Sealed, storeId: string, filter: DeliveryFilter, page: Page) =>
  listPage(selectOfStore(database, storeId, filter).selectAll(), ORDER, page, fromRow);

const ORDER = { by: sql.ref('number') };

/** `data` is null when it cannot be decrypted. */
async function find({ database, sealing }: Sealed, storeId: string, id: string) {
  const row = await selectOfStore(database, storeId).selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...fromRow(row), data: recordOf(row, sealing.lenient).snapshot as EventData | null };
}

/** Makes a delivery the next one of its endpoint, under the same message id. Returns false when the store has none. */
async function resend({ database }: Sealed, storeId: string, { id, endpointId }: EventDelivery, now: string) {
  return database.transaction().execute(async (connection) => {
    const message = connection.updateTable('outbox_messages').where(match({ storeId, id }));
    if (!(await hasChanged(message.set({ ...DUE, nextAttemptAt: FIRST })))) return false;
    await connection
      .updateTable('event_endpoints')
      .set({ heldUntil: null })
      .where(match({ storeId, id: endpointId }))
      .execute();
    await enqueueJob(connection, { storeId, kind: DELIVER_EVENTS, subject: endpointId }, now);
    return true;
  });
}

/** Makes deliveries that were given up due, behind what is due already. Returns their number; none of a disabled endpoint. */
function resendDead(
  { database }: Sealed,
  storeId: string,
  endpointId: string,
  filter: DeliveryFilter,
  now: string,
): Promise<number> {
  const dead = selectOfStore(database, storeId, { ...filter, endpointId, status: 'dead' })
    .select('id')
    .limit(BATCH_SIZE);
  return changeInBatches(BATCH_SIZE, () =>
    database.transaction().execute(async (connection) => {
      // The row of the endpoint is locked first: a raced request waits instead of locking the same messages.
      const enabled = connection
        .updateTable('event_endpoints')
        .set({ heldUntil: null })
        .where(match({ storeId, id: endpointId, disabledReason: null }));
      if (!(await hasChanged(enabled))) return 0;
      const resent = await changeRows(
        connection
          .updateTable('outbox_messages')
          .set({ ...DUE, nextAttemptAt: now })
          .where('storeId', '=', storeId)
          .where('id', 'in', dead),
      );
      await enqueueJob(connection, { storeId, kind: DELIVER_EVENTS, subject: endpointId }, now);
      return resent;
    }),
  );
}

const { fromRow: recordOf } = TABLES.outbox_messages;

function fromRow(row: Row<'outbox_messages'>): EventDelivery {
  const { id, messageId, channel, type, occurredAt, status, attempts, nextAttemptAt, history } =
    recordOf(row);
  return {
    ...{ id, messageId, endpointId: channel, occurredAt, status, attempts, history },
    type: type as EventDelivery['type'],
    nextAttemptAt: status === 'pending' ? pickLatest(nextAttemptAt, occurredAt) : null,
  };
}

const pickLatest = (one: string, other: string): string => (one > other ? one : other);
