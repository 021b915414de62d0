import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';
import { eventOf, post, type ShopSide, shopSideOf, signedEvent } from './shop-side.ts';

const MEGABYTE = 1024 * 1024;

everywhere('a delivery', (at) => {
  let sender: ShopSide;
  let other: { side: ShopSide; shop: RunningShop };

  before(async () => {
    sender = await shopSideOf(at);
    other = await connectAnother(at);
  });
  after(() => other.shop.close());
  beforeEach(() => at.running.settle());

  it('refuses a delivery with 401 when it is unsigned, by another secret, or over another body [EVT-3]', async () => {
    const event = eventOf(sender, at.running.baseUrl, { product: 77 });
    const signature = at.platform === 'shopify' ? 'x-shopify-hmac-sha256' : 'x-wc-webhook-signature';
    const forged = Buffer.alloc(32, 7).toString('base64');
    const { [signature]: signed, ...unsigned } = event.headers;
    assert.ok(signed);
    const refused = [
      { ...event, headers: unsigned },
      { ...event, headers: { ...unsigned, [signature]: '' } },
      { ...event, headers: { ...unsigned, [signature]: forged } },
      { ...event, headers: { ...unsigned, [signature]: `${signed}=` } },
      { ...event, body: JSON.stringify({ id: 78 }) },
      { ...event, body: `${event.body} ` },
    ];
    for (const each of refused) assert.equal(await post(each), 401);
    assert.deepEqual(await pendingRefreshes(at, sender), []);
    assert.equal(await post(event), 200);
    assert.deepEqual(await pendingRefreshes(at, sender), [`gid://${at.platform}/Product/77`]);
  });

  it('refuses a delivery at another store than its own [EVT-3]', async () => {
    const event = eventOf(sender, at.running.baseUrl, { product: 1001 });
    assert.equal(await post({ ...event, url: `${at.running.baseUrl}/webhooks/${other.side.slug}` }), 401);
    assert.deepEqual(await pendingRefreshes(at, other.side), []);
  });

  it('says nothing of another store, whatever ids it holds', async () => {
    const theirs = other.shop.control.createProduct({ title: 'Only theirs', price: '5.00' });
    await other.shop.control.webhooksSettled();
    await at.running.settle();
    other.shop.control.resetCalls();
    assert.equal(await post(eventOf(sender, at.running.baseUrl, { product: theirs.id })), 200);
    await at.running.settle();
    assert.deepEqual(other.shop.control.calls(), {});
  });

  it('answers 404 to a delivery for a store that does not exist, even when it is signed', async () => {
    const { url, ...event } = eventOf(sender, at.running.baseUrl, { product: 77 });
    for (const slug of ['no-such-store', 'No_Slug', '%00', `${sender.slug}%2Fx`])
      assert.equal(await post({ ...event, url: `${at.running.baseUrl}/webhooks/${slug}` }), 404, slug);
    assert.ok(url);
  });

  it('answers 400 to a signed delivery that is no JSON, and 200 to one of no interest', async () => {
    const send = (topic: string, body: string) => post(signedEvent(sender, at.running.baseUrl, topic, body));
    const [product, unheard] =
      at.platform === 'shopify'
        ? ['products/update', 'themes/publish']
        : ['product.updated', 'coupon.deleted'];
    assert.equal(await send(product, '{"id":'), 400);
    assert.equal(await send(product, ''), 400);
    assert.equal(await send(unheard, '{"id":1}'), 200);
    assert.equal(await send(product, '{"id":"no number"}'), 200);
    assert.deepEqual(await pendingRefreshes(at, sender), []);
  });

  it('may hold a megabyte and no more', async () => {
    const bodyOf = (bytes: number) =>
      `${JSON.stringify({ id: 79, text: 'x'.repeat(bytes) }).slice(0, bytes - 2)}"}`;
    const topic = at.platform === 'shopify' ? 'products/update' : 'product.updated';
    const send = (body: string) => post(signedEvent(sender, at.running.baseUrl, topic, body));
    assert.equal(await send(bodyOf(MEGABYTE)), 200);
    assert.equal(await send(bodyOf(MEGABYTE + 1)), 413);
  });
});

async function pendingRefreshes(at: Somewhere, { storeId }: ShopSide): Promise<string[]> {
  const jobs = await at.running.service.jobs.listOfStore(storeId);
  return jobs.filter((job) => job.kind.startsWith('refresh_')).map((job) => job.subject);
}

/** Another store of the same platform. On Shopify it is one of the same app: their events are signed by one secret. */
async function connectAnother(at: Somewhere): Promise<{ side: ShopSide; shop: RunningShop }> {
  const slug = `other-${at.platform}`;
  const shop = at.platform === 'shopify' ? await startShopifyShop() : await startWooCommerceShop();
  const appSecret = at.running.shop(at.slug).credentials.appSecret;
  const credentials = { ...shop.credentials, ...(appSecret === undefined ? {} : { appSecret }) };
  const { service } = at.running;
  const { id } = await service.connectStore({ slug, platform: at.platform, credentials, sandbox: true });
  const webhookSecret = await service.stores.findWebhookSecret(id);
  return {
    shop,
    side: { slug, platform: at.platform, storeId: id, credentials, url: shop.url, webhookSecret },
  };
}
