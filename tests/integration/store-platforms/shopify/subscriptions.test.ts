import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startShopifyShop } from '../../../../simulated-shops/shopify/shopify-shop.ts';
import { shopify } from '../../../../src/store-platforms/shopify/index.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { askAdmin } from '../../../simulated-shops/shopify/storefront.ts';
import { caller, failsAs } from './scripted-shopify.ts';

const targetAt = (host: string) => ({ address: `${host}/webhooks/trail-goods`, secret: 'unused' });
const HERE = targetAt('https://ucp.example');

async function opened(t: TestContext) {
  const shop = await startShopifyShop();
  t.after(() => shop.close());
  const connected = (credentials: Record<string, string> = shop.credentials) =>
    shopify.connect(shopify.credentials.parse(credentials), createTransport({ fetch }));
  return { shop, connected, platform: connected(), subscribed: () => subscribed(shop) };
}

type Shop = Awaited<ReturnType<typeof startShopifyShop>>;

async function subscribed(shop: Shop) {
  const document = '{ webhookSubscriptions(first: 100) { nodes { id topic uri format filter } } }';
  const { data } = await askAdmin<{
    webhookSubscriptions: {
      nodes: { id: string; topic: string; uri: string; format: string; filter: string | null }[];
    };
  }>(shop, document, {});
  return data?.webhookSubscriptions.nodes ?? [];
}

const ADD = `mutation ($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) { userErrors { message } } }`;
const add = (shop: Shop, topic: string, sub: object) => askAdmin(shop, ADD, { topic, sub });

describe('Shopify subscriptions', () => {
  it('subscribes to every event that it handles, and leaves the subscriptions alone from then on', async (t) => {
    const { shop, platform, subscribed } = await opened(t);
    const first = await platform.subscribe(HERE, caller);
    assert.deepEqual([...first.created].sort(), [
      'CHECKOUTS_CREATE',
      'CHECKOUTS_UPDATE',
      'FULFILLMENTS_CREATE',
      'FULFILLMENTS_UPDATE',
      'ORDERS_CREATE',
      'ORDERS_DELETE',
      'ORDERS_UPDATED',
      'PRODUCTS_CREATE',
      'PRODUCTS_DELETE',
      'PRODUCTS_UPDATE',
      'REFUNDS_CREATE',
      'SHOP_UPDATE',
    ]);
    assert.ok((await subscribed()).every(({ uri, format }) => uri === HERE.address && format === 'JSON'));
    shop.control.resetCalls();
    assert.deepEqual(await platform.subscribe(HERE, caller), {
      created: [],
      repaired: [],
      fine: first.created,
    });
    assert.deepEqual(shop.control.calls(), { ListWebhooks: 1 });
  });

  it('leaves subscriptions of other parts of the app alone', async (t) => {
    const { shop, platform, subscribed } = await opened(t);
    await add(shop, 'ORDERS_CREATE', { uri: 'https://ucp.example/webhooks/another-store' });
    await add(shop, 'ORDERS_CREATE', { uri: 'https://erp.example/orders' });
    const others = await subscribed();
    await platform.subscribe(HERE, caller);
    assert.deepEqual((await subscribed()).slice(0, 2), others);
  });

  it('repairs subscriptions that are doubled, filtered or in XML', async (t) => {
    const { shop, platform, subscribed } = await opened(t);
    await add(shop, 'ORDERS_CREATE', { uri: HERE.address });
    await add(shop, 'ORDERS_CREATE', { uri: 'https://old.example/webhooks/trail-goods' });
    await add(shop, 'PRODUCTS_UPDATE', { uri: HERE.address, filter: 'vendor:x' });
    await add(shop, 'PRODUCTS_DELETE', { uri: HERE.address, format: 'XML' });
    const { repaired, created } = await platform.subscribe(HERE, caller);
    assert.deepEqual([...repaired].sort(), ['ORDERS_CREATE', 'PRODUCTS_DELETE', 'PRODUCTS_UPDATE']);
    assert.equal(created.length, 9);
    const all = await subscribed();
    assert.equal(all.length, 12);
    assert.ok(all.every(({ uri, format, filter }) => uri === HERE.address && format === 'JSON' && !filter));
  });

  it('skips subscriptions without an Admin token or an app secret', async (t) => {
    const { shop, connected } = await opened(t);
    const { adminToken: _, ...unseen } = shop.credentials;
    const { appSecret: __, ...unbelieved } = shop.credentials;
    for (const credentials of [unseen, unbelieved]) {
      const report = await connected(credentials).subscribe(HERE, caller);
      assert.deepEqual(report, { created: [], repaired: [], fine: [] });
    }
    assert.deepEqual(shop.control.calls(), {});
  });

  it('subscribes without parcels when the token may not see them, but not without orders', async (t) => {
    const { shop, platform } = await opened(t);
    const without = (scope: string) => shop.scopes.admin.splice(shop.scopes.admin.indexOf(scope), 1);
    without('read_fulfillments');
    assert.equal((await platform.subscribe(HERE, caller)).created.length, 10);
    without('read_products');
    const other = targetAt('https://ucp.example/other');
    const error = await failsAs('platform_error', platform.subscribe(other, caller));
    assert.match(error.message, /PRODUCTS_CREATE.*read_products/);
    assert.equal((await platform.subscribe(HERE, caller)).fine.length, 10);
  });

  it('need an address that Shopify will call', async (t) => {
    const { platform } = await opened(t);
    const error = await failsAs('platform_error', platform.subscribe(targetAt('http://ucp.example'), caller));
    assert.match(error.message, /http:\/\//);
  });
});
