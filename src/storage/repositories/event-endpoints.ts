import type { LimitRules } from '../../commerce/merchant/organization-limits.ts';
import type { DisabledReason, EventEndpoint, EventType } from '../../commerce/order/events.ts';
import type { Database, Row, RowChange } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { TABLES } from '../tables/tables.ts';
import type { By } from './audit.ts';
import { bound, type Sealed } from './bound.ts';
import { enqueueTestEvent } from './enqueue-events.ts';
import { writeTypes } from './event-types.ts';
import { enqueueJob } from './jobs.ts';
import { lockOrganization } from './lock-organization.ts';
import { type Limited, requireRoom } from './organization-limits.ts';
import { allOf, firstOf } from './read-rows.ts';
import { countRows, hasChanged } from './row-counts.ts';
import type { FollowUpJob } from './store-changes.ts';
import type { Stores } from './stores.ts';

/** Content of an endpoint that its merchant sets. */
export interface EndpointSettings {
  url: string;
  description: string;
  /** Null: every type, also those of later versions. */
  eventTypes: EventType[] | null;
}

/** An omitted member stays as it is. */
export type EndpointChange = { [Member in keyof EndpointSettings]?: EndpointSettings[Member] | undefined };

export type EventEndpoints = ReturnType<typeof eventEndpoints>;

interface Context extends Sealed, Limited {
  stores: Pick<Stores, 'change'>;
}

/** Endpoints with their secrets. Each change also writes the types that the store's endpoints ask for into its row. */
export const eventEndpoints = (context: Context) =>
  bound(context, {
    ...{ ofStore, find, secretsOf, add, change, remove, rotateSecret },
    ...{ sendTest, recovered, failed, disable },
  });

const endpointsOf = (database: Database, storeId: string) =>
  database.selectFrom('event_endpoints').selectAll().where('store_id', '=', storeId);

/** Locks the store's row: of concurrent changes each sees what the one before has written. */
async function changing<Result>(
  stores: Pick<Stores, 'change'>,
  storeId: string,
  at: { now: string; by: By | undefined },
  work: (connection: Database) => Promise<Result>,
): Promise<Result | undefined> {
  let result: Result | undefined;
  const also = async (connection: Database) => {
    result = await work(connection);
    await writeTypes(connection, storeId);
  };
  await stores.change(storeId, { deleted_at: null }, { ...at, also });
  return result;
}

const update = (connection: Database, storeId: string, id: string, set: RowChange<'event_endpoints'>) =>
  connection
    .updateTable('event_endpoints')
    .set(set)
    .where((row) => row.and({ store_id: storeId, id }))
    .returningAll()
    .executeTakeFirst();

/** Oldest first. */
const ofStore = ({ database, sealing }: Context, storeId: string) =>
  allOf(endpointsOf(database, storeId).orderBy('created_at').orderBy('id'), (row) => fromRow(sealing, row));

const find = ({ database, sealing }: Context, storeId: string, id: string) =>
  firstOf(endpointsOf(database, storeId).where('id', '=', id), (row) => fromRow(sealing, row));

/** Returns the secrets that sign at `now`, the current one first. */
async function secretsOf(
  { database, sealing }: Context,
  storeId: string,
  id: string,
  now: string,
): Promise<string[]> {
  const row = await endpointsOf(database, storeId).where('id', '=', id).executeTakeFirst();
  if (!row) return [];
  const isKept = row.previous_secret !== null && (row.previous_until ?? '') > now;
  const previous = isKept ? [sealing.open(row.previous_secret ?? '', place('previous_secret', id))] : [];
  return [sealing.open(row.secret, place('secret', id)), ...previous];
}

/** Returns false beside `max` endpoints of the store. Throws `limited` when its organization has as many as it may. */
async function add(
  { sealing, stores, limits }: Context,
  endpoint: EventEndpoint,
  secret: string,
  { max, ...at }: { now: string; by: By; max: number },
): Promise<boolean> {
  const { id, storeId, url, description, eventTypes } = endpoint;
  const added = await changing(stores, storeId, at, async (connection) => {
    const endpoints = connection.selectFrom('event_endpoints').where('store_id', '=', storeId);
    if ((await countRows(endpoints)) >= max) return false;
    await requireRoomOfStore(connection, limits, storeId, at.now);
    await connection
      .insertInto('event_endpoints')
      .values({
        ...toRow({ id, storeId, url, description, eventTypes, secret }, sealing),
        created_at: at.now,
      })
      .execute();
    return true;
  });
  return added === true;
}

/** Enabling it also ends the wait after failures. Undefined when the store has no such endpoint. */
async function change(
  { sealing, stores }: Context,
  storeId: string,
  id: string,
  { url, description, eventTypes, disabledReason }: EndpointChange & DisabledState,
  at: { now: string; by: By },
): Promise<EventEndpoint | undefined> {
  const { id: _, ...changed } = toRow({ id, url, description, eventTypes, disabledReason }, sealing);
  const set = {
    ...changed,
    ...(disabledReason === null || url !== undefined ? { failures: 0, held_until: null } : {}),
  };
  const row = await changing(stores, storeId, at, (connection) =>
    update(connection, storeId, id, { ...set, store_id: storeId }),
  );
  return row && fromRow(sealing, row);
}

/** Removes an endpoint with its messages. Returns false when the store has no such endpoint. */
async function remove({ stores }: Context, storeId: string, id: string, at: { now: string; by: By }) {
  const removed = await changing(stores, storeId, at, async (connection) => {
    await connection
      .deleteFrom('outbox_messages')
      .where((row) => row.and({ store_id: storeId, channel: id }))
      .execute();
    return hasChanged(
      connection.deleteFrom('event_endpoints').where('store_id', '=', storeId).where('id', '=', id),
    );
  });
  return removed === true;
}

/** Replaces the secret; the one before signs along until `until`. */
async function rotateSecret(
  { sealing, stores }: Context,
  storeId: string,
  id: string,
  secret: string,
  at: { now: string; until: string; by: By },
): Promise<EventEndpoint | undefined> {
  const row = await changing(stores, storeId, at, async (connection) => {
    const before = await connection
      .selectFrom('event_endpoints')
      .select('secret')
      .where((row) => row.and({ store_id: storeId, id }))
      .executeTakeFirst();
    if (!before) return undefined;
    const previous = sealing.open(before.secret, place('secret', id));
    return update(connection, storeId, id, {
      secret: sealing.seal(secret, place('secret', id)),
      previous_secret: sealing.seal(previous, place('previous_secret', id)),
      previous_until: at.until,
    });
  });
  return row && fromRow(sealing, row);
}

/** Enqueues a test event, and ends the wait after failures. Returns the id of its delivery. */
async function sendTest({ database, sealing }: Context, storeId: string, id: string, now: string) {
  return database.transaction().execute(async (connection) => {
    await update(connection, storeId, id, { held_until: null });
    return enqueueTestEvent(connection, sealing, id, { storeId, now });
  });
}

/** Records that an endpoint has answered again. */
async function recovered({ database }: Context, { storeId, id }: EventEndpoint): Promise<void> {
  await update(database, storeId, id, { failures: 0, held_until: null });
}

/** Records a failure, after which nothing is sent until `heldUntil`. */
async function failed({ database }: Context, { storeId, id, failures }: EventEndpoint, heldUntil: string) {
  await update(database, storeId, id, { failures: failures + 1, held_until: heldUntil });
}

/** Stops an endpoint, and enqueues the job that alerts its people; the job that delivers its messages gives them up. Returns false when another process has stopped it. */
async function disable(
  { stores }: Context,
  { storeId, id }: EventEndpoint,
  reason: DisabledReason,
  { alert, ...at }: { now: string; by: By; alert: FollowUpJob },
): Promise<boolean> {
  const disabled = await changing(stores, storeId, at, async (connection) => {
    const statement = connection
      .updateTable('event_endpoints')
      .set({ disabled_reason: reason })
      .where((row) => row.and({ store_id: storeId, id, disabled_reason: null }));
    if (!(await hasChanged(statement))) return false;
    await enqueueJob(connection, { storeId, ...alert }, at.now);
    return true;
  });
  return disabled === true;
}

interface DisabledState {
  disabledReason: DisabledReason | null | undefined;
}

const { place, toRow } = TABLES.event_endpoints;

function fromRow(
  sealing: Sealing,
  { secret: _, previous_secret, previous_until, ...row }: Row<'event_endpoints'>,
): EventEndpoint {
  return {
    ...TABLES.event_endpoints.opened(row, sealing),
    previousSecretUntil: previous_secret === null ? null : previous_until,
  };
}

async function requireRoomOfStore(connection: Database, limits: LimitRules, storeId: string, now: string) {
  const store = await connection
    .selectFrom('stores')
    .select('organization_id')
    .where('id', '=', storeId)
    .executeTakeFirst();
  if (!store?.organization_id) return;
  await lockOrganization(connection, store.organization_id, now);
  await requireRoom(connection, limits, store.organization_id, 'event_endpoints');
}
