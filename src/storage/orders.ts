import type { Insertable } from 'kysely';
import type { Order } from '../commerce/order.ts';
import type { Database } from './database.ts';
import type { OrdersTable } from './tables.ts';

/** Records the order of a session; a session has one, however often it is settled. */
export async function insertOrder(database: Database, order: Order, now: string): Promise<void> {
  await database
    .insertInto('orders')
    .values(toRow(order, now))
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute();
}

function toRow(order: Order, now: string): Insertable<OrdersTable> {
  return {
    id: order.id,
    store_id: order.storeId,
    session_id: order.sessionId,
    platform_order_id: order.platformOrder?.id ?? null,
    platform_order_number: order.platformOrder?.number ?? null,
    status: order.status,
    payment: order.payment,
    currency: order.currency,
    lines: JSON.stringify(order.lines),
    totals: JSON.stringify(order.totals),
    buyer_email: order.buyerEmail,
    shipping_address: order.shippingAddress && JSON.stringify(order.shippingAddress),
    tracking: JSON.stringify(order.tracking),
    platform_updated_at: order.platformOrder?.updatedAt ?? null,
    as_of: order.asOf,
    created_at: order.createdAt,
    updated_at: now,
  };
}
