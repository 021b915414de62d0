import { z } from 'zod';
import { MAX_LINES } from '../../commerce/order/first-lines.ts';
import { PAYMENT_EVIDENCE } from '../../commerce/order/order.ts';
import { maskEmail } from '../../commerce/text/redact.ts';
import type { ListedOrder } from '../../storage/repositories/activity/listed-rows.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { textOrNull } from '../fields.ts';
import { filterText } from '../lists.ts';
import type { AtStore } from '../visit.ts';
import {
  createNotThereError,
  defineActivityList,
  listedRow,
  minor,
  totalsResponse,
  unreadable,
  verifiedWire,
} from './lists.ts';
import { callEntries, findTimelineOfOrder, sortByTime, timelineResponse } from './timeline.ts';

const orderRow = nameObject('ListedOrder', {
  id: z.string(),
  status: z.string(),
  payment: z
    .enum(PAYMENT_EVIDENCE)
    .describe('verified: confirmed by the platform. claimed: by the agent only.'),
  paid: z.boolean().describe('Whether the shop has the money.'),
  agent: textOrNull,
  agent_verified: verifiedWire,
  session_id: textOrNull.describe('Null for the order of a cart without a checkout session.'),
  cart_id: textOrNull.describe(
    'Cart without a checkout session that the buyer ordered; null for the order of a session.',
  ),
  platform_order_id: textOrNull,
  platform_order_number: textOrNull,
  ...listedRow.pick({ lines_count: true, first_item: true, image_url: true, total: true }).shape,
  refunded: minor.describe('Money given back since, in minor units of `currency`; `total` stays as bought.'),
  currency: z.string(),
  buyer_email: textOrNull.describe(
    'Masked; your shop has the whole address. Null for the order of a cart, and when `unreadable`.',
  ),
  unreadable,
  tracking: z.array(z.object({ carrier: z.string(), number: z.string(), url: z.string() })),
  as_of: z.iso.datetime().describe('Time at which the platform was last asked.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const order = orderRow.extend({
  line_items: z
    .array(
      z.object({
        item: z.object({ id: z.string(), title: z.string(), image_url: textOrNull }),
        quantity: z.int(),
        price: minor,
      }),
    )
    .describe(`All lines; the first ${MAX_LINES} where a cart was ordered.`),
  totals: totalsResponse,
});

export const orderEndpoints = [
  defineActivityList({
    id: 'listStoreOrders',
    route: 'GET /stores/{slug}/orders',
    summary: 'Lists the orders of agents’ sessions and carts, newest first unless sorted otherwise.',
    filters: { payment: filterText.describe('Only orders with this payment: verified or claimed.') },
    row: orderRow,
    async list(visit, filter, page) {
      const { context, store } = visit;
      const listed = await context.activity.listOrders(store.id, filter, page);
      const firstLines = listed.items.flatMap(({ lines }) => lines.slice(0, 1));
      const pictures = await findPictures(visit, firstLines);
      return { ...listed, items: listed.items.map((order) => toOrderRow(order, pictures)) };
    },
  }),
  forStore({
    id: 'getStoreOrder',
    route: 'GET /stores/{slug}/orders/{order_id}',
    summary: 'Returns an order with its history.',
    input: z.object({ order_id: z.string().max(200) }),
    output: z.object({ order, timeline: timelineResponse }),
    async run(visit, { order_id: id }) {
      const { context, store } = visit;
      await context.flushCalls();
      const order = await context.activity.findOrder(store.id, id);
      if (!order) throw createNotThereError('order');
      const { cartId } = order;
      const [calls, ofOrder, pictures] = await Promise.all([
        context.requestLog.listAbout(store.id, cartId === null ? 'orderId' : 'cartId', cartId ?? id),
        findTimelineOfOrder(visit, order),
        findPictures(visit, order.lines),
      ]);
      const timeline = sortByTime([...callEntries(calls), ...ofOrder]);
      const lineItems = order.lines.map(({ variantId, title, quantity, price }) => ({
        item: { id: variantId ?? '', title, imageUrl: pictures.get(variantId ?? '') ?? null },
        quantity,
        price,
      }));
      return { order: { ...toOrderRow(order, pictures), lineItems }, timeline };
    },
  }),
];

/** Addresses of pictures, by variant. */
type Pictures = ReadonlyMap<string, string>;

function findPictures({ context, store }: AtStore, lines: ListedOrder['lines']) {
  const variantIds = lines.flatMap(({ variantId }) => variantId ?? []);
  return context.products.findPictures(store.id, [...new Set(variantIds)]);
}

function toOrderRow(order: ListedOrder, pictures: Pictures) {
  const { lines, lineCount, totals, total, buyerEmail, tracking } = order;
  return {
    ...order,
    linesCount: lineCount,
    firstItem: lines[0]?.title ?? null,
    imageUrl: pictures.get(lines[0]?.variantId ?? '') ?? null,
    total: totals.total,
    refunded: totals.total - total,
    buyerEmail: buyerEmail === null ? null : maskEmail(buyerEmail),
    unreadable: order.isUnreadable,
    tracking: tracking.map(({ carrier, number, url }) => ({
      carrier: carrier ?? '',
      number: number ?? '',
      url: url ?? '',
    })),
  };
}
