import { sql } from 'kysely';
import type { CheckoutProblem } from '../../../commerce/checkout/checkout-problem.ts';
import type {
  CheckoutSession,
  OrderSummary,
  SessionStatus,
} from '../../../commerce/checkout/checkout-session.ts';
import type { StoredParts } from '../../../commerce/checkout/stored-parts.ts';
import type { EventType, StoreEvent } from '../../../commerce/order/events.ts';
import type { Order } from '../../../commerce/order/order.ts';
import type { OrderNews } from '../../../commerce/order/order-news.ts';
import { toCamelCaseName } from '../../../commerce/text/snake-case.ts';
import { toIso } from '../../../commerce/time/time.ts';
import type { Database, NewRow, Row } from '../../engine/database.ts';
import { createLeases, FREE, isFree, type Lease } from '../../engine/leases.ts';
import {
  prepareInsert,
  prepareRawRead,
  prepareRead,
  prepareUpdate,
  type RowKey,
} from '../../engine/prepared.ts';
import { createRecordCache } from '../../engine/row-caches.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { syncCommitted } from '../../engine/sqlite/direct-access.ts';
import { TABLES } from '../../tables/tables.ts';
import { enqueueEvents } from '../events/enqueue-events.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { changeRows, match } from '../rows/rows.ts';
import { selectStoresThatWant } from '../stores/event-types.ts';
import { toBuyerSteps } from './buyer-steps.ts';
import { checkOutCart } from './carts.ts';
import { insertWhileOffered, mustBeOffered } from './offered-stores.ts';
import { insertOrder, type SessionOrder } from './orders.ts';

export type CheckoutSessions = ReturnType<typeof createCheckoutSessionRepository>;

function createContext({ database, sealing }: Sealed) {
  const sessions = database.selectFrom('checkout_sessions').selectAll();
  // A literal: SQLite does not match a bound value with the partial index.
  const holders = sessions.where('status', '<>', sql.lit('failed'));
  const byKey = prepareRead(database, holders, 'storeId', 'idempotencyKey');
  const statements = { byKey, insert: insertOn(database), update: updateOn(database) };
  return { database, sealing, ...statements, claimCheck: claimCheckOn(database) };
}

type Context = ReturnType<typeof createContext>;

export function createCheckoutSessionRepository({ database, sealing }: Sealed) {
  const openRow = (row: Row<'checkout_sessions'>) => fromRow(row, sealing);
  return {
    ...createLeases(database, { table: 'checkout_sessions', fromRow: openRow }),
    /** Returns a frozen object, the same one while the row is unchanged. */
    find: createFinder(database, openRow),
    /** `syncClaims` must be called before an agent learns of a session that is not finished. */
    ...bindFunctions(database, { syncClaims: syncCommitted, mustBeOffered }),
    ...bindFunctions(createContext({ database, sealing }), {
      ...{ findByKey, claim, finish, claimOrderCheck, recordProblem, failExpired },
    }),
  };
}

/** Inserts the session with what else its claim writes: its events, and the mark of its cart. */
const insertInTransaction = (
  { database, sealing }: Context,
  session: CheckoutSession,
  row: NewRow<'checkout_sessions'>,
  events: readonly StoreEvent[],
  now: string,
) =>
  database.transaction().execute(async (connection) => {
    if (!(await insertOn(connection)(row))) return false;
    await checkOutCart(connection, session);
    await enqueueEvents(connection, sealing, events, { storeId: session.storeId, now });
    return true;
  });

/** Reads sessions without the instant of their last order check, which no session shows and frequent reads write. */
function createFinder(database: Database, fromRow: (row: Row<'checkout_sessions'>) => CheckoutSession) {
  const table = 'checkout_sessions';
  const all = Object.keys(TABLES.checkout_sessions.columns);
  const columns = all.filter((column) => column !== 'order_asked_at');
  const names = columns.map(toCamelCaseName) as (keyof Row<typeof table>)[];
  const find = prepareRawRead(database, database.selectFrom(table).select(names), 'storeId', 'id');
  return createRecordCache(database, { table, columns, find, fromRow }).find;
}

/** Returns the session that holds an idempotency key; a failed session holds none. */
async function findByKey({ sealing, byKey }: Context, storeId: string, key: string) {
  const row = await byKey(storeId, key);
  return row && fromRow(row, sealing);
}

/**
 * Inserts the session under the caller's lease, with its events, and marks its cart. Returns false when another session holds the key, and when
 * the store is no longer offered (`mustBeOffered`). A power cut may lose the claim until `finish`, or `syncClaims`.
 */
async function claim(
  context: Context,
  session: CheckoutSession,
  lease: Lease,
  events: readonly StoreEvent[] = [],
): Promise<boolean> {
  const row = {
    ...TABLES.checkout_sessions.toRow(session, context.sealing),
    leaseOwner: lease.owner,
    leaseExpiresAt: lease.until,
  };
  const isAlone = events.length === 0 && session.cartId === null;
  return isAlone
    ? (await context.insert(row)) !== undefined
    : insertInTransaction(context, session, row, events, lease.now);
}

/** Writes the session, releases its lease, and inserts its order and events. Returns undefined, with nothing written, for a lost lease. */
async function finish(
  context: Context,
  session: CheckoutSession,
  owner: string,
  now: string,
  change: SessionChange,
) {
  const { database, sealing, update } = context;
  const { parts, order, news, events = [] } = change;
  const finished = { ...session, updatedAt: now };
  const row = {
    ...{ storeId: session.storeId, owner },
    ...toChangeable({ ...finished, fulfillment: parts.fulfillment }, sealing),
    handedOffAt: parts.handedOffAt,
    settledAt: parts.settledAt,
  };
  if (!order && events.length === 0) return (await update(row)) && finished;
  return database.transaction().execute(async (connection) => {
    if (!(await updateOn(connection)(row))) return undefined;
    await enqueueEvents(connection, sealing, events, { storeId: session.storeId, now });
    if (!order) return finished;
    return { ...finished, ...orderOf(await insertOrder(connection, sealing, order, { news, now })) };
  });
}

/** Returns true for one caller in each interval, over all processes. A claim in the future was made by a wrong clock. */
async function claimOrderCheck(
  context: Context,
  storeId: string,
  id: string,
  now: string,
  intervalMs: number,
) {
  const at = Date.parse(now);
  const span = { now, before: toIso(at - intervalMs), after: toIso(at + intervalMs) };
  return (await context.claimCheck({ storeId, id, ...span })) !== undefined;
}

/** Records why the buyer cannot pay, while the session is unchanged. */
async function recordProblem(context: Context, session: CheckoutSession, problem: CheckoutProblem | null) {
  const { storeId, id, updatedAt } = session;
  const unchanged = context.database
    .updateTable('checkout_sessions')
    .where(match({ storeId, id, updatedAt }));
  await unchanged.set({ problem }).execute();
}

/** Event of a session that fails, for the stores whose endpoints ask for its type. */
interface FailureEvent {
  type: EventType;
  eventOf(session: CheckoutSession): StoreEvent;
}

/** Fails expired sessions that have no lease. Returns the number of failed sessions. */
async function failExpired({ database, sealing }: Context, now: string, failure: FailureEvent) {
  const ofWatchers = await failWithEvents({ database, sealing }, now, failure);
  const watchers = selectStoresThatWant(database, failure.type);
  return ofWatchers + (await changeRows(selectFailing(database, now).where('storeId', 'not in', watchers)));
}

interface SessionChange {
  /** Status before the change, for the count of transitions. */
  from: SessionStatus;
  parts: StoredParts;
  order?: Order | undefined;
  /** News of a new order. */
  news?: OrderNews | undefined;
  events?: readonly StoreEvent[];
}

/** Sessions that fail in one transaction with their events. */
const BATCH_SIZE = 100;

/** Fails the expired sessions of stores whose endpoints ask for it, batch by batch. */
async function failWithEvents(sealed: Sealed, now: string, failure: FailureEvent): Promise<number> {
  let failed = 0;
  for (let batch = BATCH_SIZE; batch === BATCH_SIZE; failed += batch) {
    const expired = await sealed.database
      .selectFrom('checkout_sessions')
      .select(['storeId', 'id'])
      .where(isExpired(now))
      .where('storeId', 'in', selectStoresThatWant(sealed.database, failure.type))
      .limit(BATCH_SIZE)
      .execute();
    batch = expired.length;
    for (const key of expired) await failWithEvent(sealed, key, now, failure);
  }
  return failed;
}

type SessionKey = Pick<Row<'checkout_sessions'>, 'storeId' | 'id'>;

async function failWithEvent(sealed: Sealed, key: SessionKey, now: string, { eventOf }: FailureEvent) {
  const { database, sealing } = sealed;
  await database.transaction().execute(async (connection) => {
    const row = await selectFailing(connection, now).where(match(key)).returningAll().executeTakeFirst();
    if (!row) return;
    // The event names no secret: a secret that cannot be opened must not keep other sessions open.
    const event = eventOf(fromRow(row, sealing.lenient));
    await enqueueEvents(connection, sealing, [event], { storeId: row.storeId, now });
  });
}

const selectFailing = (database: Database, now: string) =>
  database
    .updateTable('checkout_sessions')
    .set((session) => ({
      status: 'failed',
      fulfillment: null,
      ...FREE,
      updatedAt: now,
      settledAt: session.ref('expiresAt'),
    }))
    .where(isExpired(now));

/** Literals: each sweep would read the whole table. */
const isExpired = (now: string) =>
  sql<boolean>`status in ('initiated', 'requires_escalation') and expires_at <= ${now} and ${isFree(now)}`;

function insertOn(database: Database) {
  return prepareInsert(
    database,
    (writer, row: NewRow<'checkout_sessions'>, from) =>
      insertWhileOffered(writer, 'checkout_sessions', { row, from }),
    {
      // No agent knows the session yet.
      durability: 'committed',
      // Raced creates wait for each other by their keys.
      lockOrder: ({ idempotencyKey: key, id }) => key ?? id,
    },
  );
}

type Change = ReturnType<typeof toChangeable> &
  Pick<Row<'checkout_sessions'>, 'storeId' | 'handedOffAt' | 'settledAt'> & { owner: string };

/** Writes a session and releases its lease, while `by` owns it. */
const updateOn = (database: Database) =>
  prepareUpdate(
    database,
    'checkout_sessions',
    (writer, { id, storeId, owner, handedOffAt, settledAt, ...row }: Change) =>
      writer
        .updateTable('checkout_sessions')
        .set({
          ...row,
          handedOffAt: sql`coalesce(checkout_sessions.handed_off_at, ${handedOffAt})`,
          settledAt: sql`coalesce(checkout_sessions.settled_at, ${settledAt})`,
          ...FREE,
        })
        .where('leaseOwner', '=', owner)
        .returning('checkout_sessions.id'),
  );

/** Marks the instant at which the shop is asked for an order, unless it was asked between `before` and `after`. */
function claimCheckOn(database: Database) {
  return prepareUpdate(
    database,
    'checkout_sessions',
    (writer, { now, before, after }: RowKey & Record<'now' | 'before' | 'after', string>) =>
      writer
        .updateTable('checkout_sessions')
        .set({ orderAskedAt: now })
        .where((session) =>
          session.or([
            session('orderAskedAt', 'is', null),
            session('orderAskedAt', '<=', before),
            session('orderAskedAt', '>=', after),
          ]),
        )
        .returning('checkout_sessions.id'),
    // Without it the shop is asked once more.
    { durability: 'committed' },
  );
}

const orderOf = ({ id, status, currency, totals, payment, isPaid }: SessionOrder) => ({
  order: { id, status, currency, totals },
  payment,
  isPaid,
});

const fromRow = (row: Row<'checkout_sessions'>, sealing: Sealing): CheckoutSession =>
  Object.assign(TABLES.checkout_sessions.fromRow(row, sealing), {
    order: toOrderSummary(row),
    isPaid: row.orderPaid,
    buyerSteps: toBuyerSteps(row),
  });

function toOrderSummary(row: Row<'checkout_sessions'>): OrderSummary | null {
  const { orderId: id, orderStatus: status, orderCurrency: currency, orderTotals: totals } = row;
  if (id === null || status === null || currency === null || totals === null) return null;
  return { id, status, currency, totals };
}

/** Columns that a change writes: others have indexes, and those of the order may be written by `orders` during the change. */
function toChangeable(session: CheckoutSession, sealing: Sealing) {
  const {
    storeId: _storeId,
    cartId: _cartId,
    idempotencyKey: _key,
    agent: _agent,
    agentProfile: _profile,
    agentVerified: _verified,
    ...changed
  } = session;
  const { createdAt: _createdAt, payment: _payment, ...columns } = changed;
  return TABLES.checkout_sessions.toRow(columns, sealing);
}
