import { z } from 'zod';
import { cartWithTimeline, listCarts } from '../../merchants/sessions.ts';
import {
  cartRow,
  content,
  listing,
  renderContent,
  renderRow,
  renderTimeline,
  timelineResponse,
  toActivityPage,
  toFilter,
} from './activity-wire.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { pageOf, toPage } from './paging.ts';

export const cartEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/carts',
    summary: 'The carts that agents made, newest first unless sorted otherwise.',
    tag: 'activity',
    input: z.object(listing),
    output: pageOf(z.object(cartRow)),
    async run(visit, input) {
      const { items, total } = await listCarts(visit, toFilter(input), toActivityPage(input));
      return { body: toPage(items.map(renderRow), total, input) };
    },
  }),
  forStore({
    rest: 'GET /stores/{slug}/carts/{cart_id}',
    summary: 'A cart, and everything that happened to it.',
    tag: 'activity',
    input: z.object({ cart_id: z.string().max(200) }),
    output: z.object({ cart: z.object({ ...cartRow, ...content }), timeline: timelineResponse }),
    async run(visit, { cart_id }) {
      const { cart, timeline } = await cartWithTimeline(visit, cart_id);
      return {
        body: { cart: { ...renderRow(cart), ...renderContent(cart) }, timeline: renderTimeline(timeline) },
      };
    },
  }),
];
