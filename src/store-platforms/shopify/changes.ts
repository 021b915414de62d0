import { z } from 'zod';
import type { ChangedPage } from '../store-platform.ts';
import { type Admin, dataOf } from './client.ts';
import { CHANGED_PRODUCTS } from './documents/catalog.ts';
import { CHANGED_ORDERS } from './documents/orders.ts';
import { sessionOf } from './orders/platform-order.ts';
import { nextOf, pageInfo } from './wire.ts';

const productsAnswer = z.object({
  products: z.object({ pageInfo, nodes: z.array(z.object({ id: z.string() })) }),
});
const ordersAnswer = z.object({
  orders: z.object({
    pageInfo,
    nodes: z.array(
      z.object({
        id: z.string(),
        customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
      }),
    ),
  }),
});

export async function changedProducts(
  admin: Admin,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const question = {
    document: CHANGED_PRODUCTS,
    variables: variablesOf(since, after),
    answer: productsAnswer,
  };
  const { products } = dataOf(await admin({ ...question, effect: 'read' }));
  return { ids: products.nodes.map(({ id }) => id), next: nextOf(products.pageInfo) };
}

/** Filters out orders without a session. The index lags by seconds: query with an overlap. */
export async function changedOrders(
  admin: Admin,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const question = { document: CHANGED_ORDERS, variables: variablesOf(since, after), answer: ordersAnswer };
  const { orders } = dataOf(await admin({ ...question, effect: 'read' }));
  const ours = orders.nodes.filter((order) => sessionOf(order) !== null);
  return { ids: ours.map(({ id }) => id), next: nextOf(orders.pageInfo) };
}

function variablesOf(since: string, after: string | undefined) {
  return { query: `updated_at:>='${since.slice(0, 19)}Z'`, after: after ?? null };
}
