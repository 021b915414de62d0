import { randomUUID } from 'node:crypto';
import { signWebhook } from '../../src/store-platforms/webhook-signature.ts';
import type { OrderStep, ShopOrder } from '../shop/orders.ts';
import type { ProductChange } from '../shop/product-news.ts';
import type { WebhookPost } from '../shop/webhook-post.ts';
import type { Cart } from './cart-store.ts';
import type { ShopState } from './shop-state.ts';
import {
  checkoutBody,
  fulfillmentBody,
  type OpenCheckout,
  orderBody,
  productBody,
  refundBody,
} from './webhook-bodies.ts';
import type { WebhookSubscription } from './webhook-list.ts';

/** Retries before the subscription is removed; the real shop retries for four hours. */
export const WEBHOOK_RETRIES = 8;

/** Bodies by topic. One event may have several topics. */
type News = Record<string, object>;

/** Notifies subscribers of changes of orders and products. A subscription is removed after failed deliveries. */
export function deliverWebhooks(shop: ShopState, post: WebhookPost): void {
  const steps = new WeakMap<ShopOrder, OrderStep>();
  shop.orders.onChange((order, change) => {
    if (change === 'deleted') return announce(shop, post, { ORDERS_DELETE: { id: order.id } });
    const moved = change === 'updated' && steps.get(order) !== order.step;
    steps.set(order, order.step);
    announce(shop, post, {
      ...(change === 'created' ? newOrder(shop, order) : { ORDERS_UPDATED: orderBody(shop, order) }),
      ...(moved ? newsOfStep(shop, order) : {}),
    });
    if (change === 'created' || (moved && order.step === 'canceled')) announceStock(shop, post, order);
  });
  shop.news.onChange((product, change) => {
    const body = change === 'deleted' ? { id: product.id } : productBody(product);
    announce(shop, post, { [PRODUCT_TOPICS[change]]: body });
  });
}

export function announceShop(shop: ShopState, post: WebhookPost): void {
  const { name, currency, country } = shop.settings;
  announce(shop, post, {
    SHOP_UPDATE: { id: 1, name, currency, country_code: country, domain: shop.domain },
  });
}

/** Checkouts that buyers have opened, by the token of their cart. */
export function checkoutNews(shop: ShopState, post: WebhookPost) {
  const open = new Map<string, OpenCheckout>();
  const report = (checkout: OpenCheckout, topic: string) =>
    announce(shop, post, { [topic]: checkoutBody(shop, checkout) });
  return {
    /** The first visit makes a checkout; a later one changes it when the buyer has typed something. */
    visited(cart: Cart, typed: OpenCheckout['typed']): void {
      const before = open.get(cart.token);
      const createdAt = before?.createdAt ?? new Date().toISOString();
      const id = before?.id ?? FIRST_CHECKOUT + open.size;
      const checkout = { id, cart, typed: { ...before?.typed, ...typed }, createdAt, completedAt: null };
      open.set(cart.token, checkout);
      if (!before) report(checkout, 'CHECKOUTS_CREATE');
      if (checkout.typed.line1 !== before?.typed.line1) report(checkout, 'CHECKOUTS_UPDATE');
    },
    ordered({ token }: Cart): void {
      const checkout = open.get(token);
      if (checkout) report({ ...checkout, completedAt: new Date().toISOString() }, 'CHECKOUTS_UPDATE');
    },
  };
}

export type CheckoutNews = ReturnType<typeof checkoutNews>;

const FIRST_CHECKOUT = 36_000_000_000;

const PRODUCT_TOPICS: Readonly<Record<ProductChange, string>> = {
  created: 'PRODUCTS_CREATE',
  updated: 'PRODUCTS_UPDATE',
  deleted: 'PRODUCTS_DELETE',
};

function newOrder(shop: ShopState, order: ShopOrder): News {
  const body = orderBody(shop, order);
  return { ORDERS_CREATE: body, ORDERS_PAID: body };
}

function newsOfStep(shop: ShopState, order: ShopOrder): News {
  const body = orderBody(shop, order);
  const byStep: Readonly<Record<OrderStep, News>> = {
    paid: {},
    shipped: { ORDERS_FULFILLED: body, FULFILLMENTS_CREATE: fulfillmentBody(order) },
    delivered: { FULFILLMENTS_UPDATE: fulfillmentBody(order) },
    canceled: { ORDERS_CANCELLED: body, REFUNDS_CREATE: refundBody(shop, order) },
    refunded: { REFUNDS_CREATE: refundBody(shop, order) },
  };
  return byStep[order.step];
}

/** Sales and returns change a product's stock. */
function announceStock(shop: ShopState, post: WebhookPost, order: ShopOrder): void {
  const sold = new Set(order.lines.map(({ productId }) => productId));
  for (const product of shop.products.filter(({ id }) => sold.has(id))) {
    announce(shop, post, { PRODUCTS_UPDATE: productBody(product) });
  }
}

function announce(shop: ShopState, post: WebhookPost, news: News): void {
  const eventId = randomUUID();
  for (const subscription of shop.webhooks.all()) {
    const content = news[subscription.topic];
    if (!content) continue;
    const body = JSON.stringify(content);
    const parcel = { url: subscription.uri, headers: headersOf(shop, subscription, body, eventId), body };
    post.send(parcel, (isAccepted) => {
      if (!isAccepted) shop.webhooks.remove(subscription.id);
    });
  }
}

function headersOf(
  shop: ShopState,
  { topic, id }: WebhookSubscription,
  body: string,
  eventId: string,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topicOnTheWire(topic),
    'x-shopify-hmac-sha256': signWebhook(body, shop.tokens.appSecret),
    'x-shopify-shop-domain': shop.domain,
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-event-id': eventId,
    'x-shopify-triggered-at': new Date().toISOString(),
    'x-shopify-name': `subscription-${id}`,
  };
}

/** `ORDERS_CREATE` is `orders/create`, `FULFILLMENT_EVENTS_CREATE` is `fulfillment_events/create`. */
function topicOnTheWire(topic: string): string {
  const [, kind = '', what = ''] = /^(FULFILLMENT_EVENTS|[A-Z]+)_(.+)$/.exec(topic) ?? [];
  return `${kind}/${what}`.toLowerCase();
}
