import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { WebhookRequest } from '../../../../src/store-platforms/platform-kind.ts';
import { signWebhook } from '../../../../src/store-platforms/webhook-signature.ts';
import { woocommerce } from '../../../../src/store-platforms/woocommerce/index.ts';

type Recording = { secret: string; deliveries: { headers: Record<string, string>; rawBody: string }[] };

const file = new URL('../../../fixtures/woocommerce/webhook-deliveries.json', import.meta.url);
const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;

const SECRET = recording.secret;
const credentials = woocommerce.credentials.parse({
  url: 'https://shop.example',
  consumerKey: 'ck_test',
  consumerSecret: 'cs_test',
});
const read = (request: WebhookRequest, secret = SECRET) =>
  woocommerce.readWebhook(request, credentials, secret);

/** As a shop would send it, signed with the right secret. */
function signed(topic: string, payload: unknown, headers: Record<string, string> = {}): WebhookRequest {
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-signature': signWebhook(body, SECRET),
      'x-wc-webhook-delivery-id': '5d4eddee5d223174d68d90b71472340b',
      ...headers,
    },
  };
}

function eventOf(topic: string, payload: unknown) {
  const delivery = read(signed(topic, payload));
  assert.notEqual(delivery, 'bad_signature');
  return delivery === 'bad_signature' ? undefined : delivery.event;
}

describe('deliveries that a real shop has sent', () => {
  const requests = recording.deliveries.map(({ headers, rawBody }) => ({
    headers,
    body: Buffer.from(rawBody),
  }));

  it('reads deliveries of a real shop as their event, and pings as none', () => {
    const read_ = requests.map((request) => {
      const delivery = read(request);
      return delivery === 'bad_signature' ? delivery : [delivery.topic, delivery.event];
    });
    const product = (kind: string, id: number) => ({ kind, productId: `gid://woocommerce/Product/${id}` });
    const order = { kind: 'order_changed', orderId: 'gid://woocommerce/Order/187' };
    assert.deepEqual(read_, [
      ...Array.from({ length: 5 }, () => ['ping', null]),
      ['product.updated', product('product_changed', 16)],
      ['product.created', product('product_changed', 186)],
      ['product.deleted', product('product_deleted', 186)],
      ['order.updated', order],
      ['order.created', order],
      ['order.updated', order],
      ['order.updated', order],
    ]);
  });

  it('gives each delivery an id of its own, and all pings the same one', () => {
    const ids = requests.map((request) => {
      const delivery = read(request);
      return delivery === 'bad_signature' ? '' : delivery.id;
    });
    assert.equal(new Set(ids.slice(5)).size, requests.length - 5);
    assert.deepEqual([...new Set(ids.slice(0, 5))], ['ping']);
  });

  it('refuses deliveries with another secret, with none, and when a byte has changed', () => {
    for (const request of requests.slice(5)) {
      const changed = Buffer.from(request.body);
      changed[0] = (changed[0] ?? 0) ^ 1;
      assert.equal(read(request, 'another'), 'bad_signature');
      assert.equal(read(request, ''), 'bad_signature');
      assert.equal(read({ ...request, body: changed }), 'bad_signature');
      const rewritten = JSON.stringify(JSON.parse(request.body.toString()));
      if (rewritten !== request.body.toString())
        assert.equal(read({ ...request, body: Buffer.from(rewritten) }), 'bad_signature');
    }
  });
});

describe('an unsigned delivery', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const unsigned = (body: string, headers: WebhookRequest['headers'] = form): WebhookRequest => ({
    headers,
    body: Buffer.from(body),
  });

  it('accepts an unsigned delivery only as a ping', () => {
    assert.deepEqual(read(unsigned('webhook_id=1')), { id: 'ping', topic: 'ping', event: null });
    for (const request of [
      unsigned('webhook_id=1&id=2'),
      unsigned('webhook_id=1\n{"id":186}'),
      unsigned(`webhook_id=${'1'.repeat(1000)}`),
      unsigned('webhook_id='),
      unsigned(''),
      unsigned('webhook_id=1', { 'content-type': 'application/json' }),
      unsigned('webhook_id=1', {}),
      unsigned('{"id":186}', { ...form, 'x-wc-webhook-topic': 'product.deleted' }),
    ])
      assert.equal(read(request), 'bad_signature', request.body.toString());
  });

  it('refuses a delivery with a malformed signature', () => {
    const good = signed('product.updated', { id: 186 });
    const signature = String(good.headers['x-wc-webhook-signature']);
    for (const bad of [
      '',
      ' ',
      'A'.repeat(44),
      `${signature}=`,
      signature.slice(0, -1),
      signature.toLowerCase(),
    ]) {
      const headers = { ...good.headers, 'x-wc-webhook-signature': bad };
      assert.equal(read({ ...good, headers }), 'bad_signature', bad);
    }
    const twice = { ...good.headers, 'x-wc-webhook-signature': [signature, signature] };
    assert.equal(read({ ...good, headers: twice }), 'bad_signature');
    const bytes = new Uint8Array([0xff, 0xfe, 0]);
    assert.equal(read({ headers: {}, body: bytes }), 'bad_signature');
  });
});

describe('the meaning of a delivery', () => {
  const changed = (id: number) => ({ kind: 'product_changed', productId: `gid://woocommerce/Product/${id}` });

  it('a changed variation is a change of its product', () => {
    const variation = { id: 57, type: 'variation', parent_id: 54, status: 'publish' };
    assert.deepEqual(eventOf('product.updated', variation), changed(54));
    assert.deepEqual(eventOf('product.updated', { id: 57, type: 'variation' }), changed(57));
    // A simple product may be part of a group: that parent is another matter.
    assert.deepEqual(eventOf('product.updated', { id: 14, type: 'simple', parent_id: 9 }), changed(14));
  });

  it('reads a product’s return from the trash as a change, and its way there as a deletion', () => {
    assert.deepEqual(eventOf('product.restored', { id: 14, type: 'simple', parent_id: 0 }), changed(14));
    const gone = { kind: 'product_deleted', productId: 'gid://woocommerce/Product/14' };
    assert.deepEqual(eventOf('product.deleted', { id: 14 }), gone);
  });

  it('an order is read after every kind of change, except a draft of the checkout page', () => {
    const order = { kind: 'order_changed', orderId: 'gid://woocommerce/Order/187' };
    for (const topic of ['order.created', 'order.updated', 'order.restored']) {
      assert.deepEqual(eventOf(topic, { id: 187, status: 'processing', parent_id: 0 }), order);
      assert.equal(eventOf(topic, { id: 187, status: 'checkout-draft' }), null);
    }
    assert.deepEqual(eventOf('order.deleted', { id: 187 }), order);
  });

  it('a coupon.deleted that comes with a trashed product, and all that is unknown, is nothing', () => {
    const topics = [
      'coupon.deleted',
      'customer.created',
      'action.wc_anything',
      'product.eaten',
      'order.',
      '',
    ];
    for (const topic of topics) assert.equal(eventOf(topic, { id: 172 }), null, topic);
  });

  it('a payload without an id is nothing', () => {
    for (const payload of ['', 'null', '[]', '{}', '{"id":"1"}', '{"id":0}', '{"id":1.5}', '{"id":18', '"x"'])
      assert.equal(eventOf('product.updated', payload), null, payload);
  });

  it('two goods that are saved within a second are two deliveries, one that comes twice is one', () => {
    const idOf = (request: WebhookRequest) => {
      const delivery = read(request);
      return delivery === 'bad_signature' ? assert.fail() : delivery.id;
    };
    const [mug, tee] = [signed('product.updated', { id: 14 }), signed('product.updated', { id: 54 })];
    assert.notEqual(idOf(mug), idOf(tee));
    assert.equal(idOf(mug), idOf({ ...mug, body: Buffer.from(mug.body) }));
    assert.ok(
      idOf(signed('product.updated', { id: 14 }, { 'x-wc-webhook-delivery-id': 'x'.repeat(9999) })).length <
        200,
    );
  });
});
