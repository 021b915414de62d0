import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { DisabledReason, EventEndpoint } from '../../../commerce/order/events.ts';
import type { Database, Row } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES } from '../../tables/tables.ts';
import { enqueueTestEvent, parseSubscription } from '../events/enqueue-events.ts';
import type { By } from '../identity/audit.ts';
import { findOrganizationId, lockOrganization } from '../identity/authorized.ts';
import { type Limited, requireRoom } from '../identity/organization-limits.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { countRows, findFirst, hasChanged, listAll, match } from '../rows/rows.ts';
import { writeTypes } from './event-types.ts';
import type { FollowUpJob } from './store-changes.ts';
import type { Stores } from './stores.ts';

interface At {
  now: string;
  by: By;
}

/** An omitted member stays as it is. */
type EndpointChange = {
  [Member in 'url' | 'description' | 'eventTypes' | 'disabledReason']?: EventEndpoint[Member] | undefined;
};

export type EventEndpoints = ReturnType<typeof createEventEndpointRepository>;

interface Context extends Sealed, Limited {
  stores: Pick<Stores, 'change'>;
}

/** Endpoints with their secrets. Each change also writes the types that the store's endpoints ask for into its row. */
export const createEventEndpointRepository = (context: Context) =>
  bindFunctions(context, {
    ...{ listOfStore, find, findSecrets, add, change, remove, rotateSecret },
    ...{ sendTest, recordRecovery, recordFailure, disable },
  });

/** Locks the store's row: of concurrent changes each sees what the one before has written. */
async function changeEndpoints<Result>(
  stores: Pick<Stores, 'change'>,
  storeId: string,
  at: { now: string; by: By | undefined },
  work: (connection: Database) => Promise<Result>,
): Promise<Result | undefined> {
  let result: Result | undefined;
  const writeAlso = async (connection: Database) => {
    result = await work(connection);
    await writeTypes(connection, storeId);
  };
  await stores.change(storeId, { deletedAt: null }, { ...at, also: writeAlso });
  return result;
}

const updateEndpoint = (connection: Database, storeId: string, id: string) =>
  connection.updateTable('event_endpoints').where(match({ storeId, id }));

const openRow = (sealing: Sealing) => (row: Row<'event_endpoints'>) =>
  TABLES.event_endpoints.fromRow(row, sealing.lenient);

const findOpened = ({ sealing }: Context, connection: Database, storeId: string, id: string) =>
  findFirst(
    connection.selectFrom('event_endpoints').selectAll().where(match({ storeId, id })),
    openRow(sealing),
  );

/** Oldest first. */
async function listOfStore({ database, sealing }: Context, storeId: string): Promise<EventEndpoint[]> {
  const endpoints = database.selectFrom('event_endpoints').selectAll().where('storeId', '=', storeId);
  return (await listAll(endpoints.orderBy('createdAt').orderBy('id'), openRow(sealing))).map(toEndpoint);
}

async function find(context: Context, storeId: string, id: string): Promise<EventEndpoint | undefined> {
  const endpoint = await findOpened(context, context.database, storeId, id);
  return endpoint && toEndpoint(endpoint);
}

/** Returns the secrets that sign at `now`, the current one first. */
async function findSecrets(context: Context, storeId: string, id: string, now: string): Promise<string[]> {
  const endpoint = await findOpened(context, context.database, storeId, id);
  if (!endpoint) return [];
  const { secret, previousSecret, previousUntil } = endpoint;
  return previousSecret !== null && (previousUntil ?? '') > now ? [secret, previousSecret] : [secret];
}

/** Returns false beside `max` endpoints of the store. Throws `limited` when its organization has as many as it may. */
async function add(context: Context, endpoint: EventEndpoint, secret: string, at: At & { max: number }) {
  const { sealing, stores, limits } = context;
  const { id, storeId, url, description } = endpoint;
  const eventTypes = toText(endpoint.eventTypes);
  const added = await changeEndpoints(stores, storeId, at, async (connection) => {
    if ((await countRows(connection.selectFrom('event_endpoints').where('storeId', '=', storeId))) >= at.max)
      return false;
    await requireRoomOfStore(connection, limits, storeId, at.now);
    const endpoint = { id, storeId, url, description, eventTypes, secret, createdAt: at.now };
    await connection
      .insertInto('event_endpoints')
      .values(TABLES.event_endpoints.toRow(endpoint, sealing))
      .execute();
    return true;
  });
  return added === true;
}

/** Enabling it also ends the wait after failures. Undefined when the store has no such endpoint. */
async function change(context: Context, storeId: string, id: string, set: EndpointChange, at: At) {
  const { url, description, disabledReason } = set;
  const eventTypes = toText(set.eventTypes);
  const change = {
    ...{ url, description, eventTypes, disabledReason },
    ...(disabledReason === null || url !== undefined ? RESTED : {}),
  };
  return changeEndpoints(context.stores, storeId, at, (connection) =>
    write(context, connection, { ...change, storeId, id }),
  );
}

/** Removes an endpoint with its messages. Returns false when the store has no such endpoint. */
async function remove({ stores }: Context, storeId: string, id: string, at: At) {
  const removed = await changeEndpoints(stores, storeId, at, async (connection) => {
    await connection
      .deleteFrom('outbox_messages')
      .where(match({ storeId, channel: id }))
      .execute();
    return hasChanged(connection.deleteFrom('event_endpoints').where(match({ storeId, id })));
  });
  return removed === true;
}

/** Replaces the secret; the one before signs along until `until`. */
async function rotateSecret(
  context: Context,
  storeId: string,
  id: string,
  secret: string,
  at: At & { until: string },
) {
  return changeEndpoints(context.stores, storeId, at, async (connection) => {
    const before = await findOpened(context, connection, storeId, id);
    const secrets = { secret, previousSecret: before?.secret, previousUntil: at.until };
    return write(context, connection, { ...secrets, storeId, id });
  });
}

type Written = Parameters<typeof TABLES.event_endpoints.toRow>[0] & Pick<EventEndpoint, 'storeId' | 'id'>;

/** Changes the endpoint with this key, and returns it as it is then. */
const write = ({ sealing }: Context, connection: Database, { storeId, id, ...change }: Written) =>
  findFirst(
    updateEndpoint(connection, storeId, id)
      .set(TABLES.event_endpoints.toRow(change, sealing, id))
      .returningAll(),
    (row) => toEndpoint(openRow(sealing)(row)),
  );

/** Enqueues a test event, and ends the wait after failures. Returns the id of its delivery. */
async function sendTest(context: Context, storeId: string, id: string, now: string) {
  return context.database.transaction().execute(async (connection) => {
    await updateEndpoint(connection, storeId, id).set({ heldUntil: null }).execute();
    return enqueueTestEvent(connection, context.sealing, id, { storeId, now });
  });
}

/** Records that an endpoint has answered again. */
const recordRecovery = (context: Context, { storeId, id }: EventEndpoint) =>
  hasChanged(updateEndpoint(context.database, storeId, id).set(RESTED));

/** Records a failure, after which nothing is sent until `heldUntil`. */
const recordFailure = (context: Context, { storeId, id, failures }: EventEndpoint, heldUntil: string) =>
  hasChanged(updateEndpoint(context.database, storeId, id).set({ failures: failures + 1, heldUntil }));

/** Stops an endpoint, and enqueues the job that alerts its people; the job that delivers its messages gives them up. Returns false when another process has stopped it. */
async function disable(
  { stores }: Context,
  { storeId, id }: EventEndpoint,
  reason: DisabledReason,
  { alert, ...at }: { now: string; by: By; alert: FollowUpJob },
): Promise<boolean> {
  const disabled = await changeEndpoints(stores, storeId, at, async (connection) => {
    const enabled = updateEndpoint(connection, storeId, id).where('disabledReason', 'is', null);
    if (!(await hasChanged(enabled.set({ disabledReason: reason })))) return false;
    await enqueueJob(connection, { storeId, ...alert }, at.now);
    return true;
  });
  return disabled === true;
}

/** State of an endpoint without failures to wait for. */
const RESTED = { failures: 0, heldUntil: null };

const toText = (types: EndpointChange['eventTypes']) => types && JSON.stringify(types);

type Opened = ReturnType<ReturnType<typeof openRow>>;

const toEndpoint = ({ secret, previousSecret, previousUntil, unreadable, ...endpoint }: Opened) => ({
  ...endpoint,
  url: endpoint.url ?? '',
  eventTypes: parseSubscription(endpoint.eventTypes),
  isUnreadable: endpoint.url === null || secret === null,
  previousSecretUntil: previousSecret === null ? null : previousUntil,
});

async function requireRoomOfStore(connection: Database, limits: LimitRules, storeId: string, now: string) {
  const organizationId = await findOrganizationId(connection, storeId);
  if (!organizationId) return;
  await lockOrganization(connection, organizationId, now);
  await requireRoom(connection, limits, organizationId, 'event_endpoints');
}
