import type { toCartOrderEvent } from '../../../commerce/order/events.ts';
import type { pickFirstLines } from '../../../commerce/order/first-lines.ts';
import { computeRefunded, type OrderStatus, type PlatformOrder } from '../../../commerce/order/order.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import { TABLES } from '../../tables/tables.ts';
import { enqueueEvents } from '../events/enqueue-events.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { doNothing, hasChanged, match } from '../rows/rows.ts';
import { lockCart, orderCart } from './carts.ts';

export type CartOrders = ReturnType<typeof createCartOrderRepository>;

export const createCartOrderRepository = (context: Sealed) => bindFunctions(context, { record });

/**
 * Status before a change of what is counted; `none` of a new order. `dropped`: its cart has too many orders. `unchanged`: nothing is
 * counted anew.
 */
type CartOrderChange = OrderStatus | 'none' | 'dropped' | 'unchanged';

/**
 * Records the platform's state of an order that carries no session, however late, doubled or raced: the newest state wins. A new
 * order marks its cart in the same transaction; `cartId` is null where the order carries none. An attempt makes no order, but may
 * end one: a transfer that never came.
 */
async function record(
  context: Sealed,
  order: PlatformOrder,
  cartId: string | null,
  at: Recorded,
): Promise<CartOrderChange> {
  // Most orders of a shop are of no agent: they cost a read.
  const before = await context.database
    .selectFrom('cart_orders')
    .select('status')
    .where(match({ storeId: at.storeId, platformOrderId: order.id }))
    .executeTakeFirst();
  if (before) return (await update(context, order, at)) ? before.status : 'unchanged';
  if (cartId === null || order.isAttempt) return 'unchanged';
  const change = await insert(context, order, cartId, at);
  return change === 'known' ? record(context, order, null, at) : change;
}

interface Recorded {
  storeId: string;
  /** Id of the record of a new order. */
  id: string;
  now: Instant;
  /** Orders of one cart that are recorded. */
  maxOrders: number;
  /** Lines that are recorded. */
  linesOf: typeof pickFirstLines;
  /** Event of a new or changed order. */
  eventOf: typeof toCartOrderEvent;
}

/** Writes nothing, except for a new order of a cart of the store that has few. Returns `known` when another delivery came first. */
function insert({ database, sealing }: Sealed, order: PlatformOrder, cartId: string, at: Recorded) {
  const { storeId } = at;
  return database.transaction().execute(async (connection) => {
    const cart = await lockCart(connection, storeId, cartId);
    if (!cart) return 'unchanged';
    // They do not become more while the cart is locked.
    const siblings = await connection
      .selectFrom('cart_orders')
      .select(['platformOrderId'])
      .where(match({ storeId, cartId }))
      .execute();
    if (siblings.some(({ platformOrderId }) => platformOrderId === order.id)) return 'known';
    if (siblings.length >= at.maxOrders) return 'dropped';
    const { currency, createdAt } = order;
    const { agent, agentVerified } = cart;
    const key = { id: at.id, storeId, cartId, platformOrderId: order.id };
    const row = { ...key, currency, createdAt, agent, agentVerified, ...toChangeable(order, at) };
    // Another cart's order.
    if (!(await hasChanged(connection.insertInto('cart_orders').values(row).onConflict(doNothing))))
      return 'known';
    await orderCart(connection, storeId, cartId, { orderedAt: order.createdAt, platformOrderId: order.id });
    const event = at.eventOf('cart.ordered', order, { cartId, agent });
    await enqueueEvents(connection, sealing, [event], at);
    return 'none';
  });
}

/** Writes nothing where a newer state is known. A change of what is counted is an event; returns whether there was one. */
function update({ database, sealing }: Sealed, order: PlatformOrder, at: Recorded): Promise<boolean> {
  const state = TABLES.cart_orders.toRow(toChangeable(order, at));
  return database.transaction().execute(async (connection) => {
    const newer = connection
      .updateTable('cart_orders')
      .set(state)
      .where(match({ storeId: at.storeId, platformOrderId: order.id }))
      .where('platformUpdatedAt', '<=', order.updatedAt);
    const of = await newer
      .where(({ or, eb }) =>
        or([eb('status', '<>', state.status), eb('paid', '<>', state.paid), eb('total', '<>', state.total)]),
      )
      .returning(['cartId', 'agent'])
      .executeTakeFirst();
    if (of) await enqueueEvents(connection, sealing, [at.eventOf('cart.order_changed', order, of)], at);
    else await newer.execute();
    return of !== undefined;
  });
}

/** Values that follow the shop. Sums and the number of lines stay right where lines are left out. */
function toChangeable(order: PlatformOrder, { now: asOf, linesOf }: Recorded) {
  const { status, isPaid: paid, totals, tracking, progress, updatedAt: platformUpdatedAt } = order;
  const total = totals.total - computeRefunded({ status, totals, progress });
  return { status, paid, totals, total, tracking, platformUpdatedAt, asOf, ...linesOf(order.lines) };
}
