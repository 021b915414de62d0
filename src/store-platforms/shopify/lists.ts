import type { ChangedPage, Span } from '../store-platform.ts';
import { type Admin, unwrapData } from './client.ts';
import { CHANGED_PRODUCTS } from './documents/catalog.ts';
import { CHANGED_ORDERS, LIST_ORDERS } from './documents/orders.ts';
import { CART_ATTRIBUTE, readAttribute, SESSION_ATTRIBUTE } from './orders/platform-order.ts';
import { isPaid, isVoid } from './orders/status.ts';
import { nextOf } from './wire.ts';

export async function fetchChangedProducts(admin: Admin, since: string, after?: string) {
  const { products } = unwrapData(await admin(CHANGED_PRODUCTS, toVariables(since, after)));
  return { ids: products.nodes.map(({ id }) => id), next: nextOf(products.pageInfo) };
}

/** The index lags by seconds: query with an overlap. */
export async function fetchChangedOrders(admin: Admin, since: string, after?: string): Promise<ChangedPage> {
  const { orders } = unwrapData(await admin(CHANGED_ORDERS, toVariables(since, after)));
  const ours = orders.nodes.filter((order) =>
    [SESSION_ATTRIBUTE, CART_ATTRIBUTE].some((name) => readAttribute(order, name) !== null),
  );
  return { ids: ours.map(({ id }) => id), next: nextOf(orders.pageInfo) };
}

function toVariables(since: string, after: string | undefined) {
  return { query: `updated_at:>='${since.slice(0, 19)}Z'`, after: after ?? null };
}

/** Without the scope, older orders are absent from every answer. */
const ALL_ORDERS_SCOPE = 'read_all_orders';
const LAST_SIXTY_DAYS = {
  days: 60,
  reason: `Shopify shows the orders of the last 60 days only, unless it has granted the app the scope ${ALL_ORDERS_SCOPE}; this period begins earlier.`,
};

export async function listOrders(admin: Admin, { since, until }: Span, after?: string) {
  const query = `created_at:>='${since}' created_at:<'${until}'`;
  const answer = await admin(LIST_ORDERS, { query, after: after ?? null });
  const { currentAppInstallation, orders } = unwrapData(answer);
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
