import { z } from 'zod';
import { CART_OUTCOMES, toCartOutcome } from '../../commerce/checkout/cart.ts';
import type { ListedCart } from '../../storage/repositories/activity/listed-rows.ts';
import { nameSchema } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { instantOrNull, textOrNull } from '../fields.ts';
import { choices } from '../lists.ts';
import { getNow } from '../visit.ts';
import {
  content,
  createNotThereError,
  defineActivityList,
  listedRow,
  toLineItems,
  toListedRow,
} from './lists.ts';
import { callEntries, sortByTime, timelineResponse, toCartEntries } from './timeline.ts';

const cartRow = nameSchema(
  'ListedCart',
  listedRow.extend({
    outcome: z
      .enum(CART_OUTCOMES)
      .describe(
        'Outcome of the cart. ordered: the shop has an order of it, placed at its address or at that of a checkout made of it, whatever its status.',
      ),
    ordered_at: instantOrNull.describe('Time of its first order; null without one.'),
    platform_order_id: textOrNull.describe(
      'The shop’s id of that order. Null also for an order placed while orders were switched off.',
    ),
  }),
);

export const cartEndpoints = [
  defineActivityList({
    id: 'listStoreCarts',
    route: 'GET /stores/{slug}/carts',
    summary: 'Lists the carts that agents made, newest first unless sorted otherwise.',
    filters: {
      outcome: choices
        .pipe(z.array(z.enum(CART_OUTCOMES)).optional())
        .describe('Only carts of which this became, or one of several, separated by commas.'),
    },
    row: cartRow,
    async list(visit, filter, page) {
      const { context, store } = visit;
      await context.carts.cancelExpired(getNow(visit));
      const listed = await context.activity.listCarts(store.id, filter, page);
      return { ...listed, items: listed.items.map(toCartRow) };
    },
  }),
  forStore({
    id: 'getStoreCart',
    route: 'GET /stores/{slug}/carts/{cart_id}',
    summary: 'Returns a cart with its history.',
    input: z.object({ cart_id: z.string().max(200) }),
    output: z.object({ cart: cartRow.extend(content.shape), timeline: timelineResponse }),
    async run(visit, { cart_id: id }) {
      const { context, store } = visit;
      await Promise.all([context.carts.cancelExpired(getNow(visit)), context.flushCalls()]);
      const cart = await context.activity.findCart(store.id, id);
      if (!cart) throw createNotThereError('cart');
      const calls = await context.requestLog.listAbout(store.id, 'cartId', id);
      const timeline = sortByTime([...callEntries(calls), ...toCartEntries(cart)]);
      return { cart: { ...toCartRow(cart), lineItems: toLineItems(cart) }, timeline };
    },
  }),
];

function toCartRow(cart: ListedCart) {
  return { ...toListedRow(cart), outcome: toCartOutcome(cart) };
}
