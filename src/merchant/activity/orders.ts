import { z } from 'zod';
import { refundedOf } from '../../commerce/order/order.ts';
import { maskEmail } from '../../commerce/text/redact.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { ListedOrder } from '../../storage/repositories/activity-lists.ts';
import { named } from '../../wire/named.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import type { StoreVisit } from '../visit.ts';
import { activityList } from './list.ts';
import {
  callEntries,
  deliveryEntries,
  inTime,
  orderEntries,
  type TimelineEntry,
  timelineResponse,
} from './timeline.ts';
import { filterText, firstItem, notThere, totalsResponse, verifiedWire } from './wire.ts';

const minor = z.int().describe('In minor units of `currency`.');

const orderRow = named(
  'ListedOrder',
  z.object({
    id: z.string(),
    status: z.string(),
    payment: z
      .enum(['verified', 'claimed'])
      .describe('verified: confirmed by the platform. claimed: by the agent only.'),
    paid: z.boolean().describe('Whether the shop has the money.'),
    agent: z.string().nullable(),
    agent_verified: verifiedWire,
    session_id: z.string(),
    platform_order_id: z.string().nullable(),
    platform_order_number: z.string().nullable(),
    lines_count: z.int(),
    first_item: firstItem,
    total: minor,
    refunded: minor.describe(
      'Money given back since, in minor units of `currency`; `total` stays as bought.',
    ),
    currency: z.string(),
    buyer_email: z.string().nullable().describe('Masked; your shop has the whole address.'),
    tracking: z.array(z.object({ carrier: z.string(), number: z.string(), url: z.string() })),
    as_of: z.iso.datetime().describe('Time at which the platform was last asked.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
);

const order = orderRow.extend({
  line_items: z.array(
    z.object({ item: z.object({ id: z.string(), title: z.string() }), quantity: z.int(), price: minor }),
  ),
  totals: totalsResponse,
});

const orderAnswer = z.object({ order, timeline: timelineResponse });

export const orderEndpoints: MerchantEndpoint[] = [
  activityList({
    id: 'listStoreOrders',
    rest: 'GET /stores/{slug}/orders',
    summary: 'Lists the orders of agents’ sessions, newest first unless sorted otherwise.',
    filters: { payment: filterText.describe('Only orders with this payment: verified or claimed.') },
    row: orderRow,
    async list({ context, store }, filter, page) {
      const { items, total } = await context.activity.orders(store.id, filter, page);
      return { items: items.map(rowOfOrder), total };
    },
  }),
  forStore({
    id: 'getStoreOrder',
    rest: 'GET /stores/{slug}/orders/{order_id}',
    summary: 'Returns an order with its history.',
    input: z.object({ order_id: z.string().max(200) }),
    output: orderAnswer,
    async run(visit, { order_id: id }) {
      const { context, store } = visit;
      await context.flushCalls();
      const listed = isUuid(id) ? await context.activity.order(store.id, id) : undefined;
      if (!listed) throw notThere('order');
      const [calls, ofOrder] = await Promise.all([
        context.requestLog.about(store.id, 'order_id', id),
        timelineOfOrder(visit, id),
      ]);
      return { order: wholeOrder(listed), timeline: inTime([...callEntries(calls), ...ofOrder]) };
    },
  }),
];

function rowOfOrder({ order, ...rest }: ListedOrder) {
  const { isPaid, lines, platformOrder, buyerEmail, tracking } = order;
  return {
    ...order,
    ...rest,
    platformOrderId: platformOrder?.id ?? null,
    platformOrderNumber: platformOrder?.number ?? null,
    linesCount: lines.length,
    firstItem: lines[0]?.title ?? null,
    paid: isPaid,
    total: order.totals.total,
    refunded: refundedOf(order),
    buyerEmail: buyerEmail === null ? null : maskEmail(buyerEmail),
    tracking: tracking.map(({ carrier, number, url }) => ({
      carrier: carrier ?? '',
      number: number ?? '',
      url: url ?? '',
    })),
  };
}

function wholeOrder(listed: ListedOrder) {
  const lineItems = listed.order.lines.map(({ variantId, title, quantity, price }) => ({
    item: { id: variantId ?? '', title },
    quantity,
    price,
  }));
  return { ...rowOfOrder(listed), lineItems };
}

/** Changes of an order, and the webhooks about it. */
export async function timelineOfOrder(
  { context, store }: StoreVisit<'activity'>,
  id: string,
): Promise<TimelineEntry[]> {
  const [events, listed] = await Promise.all([
    context.activity.orderEvents(store.id, id),
    context.activity.order(store.id, id),
  ]);
  const platformId = listed?.order.platformOrder?.id;
  const deliveries =
    platformId === undefined ? [] : await context.activity.deliveriesAbout(store.id, platformId);
  return [...orderEntries(events), ...deliveryEntries(deliveries)];
}
