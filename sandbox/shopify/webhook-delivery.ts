import { createHmac, randomUUID } from 'node:crypto';
import type { OrderStep, ShopOrder } from '../shop/orders.ts';
import { gid } from './gid.ts';
import { checkoutToken, orderName } from './order-view.ts';
import type { ShopState } from './shop-state.ts';
import type { WebhookSubscription } from './webhook-list.ts';

const TOPICS_OF_STEP: Readonly<Record<OrderStep, readonly string[]>> = {
  paid: [],
  shipped: ['ORDERS_FULFILLED', 'FULFILLMENTS_CREATE'],
  delivered: ['FULFILLMENTS_UPDATE'],
  canceled: ['ORDERS_CANCELLED'],
  refunded: ['REFUNDS_CREATE'],
};

/** Tells the subscribers of every change of an order; what they answer does not matter here. */
export function deliverWebhooks(shop: ShopState): void {
  const steps = new WeakMap<ShopOrder, OrderStep>();
  shop.orders.onChange((order, change) => {
    const moved = change === 'updated' && steps.get(order) !== order.step;
    steps.set(order, order.step);
    const first = change === 'created' ? ['ORDERS_CREATE', 'ORDERS_PAID'] : ['ORDERS_UPDATED'];
    const topics = [...first, ...(moved ? TOPICS_OF_STEP[order.step] : [])];
    const eventId = randomUUID();
    for (const subscription of shop.webhooks.all()) {
      if (topics.includes(subscription.topic)) void deliver(shop, subscription, order, eventId);
    }
  });
}

async function deliver(
  shop: ShopState,
  subscription: WebhookSubscription,
  order: ShopOrder,
  eventId: string,
): Promise<void> {
  const body = JSON.stringify(orderBody(shop, order));
  const headers = {
    'content-type': 'application/json',
    'x-shopify-topic': topicOnTheWire(subscription.topic),
    'x-shopify-hmac-sha256': createHmac('sha256', shop.tokens.appSecret).update(body).digest('base64'),
    'x-shopify-shop-domain': new URL(shop.origin).host,
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-event-id': eventId,
    'x-shopify-triggered-at': new Date().toISOString(),
  };
  const signal = AbortSignal.timeout(5_000);
  await fetch(subscription.uri, { method: 'POST', headers, body, signal }).catch(() => undefined);
}

/** `ORDERS_CREATE` is `orders/create`, `FULFILLMENT_EVENTS_CREATE` is `fulfillment_events/create`. */
function topicOnTheWire(topic: string): string {
  return topic.toLowerCase().replace(/_(?=[^_]*$)/, '/');
}

/** REST-shaped, as far as it says who the order is and how it stands. */
function orderBody(shop: ShopState, order: ShopOrder) {
  const givenBack = order.canceledAt !== null || order.refundedAt !== null;
  return {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    name: orderName(order),
    email: order.buyer.email,
    currency: shop.settings.currency,
    cart_token: order.cartKey,
    checkout_token: checkoutToken(order),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.canceledAt,
    financial_status: givenBack ? 'refunded' : 'paid',
    fulfillment_status: order.shippedAt === null ? null : 'fulfilled',
    tags: order.tags.join(', '),
    note_attributes: order.attributes.map(({ key, value }) => ({ name: key, value })),
    line_items: order.lines.map((line) => ({
      title: line.title,
      quantity: line.quantity,
      product_id: line.productId,
      variant_id: line.variantId,
      sku: line.sku,
    })),
  };
}
