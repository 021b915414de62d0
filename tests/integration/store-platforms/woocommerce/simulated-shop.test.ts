import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { CommerceError } from '../../../../src/commerce/errors.ts';
import type { Product, Variant } from '../../../../src/commerce/product/products.ts';
import type { StorePlatform } from '../../../../src/store-platforms/store-platform.ts';
import { createTransport } from '../../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { caller } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

async function open(t: TestContext, options: Parameters<typeof openSimulatedShop>[0] = {}) {
  const opened = await openSimulatedShop(options);
  t.after(() => opened.shop.close());
  return opened;
}

function firstAvailable(products: Product[]): Variant {
  const variant = products.flatMap(({ variants }) => variants).find(({ available }) => available);
  assert.ok(variant);
  return variant;
}

async function availableVariant(platform: StorePlatform): Promise<Variant> {
  return firstAvailable((await platform.searchProducts({ text: 'mug', first: 20 }, caller)).products);
}

function orderOf(variant: Variant, quantity: number) {
  return { cartId: randomUUID(), sessionId: randomUUID(), lines: [{ variantId: variant.id, quantity }] };
}

describe('upstream cost on a whole shop', () => {
  it('makes one call each for search, lookup, cart and order', async (t) => {
    const { platform, shop } = await open(t);
    const calls = () => {
      const counted = shop.control.calls();
      shop.control.resetCalls();
      return counted;
    };
    const { products } = await platform.searchProducts({ text: 'shirt', first: 20 }, caller);
    assert.deepEqual(calls(), { 'GET /products': 1 });
    await platform.lookupProducts(
      products.flatMap(({ id, variants }) => [id, variants.at(-1)?.id ?? '']),
      caller,
    );
    assert.deepEqual(calls(), { 'GET /products': 1 });
    const cartRequest = orderOf(firstAvailable(products), 1);
    const cart = await platform.createCart(cartRequest, caller);
    assert.deepEqual(calls(), { 'POST /cart/create': 1 });
    await payCheckout(cart.continueUrl);
    shop.control.resetCalls();
    const order = await platform.findOrder({ ...cartRequest, cartHandle: cart.handle }, caller);
    assert.equal(order?.sessionId, cartRequest.sessionId);
    assert.deepEqual(calls(), { 'GET /orders': 1 });
  });

  it('a cart whose answer was lost is asked for again, and made once', async (t) => {
    const { platform, shop } = await open(t);
    const cartRequest = orderOf(await availableVariant(platform), 1);
    shop.control.inject({ kind: 'dropped_answer', operation: 'POST /cart/create', times: 1 });
    const cart = await platform.createCart(cartRequest, caller);
    assert.equal((await platform.createCart(cartRequest, caller)).continueUrl, cart.continueUrl);
    await payCheckout(cart.continueUrl);
    assert.equal(shop.control.orders().length, 1);
  });
});

it('a yen shop counts in whole yen from the catalog to the order', async (t) => {
  const { platform, shop } = await open(t, { currency: 'JPY' });
  const variant = await availableVariant(platform);
  const cartRequest = orderOf(variant, 2);
  const cart = await platform.createCart(cartRequest, caller);
  assert.equal(cart.totals.subtotal, 2 * variant.price);
  await payCheckout(cart.continueUrl);
  const order = await platform.findOrder({ ...cartRequest, cartHandle: cart.handle }, caller);
  assert.equal(order?.lines[0]?.price, variant.price);
  assert.equal(String(order?.totals.total), shop.control.orders()[0]?.total);
});

it('a paid cart can neither be changed nor is there anything left to abandon', async (t) => {
  const { platform } = await open(t);
  const cartRequest = orderOf(await availableVariant(platform), 1);
  const cart = await platform.createCart(cartRequest, caller);
  await payCheckout(cart.continueUrl);
  await platform.abandonCart(cart.handle, cartRequest.cartId, caller);
  await assert.rejects(
    platform.updateCart(cart.handle, cartRequest, caller),
    (error) => error instanceof CommerceError && error.kind === 'conflict',
  );
});

it('connecting to a site leaves no cart behind', async (t) => {
  const { shop } = await open(t);
  const credentials = woocommerce.credentials.parse(shop.credentials);
  const answers: number[] = [];
  /** Asks for the same cart again, empty: 201 says that it was not there. */
  const askedAgain: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (typeof init?.body !== 'string') return answer;
    const body = JSON.stringify({ ...JSON.parse(init.body), items: [] });
    answers.push(answer.status, (await fetch(url, { ...init, body })).status);
    return answer;
  };
  await woocommerce.connect(credentials, createTransport({ fetch: askedAgain })).describeStore(caller);
  assert.deepEqual(answers, [409, 201]);
});

describe('connecting to a site that is not ready', () => {
  it('says that the connector is missing', async (t) => {
    const { platform } = await open(t, { withConnector: false });
    await assert.rejects(platform.describeStore(caller), /connector plugin is not installed/);
  });

  it('says that the secret or the key is wrong [AUT-2]', async (t) => {
    const { shop } = await open(t);
    const good = woocommerce.credentials.parse(shop.credentials);
    const describe = (changes: object) =>
      woocommerce.connect({ ...good, ...changes }, createTransport({ fetch })).describeStore(caller);
    await assert.rejects(describe({ consumerSecret: 'cs_wrong' }), /consumer secret does not belong/);
    await assert.rejects(describe({ consumerKey: 'ck_wrong' }), /does not accept the REST key/);
  });
});
