import type { cartOrderEvent } from '../../commerce/order/events.ts';
import { type OrderStatus, type PlatformOrder, refundedOf } from '../../commerce/order/order.ts';
import { TABLES } from '../tables/tables.ts';
import { bound, type Sealed } from './bound.ts';
import { orderCart } from './carts.ts';
import { enqueueEvents } from './enqueue-events.ts';
import { hasChanged } from './row-counts.ts';

export type CartOrders = ReturnType<typeof cartOrders>;

export const cartOrders = (context: Sealed) => bound(context, { record });

/**
 * Records the platform's state of an order that carries no session, however late, doubled or raced: the newest state wins. A new
 * order marks its cart in the same transaction; `cartId` is null where the order carries none. An attempt makes no order, but may
 * end one: a transfer that never came. Returns the status before a change of what is counted, and undefined without one.
 */
async function record(
  context: Sealed,
  order: PlatformOrder,
  cartId: string | null,
  at: Recorded,
): Promise<OrderStatus | 'none' | undefined> {
  const cart = cartId === null || order.isAttempt ? undefined : await findCart(context, at.storeId, cartId);
  if (cart && (await insert(context, order, cart, at))) return 'none';
  const before = await knownStatus(context, at.storeId, order.id);
  return before && (await update(context, order, at)) ? before : undefined;
}

interface Recorded {
  storeId: string;
  /** ISO instant. */
  now: string;
  /** Event of a new or changed order. */
  eventOf: typeof cartOrderEvent;
}

interface OrderedCart {
  id: string;
  agent: string | null;
}

const findCart = ({ database }: Sealed, storeId: string, id: string): Promise<OrderedCart | undefined> =>
  database
    .selectFrom('carts')
    .select(['id', 'agent'])
    .where((cart) => cart.and({ store_id: storeId, id }))
    .executeTakeFirst();

/** Most orders of a shop are of no agent: they cost a read. */
async function knownStatus(
  { database }: Sealed,
  storeId: string,
  id: string,
): Promise<OrderStatus | undefined> {
  const statuses = database.selectFrom('cart_orders').select('status');
  return (await statuses.where((row) => row.and({ store_id: storeId, id })).executeTakeFirst())?.status;
}

/** Returns false, with nothing written, for a known order. */
function insert({ database, sealing }: Sealed, order: PlatformOrder, cart: OrderedCart, at: Recorded) {
  const { storeId } = at;
  const { id, currency, createdAt } = order;
  const row = { id, store_id: storeId, cart_id: cart.id, agent: cart.agent, currency, created_at: createdAt };
  return database.transaction().execute(async (connection) => {
    const isNew = await hasChanged(
      connection
        .insertInto('cart_orders')
        .values({ ...row, ...changeable(order) })
        .onConflict((conflict) => conflict.columns(['store_id', 'id']).doNothing()),
    );
    if (!isNew) return false;
    await orderCart(connection, storeId, cart.id, { orderedAt: createdAt, platformOrderId: id });
    const of = { cartId: cart.id, agent: cart.agent };
    await enqueueEvents(connection, sealing, [at.eventOf('cart.ordered', order, of)], at);
    return true;
  });
}

/** Writes nothing where a newer state is known. A change of what is counted is an event; returns whether there was one. */
function update({ database, sealing }: Sealed, order: PlatformOrder, at: Recorded): Promise<boolean> {
  const state = changeable(order);
  return database.transaction().execute(async (connection) => {
    const newer = connection
      .updateTable('cart_orders')
      .set(state)
      .where((row) => row.and({ store_id: at.storeId, id: order.id }))
      .where('platform_updated_at', '<=', order.updatedAt);
    const of = await newer
      .where(({ or, eb }) =>
        or([eb('status', '<>', state.status), eb('paid', '<>', state.paid), eb('total', '<>', state.total)]),
      )
      .returning(['cart_id as cartId', 'agent'])
      .executeTakeFirst();
    if (of) await enqueueEvents(connection, sealing, [at.eventOf('cart.order_changed', order, of)], at);
    else await newer.execute();
    return of !== undefined;
  });
}

/** Columns that follow the shop. */
function changeable({ status, isPaid, lines, totals, progress, updatedAt }: PlatformOrder) {
  const sold = lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
  return {
    ...TABLES.cart_orders.toRow({ status, paid: isPaid, lines: sold }),
    total: totals.total - refundedOf({ status, totals, progress }),
    platform_updated_at: updatedAt,
  };
}
