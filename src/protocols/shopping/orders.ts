import { z } from 'zod';
import { toDecimal } from '../../commerce/money/money.ts';
import { computeRefunded } from '../../commerce/order/order.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { type OrderReading, readOrder } from '../../operations/order/read-order.ts';
import type { Incoming } from '../endpoint.ts';
import { omitEmpty } from '../omit-empty.ts';
import { orderAnswer } from './answers.ts';
import { ShoppingError } from './failures.ts';
import { renderContent } from './render-content.ts';
import { orderId } from './requests.ts';
import { defineShoppingTool } from './tool.ts';

const read = defineShoppingTool({
  name: 'get_order',
  description: 'Read an order: its status and tracking.',
  capability: 'order',
  route: 'GET /orders/{order_id}',
  effect: 'readOnly',
  input: z.object({ order_id: orderId }),
  output: orderAnswer,
  async perform(context, { order_id }, incoming) {
    const reading = await readOrder(context, await findOwnId(context, order_id, incoming));
    return { body: renderOrder(reading) };
  },
});

/** The shop's order numbers are unknown here: they can be counted up, and this endpoint identifies no buyer. */
async function findOwnId({ sessions, store }: StoreContext, id: string, { repairs }: Incoming) {
  if (!isUuid(id)) {
    const message = `There is no order ${quoteInput(id)}. Take order_id from get_checkout.`;
    const next = { tool: 'get_checkout' };
    throw new ShoppingError(message, { kind: 'not_found', field: 'order_id', next });
  }
  const session = await sessions.find(store.id, id);
  if (!session) return id;
  if (!session.order) {
    const next = { tool: 'get_checkout', arguments: { checkout_id: id } };
    const message = 'This is the id of a checkout that has no order yet.';
    throw new ShoppingError(message, { kind: 'not_found', field: 'order_id', next });
  }
  repairs.push('order_id: checkout read as its order');
  return session.order.id;
}

/** Leaves out the buyer's e-mail address and postal address: the id alone must not open them. */
function renderOrder({ order, stale }: OrderReading): object {
  const { id, sessionId, platformOrder, status, isPaid, currency, tracking, asOf } = order;
  const refunded = computeRefunded(order);
  const parcels = tracking.map(({ carrier, number, url }) => {
    return { carrier: carrier ?? undefined, number: number ?? undefined, url: url ?? undefined };
  });
  return {
    id,
    order_id: id,
    checkout_id: sessionId,
    number: platformOrder?.number,
    status,
    paid: isPaid,
    ...renderContent(order),
    refunded: refunded === 0 ? undefined : toDecimal(refunded, currency),
    tracking: omitEmpty(parcels),
    as_of: asOf,
    stale: stale || undefined,
  };
}

export const orderTools = [read];
