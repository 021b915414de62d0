import type { ChangedPage } from '../store-platform.ts';
import { type Admin, unwrapData } from './client.ts';
import { CHANGED_PRODUCTS } from './documents/catalog.ts';
import { CHANGED_ORDERS } from './documents/orders.ts';
import { readCartId, readSessionId } from './orders/platform-order.ts';
import { nextOf } from './wire.ts';

export async function fetchChangedProducts(
  admin: Admin,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const { products } = unwrapData(await admin(CHANGED_PRODUCTS, toVariables(since, after)));
  return { ids: products.nodes.map(({ id }) => id), next: nextOf(products.pageInfo) };
}

/** Filters out orders without a session or cart. The index lags by seconds: query with an overlap. */
export async function fetchChangedOrders(
  admin: Admin,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const { orders } = unwrapData(await admin(CHANGED_ORDERS, toVariables(since, after)));
  const ours = orders.nodes.filter((order) => (readSessionId(order) ?? readCartId(order)) !== null);
  return { ids: ours.map(({ id }) => id), next: nextOf(orders.pageInfo) };
}

function toVariables(since: string, after: string | undefined) {
  return { query: `updated_at:>='${since.slice(0, 19)}Z'`, after: after ?? null };
}
