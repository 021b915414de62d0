import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { ShopProduct } from '../../../../simulated-shops/shop/types.ts';
import {
  type ShopifyShopOptions,
  startShopifyShop,
} from '../../../../simulated-shops/shopify/shopify-shop.ts';
import { toMinorUnits } from '../../../../src/commerce/money/money.ts';
import { shopify } from '../../../../src/store-platforms/shopify/index.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { askAdmin } from '../../../simulated-shops/shopify/storefront.ts';
import { caller, failsAs, variantGid } from './scripted-shopify.ts';

async function opened(t: TestContext, options: ShopifyShopOptions = {}) {
  const shop = await startShopifyShop(options);
  t.after(() => shop.close());
  const connected = (credentials: Record<string, string> = shop.credentials) =>
    shopify.connect(shopify.credentials.parse(credentials), createTransport({ fetch }));
  const [goods] = shop.control.products.filter(({ published, variants }) => published && variants.length > 1);
  assert.ok(goods);
  for (const variant of goods.variants) variant.stock = 50;
  return { shop, connected, platform: connected(), goods, variant: firstVariant(goods) };
}

function firstVariant({ variants: [variant] }: ShopProduct): string {
  assert.ok(variant);
  return variantGid(variant.id);
}

const requestOf = (variantId: string, quantity: number, knownTitle?: string) => ({
  cartId: randomUUID(),
  sessionId: randomUUID(),
  lines: [{ variantId, quantity, ...(knownTitle ? { knownTitle } : {}) }],
});

describe('Shopify upstream cost', () => {
  it('search, lookup and resolving are one call each, also for variants, products and handles together', async (t) => {
    const { shop, platform, goods, variant } = await opened(t);
    await platform.searchProducts({ text: 'shoe', first: 20 }, caller);
    await platform.lookupProducts([`gid://shopify/Product/${goods.id}`, variant], caller);
    const items = await platform.resolveItems(
      [
        { kind: 'variant', id: variant },
        { kind: 'product', id: `gid://shopify/Product/${goods.id}` },
        { kind: 'handle', handle: goods.handle },
        { kind: 'handle', handle: 'x") { id } evil: product(handle: "y' },
      ],
      caller,
    );
    assert.deepEqual(pluck(items, 'variantId'), [variant, variant, variant, undefined]);
    assert.deepEqual(shop.control.calls(), { SearchProducts: 1, LookupProducts: 1, ResolveItems: 1 });
  });

  it('a cart is made in one call, whether titles are known or not; replaced in two; abandoned in two, then one', async (t) => {
    const { shop, platform, variant } = await opened(t);
    const cart = await platform.createCart(requestOf(variant, 1), caller);
    await platform.createCart(requestOf(variant, 1, 'Known'), caller);
    assert.deepEqual(shop.control.calls(), { CreateCart: 2 });
    shop.control.resetCalls();
    await platform.updateCart(cart.handle, requestOf(variant, 2, 'Known'), caller);
    assert.deepEqual(shop.control.calls(), { ReadCart: 1, SyncCart: 1 });
    await platform.abandonCart(cart.handle, '', caller);
    await platform.abandonCart(cart.handle, '', caller);
    assert.deepEqual(shop.control.calls(), { ReadCart: 3, SyncCart: 1, EmptyCart: 1 });
  });

  it('an order is read in one call, and the shop described in one per API', async (t) => {
    const { shop, platform, variant } = await opened(t);
    const request = requestOf(variant, 1);
    const cart = await platform.createCart(request, caller);
    await payCheckout(cart.continueUrl);
    shop.control.resetCalls();
    const reference = { sessionId: request.sessionId, cartHandle: cart.handle };
    assert.ok(await platform.findOrder(reference, caller));
    assert.deepEqual(shop.control.calls(), { FindOrders: 1 });
    await platform.describeStore(caller);
    assert.deepEqual(shop.control.calls(), { FindOrders: 1, DescribeShop: 1, CheckAdminToken: 1 });
  });

  it('identical reads in flight are one call', async (t) => {
    const { shop, platform } = await opened(t);
    const search = () => platform.searchProducts({ text: 'mug', first: 5 }, caller);
    const [one, other] = await Promise.all([search(), search()]);
    assert.deepEqual(one, other);
    assert.deepEqual(shop.control.calls(), { SearchProducts: 1 });
  });
});

describe('Shopify, simulated', () => {
  for (const currency of ['JPY', 'KWD'])
    it(`prices ${currency} with its own exponent`, async (t) => {
      const { platform, goods, variant } = await opened(t, { currency });
      const cart = await platform.createCart(requestOf(variant, 3), caller);
      const price = toMinorUnits(goods.variants[0]?.price ?? '', currency);
      assert.deepEqual([cart.currency, cart.lines[0]?.price], [currency, price]);
      assert.deepEqual([cart.totals.subtotal, cart.totals.total], [price * 3, price * 3]);
    });

  it('serves every kind of access, and tags to those with a token', async (t) => {
    const { shop, connected } = await opened(t);
    const { domain } = shop.credentials;
    const tagsOf = async (credentials: Record<string, string>) => {
      const { products } = await connected(credentials).searchProducts({ text: 'shoe', first: 5 }, caller);
      assert.ok(products.length > 0);
      return products.flatMap(({ tags }) => tags).length;
    };
    assert.equal(await tagsOf({ domain }), 0);
    assert.ok((await tagsOf({ domain, storefrontPublicToken: shop.storefrontPublicToken })) > 0);
    assert.ok((await tagsOf(shop.credentials)) > 0);
  });

  it('goes on without tags when the token may not read them', async (t) => {
    const { shop, platform, variant } = await opened(t);
    const { storefront } = shop.scopes;
    storefront.splice(storefront.indexOf('unauthenticated_read_product_tags'), 1);
    const [product] = await platform.lookupProducts([variant], caller);
    assert.deepEqual(product?.tags, []);
    assert.ok((await platform.searchProducts({ text: 'shoe', first: 5 }, caller)).products.length > 0);
    assert.deepEqual(shop.control.calls(), { LookupProducts: 2, SearchProducts: 1 });
  });

  it('goes on without quantities when the token may not read them', async (t) => {
    const { shop, platform } = await opened(t);
    const { storefront } = shop.scopes;
    storefront.splice(storefront.indexOf('unauthenticated_read_product_inventory'), 1);
    const { products } = await platform.searchProducts({ text: 'travel mug', first: 5 }, caller);
    assert.equal(products[0]?.variants[0]?.sku, 'TRAVEL-MUG');
    assert.ok(products.every(({ variants }) => variants.every(({ quantity }) => quantity === undefined)));
    assert.ok(products.some(({ tags }) => tags.length > 0));
    await platform.searchProducts({ text: 'mug', first: 5 }, caller);
    assert.deepEqual(shop.control.calls(), { SearchProducts: 3 });
  });

  it('a lost answer to a change leaves the cart as it was', async (t) => {
    const { shop, platform, variant } = await opened(t);
    const request = requestOf(variant, 1, 'Known');
    const cart = await platform.createCart(request, caller);
    shop.control.inject({ kind: 'dropped_answer', operation: 'SyncCart', times: 1 });
    const lines = [{ variantId: variant, quantity: 7, knownTitle: 'Known' }];
    await failsAs('platform_unavailable', platform.updateCart(cart.handle, { ...request, lines }, caller));
    await payCheckout(cart.continueUrl);
    const order = await platform.findOrder({ sessionId: request.sessionId, cartHandle: cart.handle }, caller);
    assert.equal(order?.lines[0]?.quantity, 1);
  });

  it('misses no product when one of an earlier page is deleted while it lists', async (t) => {
    const { shop, platform } = await opened(t);
    for (let count = 0; count < 120; count += 1)
      shop.control.createProduct({ title: `Part ${count}`, price: '3' });
    const all = shop.control.products.filter(({ published }) => published).length;
    const first = await platform.listProducts(undefined, caller);
    assert.deepEqual([first.products.length, first.total], [100, null]);
    shop.control.deleteProduct(shop.control.products[0]?.id ?? 0);
    const second = await platform.listProducts(first.next ?? undefined, caller);
    assert.deepEqual([second.products.length, second.next], [all - 100, null]);
    assert.deepEqual(shop.control.calls(), { ListProducts: 2 });
  });

  it('counts an automatic discount without any code, and adds up', async (t) => {
    const { shop, platform, variant } = await opened(t);
    const [automatic] = shop.control.settings.automaticDiscounts;
    assert.ok(automatic);
    automatic.minimum = '0';
    const request = { ...requestOf(variant, 3), discountCodes: ['SUMMER10'] };
    const cart = await platform.createCart(request, caller);
    const [code] = cart.discounts.applied;
    assert.equal(cart.discounts.applied.length, 1);
    const automatically = cart.totals.discount - (code?.amount ?? 0);
    assert.ok(Math.abs(automatically - cart.totals.subtotal / 20) <= 1);
    assert.equal(cart.totals.subtotal - cart.totals.discount, cart.totals.total);
    await payCheckout(cart.continueUrl);
    const order = await platform.findOrder({ sessionId: request.sessionId, cartHandle: cart.handle }, caller);
    assert.equal(order?.totals.discount, cart.totals.discount);
  });

  it('quotes and sells what is not sent anywhere: no shipping, and no address on the order', async (t) => {
    const { platform, goods, variant } = await opened(t);
    goods.tags.push('digital');
    const request = requestOf(variant, 1);
    const quoteRequest = { quoteId: randomUUID(), lines: request.lines, destination: { country: 'BR' } };
    const { quotes } = await platform.quoteFulfillment(quoteRequest, caller);
    assert.deepEqual(pluck(quotes, 'id', 'amount'), [['no_shipping', 0]]);
    const cart = await platform.createCart(request, caller);
    await payCheckout(cart.continueUrl);
    const order = await platform.findOrder({ sessionId: request.sessionId, cartHandle: cart.handle }, caller);
    assert.deepEqual([order?.shippingAddress, order?.totals.shipping], [null, 0]);
  });

  it('tags an order with the bare id of its session, once, and says which scope that needs', async (t) => {
    const { shop, platform, variant } = await opened(t);
    const request = requestOf(variant, 1);
    const cart = await platform.createCart(request, caller);
    await payCheckout(cart.continueUrl);
    const order = await platform.findOrder({ sessionId: request.sessionId, cartHandle: cart.handle }, caller);
    assert.ok(order);
    const { admin } = shop.scopes;
    admin.splice(admin.indexOf('write_orders'), 1);
    assert.match((await failsAs('platform_error', platform.tagOrder(order, caller))).message, /write_orders/);
    admin.push('write_orders');
    shop.control.resetCalls();
    await platform.tagOrder(order, caller);
    await platform.tagOrder(order, caller);
    assert.deepEqual(shop.control.calls(), { ReadOrderTags: 2, TagOrder: 1 });
    const { data } = await askAdmin<{ order: { tags: string[] } }>(shop, TAGS, { id: order.id });
    assert.deepEqual(data?.order.tags, [request.sessionId]);
  });
});

const TAGS = 'query ($id: ID!) { order(id: $id) { tags } }';
