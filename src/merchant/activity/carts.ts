import { z } from 'zod';
import { isUuid } from '../../commerce/uuid.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { nowOf } from '../visit.ts';
import { activityList } from './list.ts';
import { callEntries, cartEntries, inTime, timelineResponse } from './timeline.ts';
import { cartRow, content, contentOf, notThere, rowOf } from './wire.ts';

const cartAnswer = z.object({ cart: cartRow.extend(content.shape), timeline: timelineResponse });

export const cartEndpoints: MerchantEndpoint[] = [
  activityList({
    id: 'listStoreCarts',
    rest: 'GET /stores/{slug}/carts',
    summary: 'Lists the carts that agents made, newest first unless sorted otherwise.',
    row: cartRow,
    async list(visit, filter, page) {
      const { context, store } = visit;
      await context.carts.cancelExpired(nowOf(visit));
      const { items, total } = await context.activity.carts(store.id, filter, page);
      return { items: items.map(rowOf), total };
    },
  }),
  forStore({
    id: 'getStoreCart',
    rest: 'GET /stores/{slug}/carts/{cart_id}',
    summary: 'Returns a cart with its history.',
    input: z.object({ cart_id: z.string().max(200) }),
    output: cartAnswer,
    async run(visit, { cart_id: id }) {
      const { context, store } = visit;
      await Promise.all([context.carts.cancelExpired(nowOf(visit)), context.flushCalls()]);
      const cart = isUuid(id) ? await context.activity.cart(store.id, id) : undefined;
      if (!cart) throw notThere('cart');
      const calls = await context.requestLog.about(store.id, 'cart_id', id);
      const timeline = inTime([...callEntries(calls), ...cartEntries(cart)]);
      return { cart: { ...rowOf(cart), ...contentOf(cart) }, timeline };
    },
  }),
];
