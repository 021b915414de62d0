import { CommerceError } from '../../commerce/errors.ts';
import type { PlatformOrder } from '../../commerce/order/order.ts';
import type { OrderReference } from '../store-platform.ts';
import { readCartToken } from './carts/answers.ts';
import { createInvalidAnswerError } from './client/errors.ts';
import { type Admin, type Answer, unwrapData } from './client.ts';
import { FIND_ORDERS, READ_ORDER, READ_ORDER_TAGS, TAG_ORDER } from './documents/orders.ts';
import { orderGid } from './items.ts';
import {
  isWithheldField,
  readAttribute,
  SESSION_ATTRIBUTE,
  toPlatformOrder,
} from './orders/platform-order.ts';

/** Searches by the cart's token: session ids are not indexed. The index lags by seconds, so a miss right after paying is normal. */
export async function findOrder(admin: Admin, readOrders: ReadOrders, reference: OrderReference) {
  const query = `cart_token:'${readCartToken(reference.cartHandle).replace(/[\\']/g, '\\$&')}'`;
  const { orders } = await readOrders((withStatusPage) => admin(FIND_ORDERS, { query, withStatusPage }));
  const order = orders.nodes.find((node) => readAttribute(node, SESSION_ATTRIBUTE) === reference.sessionId);
  return order && toPlatformOrder(order);
}

/** One call, a second one when the buyer's data is withheld; none for a text that is no order GID or number. */
export async function readOrder(admin: Admin, readOrders: ReadOrders, numberOrGid: string) {
  const number = /^(?:gid:\/\/shopify\/Order\/)?([1-9]\d{0,18})$/.exec(numberOrGid)?.[1];
  if (number === undefined) return undefined;
  const id = orderGid(number);
  const { order } = await readOrders((withStatusPage) => admin(READ_ORDER, { id, withStatusPage }));
  if (order && order.id !== id) throw createInvalidAnswerError(`not ${id}`);
  return order ? toPlatformOrder(order) : undefined;
}

type ReadOrders = <Data>(ask: (withStatusPage: boolean) => Promise<Answer<Data>>) => Promise<Data>;

/** Repeats a query without the status page where it is withheld, which nulls the order; later ones omit it. */
export function orderReader(): ReadOrders {
  let withStatusPage = true;
  return async (ask) => {
    const first = await ask(withStatusPage);
    const withheld = first.errors
      .filter(isWithheldField)
      .some(({ path }) => path.includes('statusPageUrl') || first.data === undefined);
    if (!withStatusPage || !withheld) return unwrapData(first, isWithheldField);
    withStatusPage = false;
    return unwrapData(await ask(false), isWithheldField);
  };
}

/** Tags the bare session id: tags end at 40 characters. Tagged orders are skipped, since each change triggers a webhook that leads here. */
export async function tagOrder(admin: Admin, order: PlatformOrder): Promise<void> {
  const { id, sessionId } = order;
  if (sessionId === null) return;
  const { order: node } = unwrapData(await admin(READ_ORDER_TAGS, { id }));
  if (!node || node.tags.some((tag) => tag.toLowerCase() === sessionId.toLowerCase())) return;
  const { tagsAdd } = unwrapData(await admin(TAG_ORDER, { id, tags: [sessionId] }));
  const [problem] = tagsAdd?.userErrors ?? [];
  if (problem) throw new CommerceError('platform_error', `The store refused the tag: ${problem.message}`);
}
