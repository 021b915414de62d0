import { z } from 'zod';
import type { PlatformOrder } from '../../commerce/order.ts';
import type { Caller, OrderReference } from '../store-platform.ts';
import type { AskForOrders } from './query-orders.ts';
import { cartToken } from './cart-answers.ts';
import { FIND_ORDERS } from './documents/find-orders.ts';
import { orderNode, sessionOf, toPlatformOrder } from './orders.ts';

const findAnswer = z.object({ orders: z.object({ nodes: z.array(orderNode) }) });

/**
 * The order that was made of the session's cart and carries the session's id. Orders cannot be searched by that id, but
 * by the token of their cart. The index lags by seconds: a miss right after paying is normal.
 */
export async function findOrder(
  ask: AskForOrders,
  { sessionId, cartHandle }: OrderReference,
  caller: Caller,
): Promise<PlatformOrder | undefined> {
  const query = `cart_token:'${cartToken(cartHandle).replace(/[\\']/g, '\\$&')}'`;
  const { orders } = await ask({ document: FIND_ORDERS, variables: { query }, answer: findAnswer }, caller);
  const order = orders.nodes.find((node) => sessionOf(node) === sessionId);
  return order && toPlatformOrder(order);
}
