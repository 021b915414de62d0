import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { basic } from '../../../simulated-shops/woocommerce/site.ts';
import { openReceiver } from '../../../simulated-shops/woocommerce/webhook-receiver.ts';
import { caller } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

const TOPICS = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.created',
  'order.updated',
  'order.deleted',
  'action.woocommerce_settings_saved',
];

const webhook = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  topic: z.string(),
  delivery_url: z.string(),
});

async function open(t: TestContext) {
  const { platform, shop } = await openSimulatedShop();
  t.after(() => shop.close());
  const receiver = await openReceiver(t);
  const target = { address: receiver.url, secret: 'a secret of ours' };
  const send = async (method: string, path: string, body?: object) => {
    const headers = { ...basic(shop), 'content-type': 'application/json' };
    const url = `${shop.url}/wp-json/wc/v3/webhooks${path}`;
    const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    assert.ok(response.ok, String(response.status));
    return response.json();
  };
  const list = async () => z.array(webhook).parse(await send('GET', '?per_page=100'));
  const subscribe = (changes: object = {}) => platform.subscribe({ ...target, ...changes }, caller);
  return { platform, shop, receiver, target, send, list, subscribe };
}

describe('subscribing', () => {
  it('makes what is missing, and finds it fine the next time', async (t) => {
    const { shop, list, subscribe, target, receiver } = await open(t);
    assert.deepEqual(await subscribe(), { created: TOPICS, repaired: [], fine: [] });
    assert.deepEqual(shop.control.calls(), {
      'POST /webhooks/mend': 1,
      'GET /webhooks': 1,
      'POST /webhooks': 8,
    });
    assert.equal(receiver.received.length, 8);
    assert.deepEqual(await subscribe(), { created: [], repaired: [], fine: TOPICS });
    const webhooks = await list();
    assert.deepEqual(webhooks.map(({ topic }) => topic).reverse(), TOPICS);
    assert.ok(webhooks.every((each) => each.delivery_url === target.address && each.status === 'active'));
    assert.ok(webhooks.every(({ name }) => !name.includes(target.secret)));
  });

  it('makes anew what was deleted, wakes what was paused under its number, and throws away what is there twice', async (t) => {
    const { send, list, subscribe, target } = await open(t);
    await subscribe();
    const before = await list();
    const lost = before.find(({ topic }) => topic === 'order.updated');
    const paused = before.find(({ topic }) => topic === 'product.deleted');
    await send('DELETE', `/${lost?.id}?force=true`);
    await send('PUT', `/${paused?.id}`, { status: 'paused' });
    const body = { name: 'by hand', topic: 'order.created', delivery_url: target.address, secret: 'old' };
    await send('POST', '', body);
    const [created, repaired] = [['order.updated'], ['product.deleted', 'order.created']];
    const fine = TOPICS.filter((topic) => ![...created, ...repaired].includes(topic));
    assert.deepEqual(await subscribe(), { created, repaired, fine });
    const after = await list();
    assert.ok(after.every(({ name }) => name !== 'by hand'));
    assert.deepEqual(
      after.filter(({ topic }) => topic !== 'order.updated'),
      before.filter(({ topic }) => topic !== 'order.updated'),
    );
    assert.equal(after.length, TOPICS.length);
  });

  it('makes anew what was disabled: its row of failures would disable it again at once', async (t) => {
    const { shop, receiver, list, subscribe } = await open(t);
    await subscribe();
    const number = async () => (await list()).find(({ topic }) => topic === 'product.updated');
    const before = await number();
    receiver.answer(500);
    for (let failure = 1; failure <= 7; failure += 1) {
      shop.control.touchProduct(3200);
      await shop.control.webhooksSettled();
    }
    assert.equal((await number())?.status, 'disabled');
    assert.deepEqual((await subscribe()).repaired, ['product.updated']);
    const after = await number();
    assert.equal(after?.status, 'active');
    assert.notEqual(after.id, before?.id);
    assert.equal((await list()).length, TOPICS.length);
    shop.control.touchProduct(3200);
    await shop.control.webhooksSettled();
    assert.equal((await number())?.status, 'active');
  });

  it('follows the service to another address, and there gives the shop a new secret', async (t) => {
    const { shop, receiver, list, subscribe, target } = await open(t);
    const moved = await openReceiver(t);
    await subscribe();
    const ids = (await list()).map(({ id }) => id);
    assert.deepEqual((await subscribe({ address: moved.url })).repaired, TOPICS);
    assert.deepEqual((await subscribe({ address: moved.url, secret: 'another' })).repaired, TOPICS);
    const after = await list();
    assert.deepEqual(pluck(after, 'id'), ids);
    assert.ok(after.every(({ delivery_url }) => delivery_url === moved.url));
    receiver.take();
    shop.control.touchProduct(3200);
    await shop.control.webhooksSettled();
    assert.deepEqual(receiver.take(), []);
    const [delivered] = moved.take();
    assert.ok(delivered);
    const credentials = woocommerce.credentials.parse(shop.credentials);
    assert.notEqual(woocommerce.readWebhook(delivered, credentials, 'another'), 'bad_signature');
    assert.equal(woocommerce.readWebhook(delivered, credentials, target.secret), 'bad_signature');
    assert.deepEqual((await subscribe({ address: moved.url, secret: 'another' })).fine, TOPICS);
  });

  it('leaves alone what is another’s, and another service’s', async (t) => {
    const { send, list, subscribe } = await open(t);
    const elsewhere = 'http://127.0.0.1:9/webhooks/store';
    await subscribe({ address: elsewhere, secret: 'theirs' });
    await send('POST', '', {
      name: 'Accounting',
      topic: 'order.created',
      status: 'paused',
      delivery_url: 'http://127.0.0.1:9/webhooks/store',
      secret: 'x',
    });
    const before = await list();
    await subscribe();
    const after = await list();
    assert.deepEqual(after.slice(-before.length), before);
    assert.equal(after.length, before.length + TOPICS.length);
  });

  it('ends with one of each when an answer was lost', async (t) => {
    const { shop, list, subscribe } = await open(t);
    shop.control.inject({ kind: 'dropped_answer', operation: 'POST /webhooks', times: 1 });
    await assert.rejects(subscribe());
    assert.deepEqual((await subscribe()).fine, ['product.created']);
    const [first] = await list();
    assert.ok(first);
    await subscribe();
    assert.equal((await list()).length, TOPICS.length);
  });

  it('finds its own among more than a page of others', async (t) => {
    const { send, shop, subscribe } = await open(t);
    await subscribe();
    const other = { topic: 'customer.created', delivery_url: 'http://127.0.0.1:9/', secret: 'x' };
    for (let count = 0; count < 101; count += 1) await send('POST', '', other);
    shop.control.resetCalls();
    assert.deepEqual((await subscribe()).fine, TOPICS);
    assert.deepEqual(shop.control.calls(), { 'POST /webhooks/mend': 1, 'GET /webhooks': 2 });
  });
});

it('a sale announces the order and the remaining stock, signed with the secret', async (t) => {
  const { platform, shop, receiver, subscribe, target } = await open(t);
  await subscribe();
  const variation = shop.control.products
    .flatMap(({ variants }) => variants)
    .find(({ stock }) => stock === 3);
  assert.ok(variation);
  const lines = [{ variantId: `gid://woocommerce/ProductVariant/${variation.id}`, quantity: 1 }];
  const sessionId = crypto.randomUUID();
  const cart = await platform.createCart({ cartId: crypto.randomUUID(), sessionId, lines }, caller);
  receiver.take();
  await payCheckout(cart.continueUrl);
  await shop.control.webhooksSettled();
  const credentials = woocommerce.credentials.parse(shop.credentials);
  const events = receiver.take().map((delivered) => {
    const delivery = woocommerce.readWebhook(delivered, credentials, target.secret);
    return delivery === 'bad_signature' ? assert.fail(delivered.topic) : [delivery.topic, delivery.event];
  });
  const orderId = `gid://woocommerce/Order/${shop.control.orders()[0]?.id}`;
  const order = { kind: 'order_changed', orderId };
  const product = shop.control.products.find(({ variants }) => variants.includes(variation));
  const changed = { kind: 'product_changed', productId: `gid://woocommerce/Product/${product?.id}` };
  const expected = [
    ['order.created', order],
    // The draft of the checkout page has no session yet.
    ['order.updated', null],
    ['order.updated', order],
    ['product.updated', changed],
  ];
  const sorted = (list: unknown[]) => list.map((event) => JSON.stringify(event)).sort();
  assert.deepEqual(sorted(events), sorted(expected));
  assert.equal((await platform.readOrder(orderId, caller))?.sessionId, sessionId);
});
