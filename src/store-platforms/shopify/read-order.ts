import { z } from 'zod';
import type { PlatformOrder } from '../../commerce/order.ts';
import type { Caller } from '../store-platform.ts';
import type { AskForOrders } from './query-orders.ts';
import { READ_ORDER } from './documents/read-order.ts';
import { misunderstood } from './graphql-failures.ts';
import { orderNode, toPlatformOrder } from './orders.ts';

const readAnswer = z.object({ order: orderNode.nullable() });

/** One call, two once where the buyer's data is withheld; none for what can be no order's GID or number. */
export async function readOrder(
  ask: AskForOrders,
  id: string,
  caller: Caller,
): Promise<PlatformOrder | undefined> {
  const number = /^(?:gid:\/\/shopify\/Order\/)?([1-9]\d{0,18})$/.exec(id)?.[1];
  if (number === undefined) return undefined;
  const variables = { id: orderGid(number) };
  const { order } = await ask({ document: READ_ORDER, variables, answer: readAnswer }, caller);
  if (order && order.id !== variables.id) throw misunderstood(`not ${variables.id}`);
  return order ? toPlatformOrder(order) : undefined;
}

export function orderGid(number: number | string): string {
  return `gid://shopify/Order/${number}`;
}
