import type { ChangedPage } from '../store-platform.ts';
import { type Admin, dataOf } from './client.ts';
import { CHANGED_PRODUCTS } from './documents/catalog.ts';
import { CHANGED_ORDERS } from './documents/orders.ts';
import { cartOf, sessionOf } from './orders/platform-order.ts';
import { nextOf } from './wire.ts';

export async function changedProducts(
  admin: Admin,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const { products } = dataOf(await admin(CHANGED_PRODUCTS, variablesOf(since, after)));
  return { ids: products.nodes.map(({ id }) => id), next: nextOf(products.pageInfo) };
}

/** Filters out orders without a session or cart. The index lags by seconds: query with an overlap. */
export async function changedOrders(
  admin: Admin,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const { orders } = dataOf(await admin(CHANGED_ORDERS, variablesOf(since, after)));
  const ours = orders.nodes.filter((order) => (sessionOf(order) ?? cartOf(order)) !== null);
  return { ids: ours.map(({ id }) => id), next: nextOf(orders.pageInfo) };
}

function variablesOf(since: string, after: string | undefined) {
  return { query: `updated_at:>='${since.slice(0, 19)}Z'`, after: after ?? null };
}
