import { z } from 'zod';
import { type CommerceError, toNotFoundError } from '../../../commerce/errors.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import { isUuid } from '../../../commerce/text/uuid.ts';
import { readOrder } from '../../../operations/order/read-order.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { renderEnvelope, type UcpContext } from '../envelope.ts';
import { defineOperation } from '../operation.ts';
import { ORDER } from '../profile/capabilities.ts';
import { renderOrder } from './order.ts';

const read = defineOperation({
  capability: 'order',
  root: ORDER,
  route: 'GET /orders/{id}',
  tool: { name: 'get_order', effect: 'readOnly' },
  signed: true,
  summary:
    'Reads an order as the store has it now: lines, shipments, refunds. The request must be signed (RFC 9421) by the platform whose agent made its checkout.',
  body: z.object({}),
  async perform(context, { id }) {
    const { signer } = context.agreed;
    const message =
      'Orders are told to the platform whose agent made their checkout. Sign the request (RFC 9421) with a key that its profile publishes.';
    if (signer === undefined) throw new ProtocolError(401, 'signature_missing', message);
    // Authorizes before the store platform is asked.
    if (!isUuid(id) || !(await isOfPlatform(context, id, signer))) throw createNoOrderError(id);
    const { order } = await readOrder(context, id);
    if (order.payment !== 'verified') throw createNoOrderError(id);
    const steps = await context.orders.listHistory(order);
    return { body: renderOrder({ store: context.store, order, steps, ucp: renderEnvelope(context) }) };
  },
});

async function isOfPlatform(context: UcpContext, orderId: string, platform: string): Promise<boolean> {
  const order = await context.orders.find(context.store.id, orderId);
  const session = order && (await context.sessions.find(context.store.id, order.sessionId));
  return session?.agentProfile === platform;
}

/** Same text for another platform's order and for an unknown one. */
function createNoOrderError(id: string): CommerceError {
  return toNotFoundError(`This platform has no order ${quoteInput(id)} here.`);
}

export const orderOperations = [read];
