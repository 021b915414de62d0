import { z } from 'zod';
import type { ShopOrderPage, Span } from '../store-platform.ts';
import { type Admin, dataOf } from './client.ts';
import { LIST_ORDERS } from './documents/orders.ts';
import { presentment } from './orders/order-node.ts';
import { isVoid } from './orders/status.ts';
import { nextOf, pageOf } from './wire.ts';

/** Without the scope, older orders are absent from every answer. */
const ALL_ORDERS_SCOPE = 'read_all_orders';
const LAST_SIXTY_DAYS = {
  days: 60,
  reason: `Shopify shows the orders of the last 60 days only, unless it has granted the app the scope ${ALL_ORDERS_SCOPE}; this period begins earlier.`,
};

const listAnswer = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  orders: pageOf(
    z.object({
      createdAt: z.iso.datetime({ offset: true }),
      cancelledAt: z.string().nullable(),
      displayFinancialStatus: z.string().nullable(),
      totalPriceSet: presentment,
    }),
  ),
});

export async function listOrders(
  admin: Admin,
  { since, until }: Span,
  after: string | undefined,
): Promise<ShopOrderPage> {
  const query = `created_at:>='${since}' created_at:<'${until}'`;
  const variables = { query, after: after ?? null };
  const answer = await admin({ document: LIST_ORDERS, variables, answer: listAnswer, effect: 'read' });
  const { currentAppInstallation, orders } = dataOf(answer);
  const seesAll = currentAppInstallation.accessScopes.some(({ handle }) => handle === ALL_ORDERS_SCOPE);
  return {
    orders: orders.nodes
      .filter((order) => !isVoid(order))
      .map(({ createdAt, totalPriceSet: { amount, currency } }) => ({
        at: new Date(createdAt).toISOString(),
        currency,
        total: amount,
      })),
    next: nextOf(orders.pageInfo),
    history: seesAll ? null : LAST_SIXTY_DAYS,
  };
}
