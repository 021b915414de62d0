import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { type Checkout, type Found, type ShownProduct, shopperAt } from '../../shopping/shopper.ts';

interface Looked {
  priced_for?: string;
  products: { priced_for?: string; variants: Record<string, unknown>[] }[];
}

interface OfficialLookup {
  products: { priced_for?: string; variants: { id: string; metadata?: Record<string, unknown> }[] }[];
}

withStore('shopify', 'selling plans and markets of a Shopify shop', (running) => {
  const slug = 'demo-shopify';
  const agent = () => agentOf(running.baseUrl, slug);
  const official = () => ucpAgentOf({ running, slug });
  const shopper = () => shopperAt({ running, slug });
  const mug = () =>
    running.shop(slug).control.products.find(({ title }) => /mug/i.test(title)) ?? assert.fail();
  const mugId = () => `gid://shopify/Product/${mug().id}`;
  const variantId = () => `gid://shopify/ProductVariant/${mug().variants[0]?.id}`;

  const look = async () => bodyOf(200, await agent().get<Looked>(`/catalog/lookup?ids=${mugId()}`));
  const lookOfficially = async () =>
    bodyOf(200, await official().post<OfficialLookup>('/catalog/lookup', { ids: [mugId()] }));

  async function sell(isBySubscription: boolean): Promise<void> {
    const product = mug();
    if (isBySubscription) product.isBySubscription = true;
    else delete product.isBySubscription;
    running.shop(slug).control.touchProduct(product.id);
    await running.settle();
  }

  afterEach(() => sell(false));

  it('reports in all protocols that a product is sold by subscription only', async () => {
    await sell(true);
    const [product] = (await look()).products;
    assert.deepEqual(new Set(pluck(product?.variants ?? [], 'restriction')), new Set(['subscription_only']));
    const [officially] = (await lookOfficially()).products;
    assert.equal(officially?.variants[0]?.metadata?.restriction, 'subscription_only');
    const detail = await shopper().call<ShownProduct>('get_product', { id: `p${mug().id}` });
    assert.match(detail.variants[0]?.restriction ?? '', /by subscription only/);
  });

  it('refuses to sell such a product, and says where the buyer subscribes', async () => {
    await sell(true);
    for (const id of [mugId(), variantId()]) {
      const { status, body } = await agent().createSession([id]);
      assert.equal(status, 409);
      assert.match(JSON.stringify(body), /subscribes on the product’s page/);
      assert.doesNotMatch(JSON.stringify(body), /sold out|out of stock/);
    }
  });

  it('names the country whose prices the catalog has', async () => {
    const { priced_for: country, products } = await look();
    assert.deepEqual([country, products[0]?.priced_for], ['US', 'US']);
    assert.equal((await lookOfficially()).products[0]?.priced_for, 'US');
    const page = await shopper().call<Found & { priced_for?: string }>('search_products', { query: 'mug' });
    assert.equal(page.priced_for, 'US');
  });

  it('names the buyer’s country on a cart that the shop has priced for it', async () => {
    const plain = bodyOf(201, await agent().createSession([variantId()]));
    assert.partialDeepStrictEqual(plain, { priced_for: 'US' });
    const checkout = await shopper().call<Checkout & { priced_for?: string }>('create_checkout', {
      items: [{ id: `v${mug().variants[0]?.id}` }],
      ...{ country: 'CA', region: 'ON', postal_code: 'M5V 2T6' },
    });
    assert.equal(checkout.priced_for, 'CA');
  });
});
