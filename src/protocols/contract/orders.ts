import { z } from 'zod';
import { readOrder } from '../../operations/read-order.ts';
import { endpoint } from '../endpoint.ts';
import { renderOrder } from './render-order.ts';
import { orderResponse } from './responses.ts';
import { orderId } from './schemas.ts';

const read = endpoint({
  capability: 'order',
  id: 'getOrder',
  rest: 'GET /orders/{order_id}',
  summary:
    'Reads an order of a checkout session: its status, totals, address and tracking, as the store has them now.',
  readsBody: false,
  slashesIn: 'order_id',
  input: z.object({ order_id: orderId }),
  output: orderResponse,
  run: async (context, { order_id }) => ({ body: renderOrder(context, await readOrder(context, order_id)) }),
});

export const orderEndpoints = [read];
