import { z } from 'zod';
import type { ChangedPage } from '../store-platform.ts';
import { hasPageAfter } from './catalog/product-list.ts';
import { type Ask, CORE, parseAnswer, query, type SiteAnswer } from './client.ts';
import { orderGid, productGid } from './items.ts';
import { cartIdOf, sessionIdOf } from './orders/platform-order.ts';
import { wooOrder } from './orders/wire.ts';

export const PER_PAGE = 100;

const changedProduct = z.object({ id: z.int() });
const changedOrder = wooOrder.pick({ id: true, meta_data: true });

/** Includes drafts and private products, so that unpublishing is seen. */
export async function changedProducts(
  ask: Ask,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const page = Number(after ?? 1);
  const path = `${CORE}/products?${query({ ...pageSince(since, page), status: 'any', _fields: 'id' })}`;
  const answer = await ask({ operation: 'GET /products', path });
  const products = parseAnswer(z.array(changedProduct), answer);
  return { ids: products.map(({ id }) => productGid(id)), next: nextOf(answer, products, page) };
}

/** Filters out orders without a session or cart. */
export async function changedOrders(
  ask: Ask,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const page = Number(after ?? 1);
  const path = `${CORE}/orders?${query({ ...pageSince(since, page), _fields: 'id,meta_data' })}`;
  const answer = await ask({ operation: 'GET /orders', path });
  const orders = parseAnswer(z.array(changedOrder), answer);
  const ours = orders.filter((order) => (sessionIdOf(order) ?? cartIdOf(order)) !== undefined);
  return { ids: ours.map(({ id }) => orderGid(id)), next: nextOf(answer, orders, page) };
}

/**
 * `Z` marks UTC; without a zone the site's own time would be meant. Sorted by id, so that later changes only extend the list.
 */
function pageSince(since: string, page: number): Record<string, string | number> {
  const modified_after = `${since.slice(0, 19)}Z`;
  return { modified_after, orderby: 'id', order: 'asc', per_page: PER_PAGE, page };
}

export function nextOf(answer: SiteAnswer, items: readonly unknown[], page: number): string | null {
  return items.length > 0 && hasPageAfter(answer, { page, perPage: PER_PAGE }) ? String(page + 1) : null;
}
