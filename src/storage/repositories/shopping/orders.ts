import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OrderSummary } from '../../../commerce/checkout/checkout-session.ts';
import {
  computeRefunded,
  type LearnedBy,
  type Order,
  type OrderStep,
} from '../../../commerce/order/order.ts';
import type { OrderNews } from '../../../commerce/order/order-news.ts';
import type { Database, NewRow, Row } from '../../engine/database.ts';
import { prepareRawRead, prepareRead, prepareUpdate, type RowKey } from '../../engine/prepared.ts';
import { createRecordCache } from '../../engine/row-caches.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES } from '../../tables/tables.ts';
import { endFreshness } from '../catalog/product-readings.ts';
import { enqueueOrderEvents } from '../events/enqueue-events.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { hasChanged, match } from '../rows/rows.ts';
import { orderCart } from './carts.ts';

/** Members of an order that its session shows. */
export type SessionOrder = OrderSummary & Pick<Order, 'payment' | 'isPaid'>;

/** An order with the data for reading it at the shop. */
export interface ReadableOrder {
  order: Order;
  /** Returns the handle of its session's platform cart. */
  cartHandle(): string | null;
}

type OrderKey = Pick<Order, 'storeId' | 'id'>;

export type Orders = ReturnType<typeof createOrderRepository>;

function createContext({ database, sealing }: Sealed) {
  const writeAsOf = prepareUpdate(
    database,
    'orders',
    (writer, { now }: RowKey & { now: string }) =>
      writer.updateTable('orders').set({ asOf: now }).returning('orders.id'),
    // Without it the order looks older than it is.
    { durability: 'committed' },
  );
  const withCart = createCacheWithCart({ database, sealing });
  return { database, sealing, withCart, writeAsOf, underWay: new Map<string, string>() };
}

/** Reads leave out the instant of the last reading, which `asked` has. The cart is asked for while its session, completed, keeps it. */
const createCacheWithCart = ({ database, sealing }: Sealed) =>
  createRecordCache(database, {
    table: 'orders',
    columns: Object.keys(TABLES.orders.columns).filter((column) => column !== 'as_of'),
    find: prepareRawRead(database, selectWithCart(database), 'orders.storeId', 'orders.id'),
    fromRow: (row: RowWithCart) => toReadable(row, sealing),
  });

type Context = ReturnType<typeof createContext>;

export function createOrderRepository(sealed: Sealed) {
  const context = createContext(sealed);
  return {
    find: orderFinder(context, 'id'),
    ofSession: orderFinder(context, 'sessionId'),
    /** Finds by the platform's GID. */
    ofPlatformId: orderFinder(context, 'platformOrderId'),
    /** Finds by the number that the shop shows its buyers. */
    ofPlatformNumber: orderFinder(context, 'platformOrderNumber'),
    ...bindFunctions(context, { findReadable, record, listHistory, forgetBuyer, recordReading }),
  };
}

function orderFinder(
  context: Context,
  column: 'id' | 'sessionId' | 'platformOrderId' | 'platformOrderNumber',
) {
  const { database, sealing } = context;
  const read = prepareRead(database, database.selectFrom('orders').selectAll(), 'storeId', column);
  return async (storeId: string, value: string): Promise<Order | undefined> => {
    const { underWay } = context;
    const row = await read(storeId, value);
    return row && withAskedAt(context, fromRow(row, sealing), underWay);
  };
}

/** The instant of an answered read may not have been in the row yet: `underWay` has those that were written when it was asked for. */
function withAskedAt({ withCart }: Context, order: Order, underWay: Context['underWay']): Order {
  const at = underWay.get(order.id) ?? withCart.peek(order.id)?.asked.at ?? '';
  return at > order.asOf ? { ...order, asOf: at } : order;
}

/** Finds by id, in one read with the session. */
async function findReadable(context: Context, storeId: string, id: string) {
  const { underWay } = context;
  const readable = await context.withCart.find(storeId, id);
  return readable && { ...readable, order: withAskedAt(context, readable.order, underWay) };
}

interface OrderChange {
  /** Undefined for a new order. */
  before: Order | undefined;
  now: string;
  /** How a change of its status was learned, for its history; undefined without such a change. */
  learnedBy: LearnedBy | undefined;
  news: OrderNews | undefined;
}

/** Writes a new or changed order with its session, history and messages. Returns false when the order is no longer as in `before`. */
async function record({ database, sealing }: Context, order: Order, change: OrderChange): Promise<boolean> {
  const { before, now, learnedBy, news } = change;
  const bought = order.lines.flatMap(({ variantId }) => variantId ?? []);
  // A purchase has changed the stock of what was bought.
  if (order.platformOrder?.id !== before?.platformOrder?.id)
    await endFreshness(database, order.storeId, bought, now);
  return database.transaction().execute(async (connection) => {
    // Before its order, as `finish` of the session does: the opposite sequence would deadlock.
    const session = connection.updateTable('checkout_sessions').where(isSession(order));
    await session.set({ updatedAt: sql`updated_at` }).execute();
    const isWritten = before
      ? await replace(connection, sealing, order, before, now)
      : await insert(connection, sealing, order, now);
    if (!isWritten) return false;
    await updateSession(connection, order, order, now);
    if (learnedBy) await recordEvent(connection, order, now, learnedBy);
    await enqueueOrderEvents(connection, sealing, order, { news, now });
    return true;
  });
}

/** Lists the recorded changes of status, oldest first. */
const listHistory = ({ database }: Context, { storeId, id: orderId }: OrderKey): Promise<OrderStep[]> =>
  database
    .selectFrom('order_events')
    .select(['at', 'status'])
    .where(match({ storeId, orderId, payment: 'verified' }))
    .orderBy('at')
    .execute();

/** Erases the buyer's data of an order. Returns false when it had none. */
function forgetBuyer({ database }: Context, storeId: string, platformId: string, now: string) {
  const erased = { buyerEmail: null, shippingAddress: null, pageUrl: null };
  return hasChanged(
    database
      .updateTable('orders')
      .set({ ...erased, updatedAt: now })
      .where(match({ storeId, platformOrderId: platformId }))
      .where((order) => order.not(order.and(erased))),
  );
}

/** Records a read from the platform that found no change. */
async function recordReading(context: Context, { storeId, id }: OrderKey, now: string) {
  const cached = context.withCart.peek(id);
  if (cached) cached.asked.at = now;
  context.underWay.set(id, now);
  await context.writeAsOf({ storeId, id, now }).finally(() => {
    // A later reading may be under way.
    if (context.underWay.get(id) !== now) return;
    // Another map: who has asked for the row before finds the instant in this one.
    context.underWay = new Map(context.underWay);
    context.underWay.delete(id);
  });
}

const selectWithCart = (database: Database) =>
  database
    .selectFrom('orders')
    .innerJoin('checkout_sessions', (session) =>
      session
        .onRef('checkout_sessions.storeId', '=', 'orders.storeId')
        .onRef('checkout_sessions.id', '=', 'orders.sessionId'),
    )
    .selectAll('orders')
    .select('checkout_sessions.cartHandle as sessionCartHandle');

type RowWithCart = Row<'orders'> & { sessionCartHandle: string | null };

function toReadable(row: RowWithCart, sealing: Sealing) {
  const { sessionId: id, sessionCartHandle: sealed } = row;
  let handle: string | undefined;
  const openHandle = () => {
    if (sealed === null) return null;
    handle ??= sealing.open(sealed, TABLES.checkout_sessions.place('cartHandle', id));
    return handle;
  };
  return { order: fromRow(row, sealing), cartHandle: openHandle, asked: { at: '' } };
}

type OfSession = Pick<Order, 'storeId' | 'sessionId'>;

const isSession = ({ storeId, sessionId: id }: OfSession) => match({ storeId, id });

/** Inserts the order of a session, or returns the existing order: a session has one. */
export async function insertOrder(
  connection: Database,
  sealing: Sealing,
  order: Order,
  { news, now }: Pick<OrderChange, 'news' | 'now'>,
): Promise<SessionOrder> {
  const isNew = await insert(connection, sealing, order, now);
  if (isNew) {
    await recordEvent(connection, order, now, 'completion');
    await enqueueOrderEvents(connection, sealing, order, { news, now });
  }
  const current = isNew ? order : await findExistingOrder(connection, order);
  await updateSession(connection, order, current, now);
  return current;
}

async function findExistingOrder(connection: Database, { storeId, sessionId }: OfSession) {
  const { paid: isPaid, ...order } = await connection
    .selectFrom('orders')
    .select(['id', 'status', 'payment', 'paid', 'currency', 'totals'])
    .where(match({ storeId, sessionId }))
    .executeTakeFirstOrThrow();
  return { ...order, isPaid };
}

function insert(connection: Database, sealing: Sealing, order: Order, now: string): Promise<boolean> {
  const session = connection.selectFrom('checkout_sessions').where(isSession(order));
  const [agent, agentVerified] = [session.select('agent'), session.select('agentVerified')];
  const row = { ...toRow(order, sealing, now), agent, agentVerified };
  const inserting = connection.insertInto('orders').values(row);
  return hasChanged(
    inserting.onConflict((conflict) => conflict.columns(['storeId', 'sessionId']).doNothing()),
  );
}

function replace(connection: Database, sealing: Sealing, order: Order, before: Order, now: string) {
  return hasChanged(
    connection
      .updateTable('orders')
      .set(toRow(order, sealing, now))
      .where(match({ storeId: before.storeId, id: before.id }))
      .where('platformOrderId', 'is not distinct from', before.platformOrder?.id ?? null)
      .where('platformUpdatedAt', 'is not distinct from', before.platformOrder?.updatedAt ?? null),
  );
}

type ChangedOrder = Pick<Order, 'storeId' | 'id' | 'status' | 'payment'>;

async function recordEvent(connection: Database, order: ChangedOrder, at: string, learnedBy: LearnedBy) {
  const { storeId, id, status, payment } = order;
  const event = { id: randomUUID(), storeId, orderId: id, at, status, payment, learnedBy };
  await connection.insertInto('order_events').values(event).execute();
}

/** An order of the shop shows that the buyer has tried to pay, whether the shop reports such steps or not. */
async function updateSession(
  connection: Database,
  of: OfSession & Pick<Order, 'platformOrder' | 'createdAt'>,
  order: SessionOrder,
  now: string,
): Promise<void> {
  const isOfShop = of.platformOrder !== null || order.payment === 'verified';
  await connection
    .updateTable('checkout_sessions')
    .set({
      ...{ orderId: order.id, orderStatus: order.status, payment: order.payment, orderPaid: order.isPaid },
      ...{ orderCurrency: order.currency, orderTotals: order.totals },
      paymentAt: isOfShop ? sql<string>`coalesce(payment_at, ${now})` : undefined,
      paidAt: order.isPaid ? sql<string>`coalesce(paid_at, ${now})` : undefined,
    })
    .where(isSession(of))
    .execute();
  if (order.payment !== 'verified') return;
  const session = connection.selectFrom('checkout_sessions').where(isSession(of));
  const cartId = session.select('cartId').$asScalar();
  const first = { orderedAt: of.createdAt, platformOrderId: of.platformOrder?.id ?? null };
  await orderCart(connection, of.storeId, cartId, first);
}

/** Without personal data that cannot be decrypted, which the next reading of the shop's order writes anew. */
function fromRow(row: Row<'orders'>, sealing: Sealing): Order {
  const { unreadable: _, ...order } = TABLES.orders.fromRow(row, sealing.lenient);
  return {
    ...order,
    platformOrder: toPlatformOrder(row),
    isPaid: row.paid,
  };
}

function toPlatformOrder(row: Row<'orders'>): Order['platformOrder'] {
  const { platformOrderId: id, platformOrderNumber: number, platformUpdatedAt: updatedAt } = row;
  return id === null || number === null || updatedAt === null ? null : { id, number, updatedAt };
}

const toRow = (order: Order, sealing: Sealing, now: string): NewRow<'orders'> => ({
  ...TABLES.orders.toRow(order, sealing),
  platformOrderId: order.platformOrder?.id ?? null,
  platformOrderNumber: order.platformOrder?.number ?? null,
  platformUpdatedAt: order.platformOrder?.updatedAt ?? null,
  paid: order.isPaid,
  total: order.totals.total - computeRefunded(order),
  updatedAt: now,
});
