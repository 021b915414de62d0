import { z } from 'zod';
import type { PlatformOrder } from '../../commerce/order.ts';
import type { Caller } from '../store-platform.ts';
import { READ_ORDER } from './documents/read-order.ts';
import { type Ask, dataOf } from './graphql.ts';
import { misunderstood } from './graphql-failures.ts';
import { isWithheldField, orderNode, toPlatformOrder } from './orders.ts';

const readAnswer = z.object({ order: orderNode.nullable() });

/** One call; none for what can be no order's GID or number. */
export async function readOrder(admin: Ask, id: string, caller: Caller): Promise<PlatformOrder | undefined> {
  const number = /^(?:gid:\/\/shopify\/Order\/)?([1-9]\d{0,18})$/.exec(id)?.[1];
  if (number === undefined) return undefined;
  const variables = { id: orderGid(number) };
  const answer = await admin({ document: READ_ORDER, variables, answer: readAnswer, effect: 'read' }, caller);
  const { order } = dataOf(answer, isWithheldField);
  if (order && order.id !== variables.id) throw misunderstood(`not ${variables.id}`);
  return order ? toPlatformOrder(order) : undefined;
}

export function orderGid(number: number | string): string {
  return `gid://shopify/Order/${number}`;
}
