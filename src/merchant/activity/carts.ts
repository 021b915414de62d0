import { z } from 'zod';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { activityList } from './list.ts';
import { cartWithTimeline, listCarts } from './sessions.ts';
import { cartRow, content, renderContent, renderRow, renderTimeline, timelineResponse } from './wire.ts';

const cartAnswer = z.object({ cart: cartRow.extend(content.shape), timeline: timelineResponse });

export const cartEndpoints: MerchantEndpoint[] = [
  activityList({
    id: 'listStoreCarts',
    rest: 'GET /stores/{slug}/carts',
    summary: 'Lists the carts that agents made, newest first unless sorted otherwise.',
    row: cartRow,
    list: listCarts,
    render: renderRow,
  }),
  forStore({
    id: 'getStoreCart',
    rest: 'GET /stores/{slug}/carts/{cart_id}',
    summary: 'Returns a cart with its history.',
    input: z.object({ cart_id: z.string().max(200) }),
    output: cartAnswer,
    async run(visit, { cart_id }) {
      const { cart, timeline } = await cartWithTimeline(visit, cart_id);
      return {
        body: { cart: { ...renderRow(cart), ...renderContent(cart) }, timeline: renderTimeline(timeline) },
      };
    },
  }),
];
