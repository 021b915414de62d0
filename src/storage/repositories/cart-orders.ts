import { boundedRecord } from '../../commerce/json/bounded-record.ts';
import { type PlatformOrder, refundedOf } from '../../commerce/order/order.ts';
import type { Database } from '../engine/database.ts';
import { TABLES } from '../tables/tables.ts';
import { bound } from './bound.ts';
import { orderCart } from './carts.ts';
import { hasChanged } from './row-counts.ts';

export type CartOrders = ReturnType<typeof cartOrders>;

export const cartOrders = (database: Database) => bound(database, { record });

/**
 * Records the platform's state of an order that carries no session, however late, doubled or raced: the newest state wins. A new
 * order marks its cart in the same transaction; `cartId` is null where the order carries none. Returns true for a new order. An
 * attempt makes no order, but may end one: a transfer that never came.
 */
async function record(
  database: Database,
  storeId: string,
  cartId: string | null,
  order: PlatformOrder,
): Promise<boolean> {
  const cart = cartId === null || order.isAttempt ? undefined : await findCart(database, storeId, cartId);
  if (cart && (await insert(database, storeId, cart, order))) return true;
  await update(database, storeId, order);
  return false;
}

interface OrderedCart {
  id: string;
  agent: string | null;
}

const findCart = (database: Database, storeId: string, id: string): Promise<OrderedCart | undefined> =>
  database
    .selectFrom('carts')
    .select(['id', 'agent'])
    .where((cart) => cart.and({ store_id: storeId, id }))
    .executeTakeFirst();

/** Returns false, with nothing written, for a known order. */
function insert(database: Database, storeId: string, cart: OrderedCart, order: PlatformOrder) {
  const { id, currency, createdAt } = order;
  const row = { id, store_id: storeId, cart_id: cart.id, agent: cart.agent, currency, created_at: createdAt };
  return database.transaction().execute(async (connection) => {
    const isNew = await hasChanged(
      connection
        .insertInto('cart_orders')
        .values({ ...row, ...changeable(order) })
        .onConflict((conflict) => conflict.columns(['store_id', 'id']).doNothing()),
    );
    if (isNew) await orderCart(connection, storeId, cart.id, { orderedAt: createdAt, platformOrderId: id });
    return isNew;
  });
}

/** Writes nothing for an unknown order, and where a newer state is known. */
const update = (database: Database, storeId: string, order: PlatformOrder): Promise<boolean> =>
  hasChanged(
    database
      .updateTable('cart_orders')
      .set(changeable(order))
      .where((row) => row.and({ store_id: storeId, id: order.id }))
      .where('platform_updated_at', '<=', order.updatedAt),
  );

/** Columns that follow the shop. */
function changeable({ status, isPaid, lines, totals, progress, updatedAt }: PlatformOrder) {
  const sold = lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
  return {
    ...TABLES.cart_orders.toRow({ status, paid: isPaid, lines: boundedRecord(sold) }),
    total: totals.total - refundedOf({ status, totals, progress }),
    platform_updated_at: updatedAt,
  };
}
