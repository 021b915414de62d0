import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { platforms } from '../../../../src/store-platforms/index.ts';
import type { Delivery, PlatformEvent } from '../../../../src/store-platforms/platform-kind.ts';
import { gid, published } from './goods.ts';
import { type Listener, listener, type Received } from './listener.ts';
import { caller, type Infrastructure, type Open } from './opened.ts';
import { bought, newCart } from './requests.ts';

const SECRET = 'a-secret-of-the-service';

export function webhookTests(name: string, open: Open): void {
  const read = (
    { shop }: Infrastructure,
    { headers, body }: Received,
    secret = SECRET,
  ): Delivery | 'bad_signature' => {
    const kind = platforms[name];
    assert.ok(kind);
    return kind.readWebhook({ headers, body }, kind.credentials.parse(shop.credentials), secret);
  };
  const deliveries = (opened: Infrastructure, { received }: Listener): Delivery[] =>
    received.map((each) => {
      const delivery = read(opened, each);
      assert.ok(delivery !== 'bad_signature');
      return delivery;
    });
  const events = (opened: Infrastructure, place: Listener): PlatformEvent[] =>
    deliveries(opened, place).flatMap(({ event }) => (event ? [event] : []));

  async function subscribed(t: TestContext) {
    const opened = await open(t);
    const place = await listener(t);
    const target = { address: place.address, secret: SECRET };
    const report = await opened.platform.subscribe(target, caller);
    await opened.shop.control.webhooksSettled();
    return { ...opened, opened, place, target, report };
  }

  it('subscribes once, finds that fine from then on, and follows to another address', async (t) => {
    const { platform, target, report } = await subscribed(t);
    assert.ok(report.created.length >= 5);
    assert.deepEqual([report.repaired, report.fine], [[], []]);
    const again = await platform.subscribe(target, caller);
    assert.deepEqual([again.created, again.repaired], [[], []]);
    assert.deepEqual([...again.fine].sort(), [...report.created].sort());
    const moved = await platform.subscribe({ ...target, address: (await listener(t)).address }, caller);
    assert.deepEqual([...moved.repaired].sort(), [...report.created].sort());
    assert.deepEqual([moved.created, moved.fine], [[], []]);
  });

  it('takes back what it has asked for, and nothing of another listener', async (t) => {
    const { platform, shop, place, target, report } = await subscribed(t);
    const other = { address: `${(await listener(t)).address}-of-another`, secret: 'of another service' };
    await platform.subscribe(other, caller);
    assert.deepEqual((await platform.unsubscribe(target, caller)).sort(), [...report.created].sort());
    assert.deepEqual(await platform.unsubscribe(target, caller), []);
    place.received.length = 0;
    shop.control.touchProduct(published(shop)[0]?.id ?? 0);
    await shop.control.webhooksSettled();
    assert.equal(place.received.length, 0);
    assert.deepEqual((await platform.subscribe(other, caller)).created, []);
  });

  it('hears of products that are created, edited and deleted', async (t) => {
    const { shop, opened, place } = await subscribed(t);
    const [goods] = published(shop);
    assert.ok(goods);
    const product = shop.control.createProduct({ title: 'Brand New', price: '10' });
    await shop.control.webhooksSettled();
    assert.deepEqual(events(opened, place).at(-1), {
      kind: 'product_changed',
      productId: gid(name, product),
    });
    shop.control.touchProduct(goods.id);
    await shop.control.webhooksSettled();
    assert.deepEqual(events(opened, place).at(-1), { kind: 'product_changed', productId: gid(name, goods) });
    shop.control.deleteProduct(goods.id);
    await shop.control.webhooksSettled();
    assert.deepEqual(events(opened, place).at(-1), { kind: 'product_deleted', productId: gid(name, goods) });
    const heard = place.received.length;
    shop.control.deleteProduct(product.id, { silently: true });
    await shop.control.webhooksSettled();
    assert.equal(place.received.length, heard);
  });

  it('hears of an order at every step of its life, by an id that can be read', async (t) => {
    const { platform, shop, opened, place } = await subscribed(t);
    const { cartRequest, cart } = await newCart(name, opened, 1);
    const order = await bought(platform, cart, cartRequest);
    assert.ok(order);
    await shop.control.webhooksSettled();
    for (const step of ['shipped', 'delivered', 'refunded'] as const) {
      const heard = events(opened, place).filter(({ kind }) => kind === 'order_changed');
      assert.ok(heard.length > 0);
      assert.ok(heard.every((event) => event.kind === 'order_changed' && event.orderId === order.id));
      place.received.length = 0;
      shop.control.moveOrder(Number(order.number), step);
      await shop.control.webhooksSettled();
      assert.equal((await platform.readOrder(order.id, caller))?.status, step);
    }
    assert.ok(events(opened, place).length > 0);
  });

  it('knows doubled deliveries by their id, and loses none that are late or out of order', async (t) => {
    const { shop, opened, place } = await subscribed(t);
    shop.control.injectWebhookFaults({ duplicated: true, reordered: true, lateMs: 5 });
    place.received.length = 0;
    const goods = published(shop).slice(0, 3);
    for (const product of goods) shop.control.touchProduct(product.id);
    await shop.control.webhooksSettled();
    const all = deliveries(opened, place);
    assert.equal(all.length, 6);
    assert.equal(new Set(all.map(({ id }) => id)).size, 3);
    const heard = [...new Map(all.map((delivery) => [delivery.id, delivery])).values()];
    const changed = heard.map(({ event }) => event?.kind === 'product_changed' && event.productId);
    assert.deepEqual(changed, goods.map((product) => gid(name, product)).reverse());
  });

  it('believes nothing that was signed otherwise, changed on its way, or not signed', async (t) => {
    const { shop, opened, place } = await subscribed(t);
    const [goods] = published(shop);
    shop.control.touchProduct(goods?.id ?? 0);
    await shop.control.webhooksSettled();
    const last = place.received.at(-1);
    assert.ok(last);
    const changed = { ...last, body: Buffer.from(`${last.body} `) };
    assert.equal(read(opened, changed), 'bad_signature');
    const unsigned = Object.entries(last.headers).filter(([header]) => !/hmac|signature/.test(header));
    assert.equal(read(opened, { ...last, headers: Object.fromEntries(unsigned) }), 'bad_signature');
    const other = await open(t);
    const elsewhere = read({ ...other, platform: opened.platform }, last, 'another secret');
    assert.equal(elsewhere, 'bad_signature');
  });

  it('gives up a listener that never answers well, and is made whole by subscribing again', async (t) => {
    const { platform, shop, opened, place, target } = await subscribed(t);
    const [goods] = published(shop);
    assert.ok(goods);
    place.answer(500);
    for (let failure = 0; failure < 8; failure += 1) {
      shop.control.touchProduct(goods.id);
      await shop.control.webhooksSettled();
    }
    place.answer(200);
    place.received.length = 0;
    shop.control.touchProduct(goods.id);
    await shop.control.webhooksSettled();
    assert.equal(place.received.length, 0);
    const { created, repaired } = await platform.subscribe(target, caller);
    assert.ok(created.length + repaired.length > 0);
    await shop.control.webhooksSettled();
    shop.control.touchProduct(goods.id);
    await shop.control.webhooksSettled();
    assert.deepEqual(events(opened, place).at(-1), { kind: 'product_changed', productId: gid(name, goods) });
  });
}
