import type { ShopOrderPage, Span } from '../store-platform.ts';
import { type Admin, unwrapData } from './client.ts';
import { LIST_ORDERS } from './documents/orders.ts';
import { isPaid, isVoid } from './orders/status.ts';
import { nextOf } from './wire.ts';

/** Without the scope, older orders are absent from every answer. */
const ALL_ORDERS_SCOPE = 'read_all_orders';
const LAST_SIXTY_DAYS = {
  days: 60,
  reason: `Shopify shows the orders of the last 60 days only, unless it has granted the app the scope ${ALL_ORDERS_SCOPE}; this period begins earlier.`,
};

export async function listOrders(
  admin: Admin,
  { since, until }: Span,
  after: string | undefined,
): Promise<ShopOrderPage> {
  const query = `created_at:>='${since}' created_at:<'${until}'`;
  const { currentAppInstallation, orders } = unwrapData(
    await admin(LIST_ORDERS, { query, after: after ?? null }),
  );
  const seesAll = currentAppInstallation.accessScopes.some(({ handle }) => handle === ALL_ORDERS_SCOPE);
  return {
    orders: orders.nodes
      .filter((order) => isPaid(order) && !isVoid(order))
      .map(({ createdAt, totalPriceSet: { amount, currency }, totalRefundedSet }) => ({
        at: createdAt,
        currency,
        total: Math.max(0, amount - totalRefundedSet.amount),
      })),
    next: nextOf(orders.pageInfo),
    history: seesAll ? null : LAST_SIXTY_DAYS,
  };
}
