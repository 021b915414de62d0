import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { CORE, cart, cartRequest, createCart, goods, openSite, pay, type Visitor } from './site.ts';
import { openReceiver, type Received } from './webhook-receiver.ts';

const MUG = 3200;
const SECRET = 'hush';

const status = z.looseObject({ id: z.int(), status: z.string() });

async function listening(t: TestContext, ...topics: string[]) {
  const visitor = await openSite(t);
  const receiver = await openReceiver(t);
  const make = async (topic: string) => {
    const body = { topic, delivery_url: receiver.url, secret: SECRET };
    const answer = await visitor.send('POST', `${CORE}/webhooks`, body);
    assert.equal(answer.status, 201);
    return status.parse(answer.body).id;
  };
  const ids: number[] = [];
  for (const topic of topics) ids.push(await make(topic));
  receiver.received.length = 0;
  const { control } = visitor.shop;
  const arrived = async () => {
    await control.webhooksSettled();
    return receiver.take();
  };
  const statusOf = async (id: number) =>
    status.parse((await visitor.get(`${CORE}/webhooks/${id}`)).body).status;
  return { visitor, control, receiver, ids, make, arrived, statusOf };
}

async function buy(visitor: Visitor, id: number, quantity = 1): Promise<void> {
  const view = cart(await createCart(visitor, cartRequest([{ id, quantity }])));
  assert.equal((await pay(view.checkout_url)).status, 200);
}

const topicsOf = (deliveries: Received[]) => deliveries.map(({ topic }) => topic).sort();

describe('a webhook of the simulated site', () => {
  it('pings a webhook when it is made, and ignores a failed ping', async (t) => {
    const { make, receiver, statusOf } = await listening(t);
    receiver.answer(500);
    const id = await make('product.updated');
    assert.equal(await statusOf(id), 'active');
    const [ping] = receiver.received;
    assert.equal(ping?.body.toString(), `webhook_id=${id}`);
    assert.equal(ping.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.equal(ping.headers['x-wc-webhook-signature'], undefined);
  });

  it('carries the recorded headers, and a signature of its raw body', async (t) => {
    const { control, arrived } = await listening(t, 'product.updated');
    control.touchProduct(MUG);
    const [delivered] = await arrived();
    const file = new URL('../../fixtures/woocommerce/webhook-deliveries.json', import.meta.url);
    const { deliveries } = JSON.parse(readFileSync(file, 'utf8')) as {
      deliveries: { headers: Record<string, string> }[];
    };
    const recorded = deliveries.find(({ headers }) => headers['x-wc-webhook-topic'] === 'product.updated');
    for (const [name, value] of Object.entries(recorded?.headers ?? {})) {
      assert.equal(typeof delivered?.headers[name], 'string', name);
      if (/user-agent|content-type|topic|resource|event/.test(name))
        assert.equal(delivered?.headers[name], value);
    }
    const expected = createHmac('sha256', SECRET)
      .update(delivered?.body ?? '')
      .digest('base64');
    assert.equal(delivered?.headers['x-wc-webhook-signature'], expected);
    assert.equal(delivered?.json().id, MUG);
    // As PHP writes JSON: another writer's would have another signature.
    assert.match(delivered?.body.toString() ?? '', /http:\\\/\\\//);
  });

  it('says what is true when it is sent, not when it happened', async (t) => {
    const { control, arrived } = await listening(t, 'product.created', 'product.deleted');
    control.injectWebhookFaults({ lateMs: 20 });
    const vase = control.createProduct({ title: 'Short-lived Vase', price: '10.00' });
    control.deleteProduct(vase.id);
    const delivered = Object.fromEntries((await arrived()).map((each) => [each.topic, each.json()]));
    assert.equal(delivered['product.created']?.status, 'trash');
    assert.match(String(delivered['product.created']?.slug), /__trashed$/);
    assert.deepEqual(delivered['product.deleted'], { id: vase.id });
  });

  it('announces trashing, as a coupon’s too, and never a forced deletion', async (t) => {
    const { control, arrived } = await listening(t, 'product.deleted', 'coupon.deleted', 'product.updated');
    control.deleteProduct(MUG);
    assert.deepEqual(topicsOf(await arrived()), ['coupon.deleted', 'product.deleted']);
    control.deleteProduct(3300, { silently: true });
    assert.deepEqual(await arrived(), []);
  });

  it('announces each change of an order once, and the stock that it takes and returns when it is canceled', async (t) => {
    const { visitor, control, arrived } = await listening(t, 'order.updated', 'product.updated');
    const { id } = goods(visitor.shop, 'travel-mug');
    await buy(visitor, id, 2);
    const stockIn = (deliveries: Received[]) =>
      deliveries.flatMap(({ topic, json }) => (topic === 'product.updated' ? [json().stock_quantity] : []));
    assert.deepEqual(stockIn(await arrived()), [1]);
    const orderId = control.orders()[0]?.id ?? 0;
    control.moveOrder(orderId, 'shipped');
    const [changed, ...more] = await arrived();
    assert.deepEqual([changed?.topic, changed?.json().id, more], ['order.updated', orderId, []]);
    control.moveOrder(orderId, 'canceled');
    assert.deepEqual(stockIn(await arrived()), [3]);
  });

  it('sends a failed delivery once, disables the webhook after seven failures in a row, or one more when it is only set active, and sends nothing while it is paused', async (t) => {
    const { visitor, control, receiver, ids, arrived, statusOf } = await listening(t, 'product.updated');
    const [id = 0] = ids;
    const setStatus = (next: string) => visitor.send('PUT', `${CORE}/webhooks/${id}`, { status: next });
    await setStatus('paused');
    control.touchProduct(MUG);
    assert.deepEqual(await arrived(), []);
    await setStatus('active');
    const fail = async (times: number) => {
      receiver.answer(500);
      for (let failure = 0; failure < times; failure += 1) {
        control.touchProduct(MUG);
        assert.equal((await arrived()).length, 1);
      }
    };
    await fail(6);
    receiver.answer(204);
    control.touchProduct(MUG);
    await arrived();
    await fail(6);
    assert.equal(await statusOf(id), 'active');
    await fail(1);
    assert.equal(await statusOf(id), 'disabled');
    control.touchProduct(MUG);
    assert.deepEqual(await arrived(), []);
    await setStatus('active');
    assert.equal(await statusOf(id), 'active');
    await fail(1);
    assert.equal(await statusOf(id), 'disabled');
  });
});
