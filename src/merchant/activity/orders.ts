import { z } from 'zod';
import { refundedOf } from '../../commerce/order/order.ts';
import { maskEmail } from '../../commerce/text/redact.ts';
import type { ListedOrder } from '../../storage/repositories/activity-lists.ts';
import { named } from '../../wire/named.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { toWire } from '../to-wire.ts';
import { activityList } from './list.ts';
import { orderWithTimeline } from './sessions.ts';
import {
  filterText,
  firstItem,
  renderTimeline,
  timelineResponse,
  totalsResponse,
  verifiedWire,
} from './wire.ts';

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
    list: ({ context, store }, filter, page) => context.activity.orders(store.id, filter, page),
    render: renderOrder,
  }),
  forStore({
    id: 'getStoreOrder',
    rest: 'GET /stores/{slug}/orders/{order_id}',
    summary: 'Returns an order with its history.',
    input: z.object({ order_id: z.string().max(200) }),
    output: orderAnswer,
    async run(visit, { order_id }) {
      const { listed, timeline } = await orderWithTimeline(visit, order_id);
      return { body: { order: renderWhole(listed), timeline: renderTimeline(timeline) } };
    },
  }),
];

function renderOrder({ order, agent, agentVerified, updatedAt }: ListedOrder) {
  return toWire(orderRow, {
    ...order,
    agent,
    agentVerified,
    platformOrderId: order.platformOrder?.id ?? null,
    platformOrderNumber: order.platformOrder?.number ?? null,
    linesCount: order.lines.length,
    firstItem: order.lines[0]?.title ?? null,
    paid: order.isPaid,
    total: order.totals.total,
    refunded: refundedOf(order),
    buyerEmail: order.buyerEmail === null ? null : maskEmail(order.buyerEmail),
    tracking: order.tracking.map(({ carrier, number, url }) => ({
      carrier: carrier ?? '',
      number: number ?? '',
      url: url ?? '',
    })),
    updatedAt,
  });
}

function renderWhole(listed: ListedOrder) {
  const { lines, totals } = listed.order;
  return {
    ...renderOrder(listed),
    line_items: lines.map(({ variantId, title, quantity, price }) => ({
      item: { id: variantId ?? '', title },
      quantity,
      price,
    })),
    totals: toWire(totalsResponse, totals),
  };
}
