import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ShopProduct } from '../../../simulated-shops/shop/types.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import {
  type CopiedProducts,
  createProductRepository,
} from '../../../src/storage/repositories/catalog/products.ts';
import { signWebhook } from '../../../src/store-platforms/webhook-signature.ts';
import type { Somewhere } from '../../../testing/everywhere.ts';

/** A store as its own shop sees it. */
export interface ShopSide {
  slug: string;
  platform: string;
  storeId: string;
  credentials: Record<string, string>;
  url: string;
  webhookSecret: string;
}

export async function shopSideOf(at: Somewhere, slug = at.slug): Promise<ShopSide> {
  const { service } = at.running;
  const store = await service.stores.find(slug);
  assert.ok(store, `there is a store ${slug}`);
  const { credentials, url } = at.running.shop(slug);
  return {
    slug,
    platform: store.platform,
    storeId: store.id,
    credentials,
    url,
    webhookSecret: await service.stores.findWebhookSecret(store.id),
  };
}

export type SentEvent = { url: string; headers: Record<string, string>; body: string };

const TOPICS = {
  shopify: { product: 'products/update', order: 'orders/updated' },
  woocommerce: { product: 'product.updated', order: 'order.updated' },
} as const;

/** Webhook that the shop would send to `baseUrl` about the resource with this number. */
export function eventOf(
  shop: ShopSide,
  baseUrl: string,
  about: { product: number } | { order: number },
): SentEvent {
  const [kind, id] =
    'product' in about ? (['product', about.product] as const) : (['order', about.order] as const);
  return signedEvent(shop, baseUrl, topicOf(shop, kind), JSON.stringify({ id }));
}

function topicOf({ platform }: ShopSide, kind: 'product' | 'order'): string {
  return TOPICS[platform === 'shopify' ? 'shopify' : 'woocommerce'][kind];
}

export function signedEvent(shop: ShopSide, baseUrl: string, topic: string, body: string): SentEvent {
  const headers =
    shop.platform === 'shopify' ? shopifyHeaders(shop, topic, body) : wooHeaders(shop, topic, body);
  return {
    url: `${baseUrl}/webhooks/${shop.slug}`,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  };
}

function shopifyHeaders({ credentials }: ShopSide, topic: string, body: string): Record<string, string> {
  return {
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': signWebhook(body, credentials.appSecret ?? ''),
    'x-shopify-shop-domain': credentials.domain ?? '',
    'x-shopify-webhook-id': randomUUID(),
  };
}

function wooHeaders({ webhookSecret }: ShopSide, topic: string, body: string): Record<string, string> {
  return {
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-signature': signWebhook(body, webhookSecret),
    'x-wc-webhook-delivery-id': randomUUID(),
  };
}

/** Resolves to the answer's status. */
export async function post({ url, headers, body }: SentEvent): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** Product in the service's synchronized copy. */
export async function copyOf(
  at: Somewhere,
  product: ShopProduct,
): Promise<CopiedProducts['products'][number] | undefined> {
  await using database = await openDatabase(at.running.databaseUrl);
  const { storeId } = await shopSideOf(at);
  const copy = await createProductRepository({ database }).findByIds(storeId, [
    `gid://${at.platform}/Product/${product.id}`,
  ]);
  return copy.products[0];
}

/** The shop forgets to whom it sends its events, as it does with those who do not answer. Returns how many it forgot. */
export function dropSubscriptions(shop: ShopSide): Promise<number> {
  return shop.platform === 'shopify' ? dropShopifySubscriptions(shop) : dropWooCommerceWebhooks(shop);
}

async function dropShopifySubscriptions({ url, credentials }: ShopSide): Promise<number> {
  const ask = async (query: string) => {
    const response = await fetch(`${url}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': credentials.adminToken ?? '' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { data: { webhookSubscriptions: { nodes: { id: string }[] } } };
  };
  const { data } = await ask('{ webhookSubscriptions(first: 100) { nodes { id } } }');
  for (const { id } of data.webhookSubscriptions.nodes)
    await ask(`mutation { webhookSubscriptionDelete(id: "${id}") { deletedWebhookSubscriptionId } }`);
  return data.webhookSubscriptions.nodes.length;
}

async function dropWooCommerceWebhooks({ url, credentials }: ShopSide): Promise<number> {
  const key = Buffer.from(`${credentials.consumerKey}:${credentials.consumerSecret}`).toString('base64');
  const ask = async (method: string, path: string) => {
    const response = await fetch(`${url}/wp-json/wc/v3/webhooks${path}`, {
      method,
      headers: { authorization: `Basic ${key}` },
    });
    return (await response.json()) as { id: number }[];
  };
  const webhooks = await ask('GET', '?per_page=100');
  for (const { id } of webhooks) await ask('DELETE', `/${id}?force=true`);
  return webhooks.length;
}
