import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shopify } from '../../../../src/store-platforms/shopify/index.ts';
import { signWebhook } from '../../../../src/store-platforms/webhook-signature.ts';

const SECRET = 'shpss_0123456789abcdef';
const credentials = shopify.credentials.parse({ domain: 'Trail.myshopify.com', appSecret: SECRET });
const PRODUCT =
  '{"id":632910392,"admin_graphql_api_id":"gid://shopify/Product/632910392","title":"Ünïcode 🦊"}';

function delivery(topic: string, body: string, changes: Record<string, string | undefined> = {}) {
  return {
    body: Buffer.from(body),
    headers: {
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': signWebhook(body, SECRET),
      'x-shopify-shop-domain': 'trail.myshopify.com',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
      ...changes,
    },
  };
}

const read = (topic: string, body: string, changes?: Record<string, string | undefined>) =>
  shopify.readWebhook(delivery(topic, body, changes), credentials, 'not used');

function eventOf(topic: string, body: string) {
  const result = read(topic, body);
  assert.notEqual(result, 'bad_signature');
  return result === 'bad_signature' ? undefined : result.event;
}

describe('Shopify webhooks', () => {
  it('signs webhooks as Shopify does: base64 of the HMAC-SHA256 of the raw body', () => {
    // As `openssl dgst -sha256 -hmac key -binary | base64` says.
    const signature = '97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=';
    assert.equal(signWebhook('The quick brown fox jumps over the lazy dog', 'key'), signature);
  });

  it('name the changed or deleted product, with the delivery’s own id', () => {
    const productId = 'gid://shopify/Product/632910392';
    assert.deepEqual(read('products/update', PRODUCT), {
      id: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
      topic: 'products/update',
      event: { kind: 'product_changed', productId },
    });
    assert.deepEqual(eventOf('products/create', PRODUCT), { kind: 'product_changed', productId });
    assert.deepEqual(eventOf('products/delete', '{"id":632910392}'), { kind: 'product_deleted', productId });
  });

  it('name the changed order, also from refunds and parcels', () => {
    const changed = { kind: 'order_changed', orderId: 'gid://shopify/Order/5001' };
    for (const topic of ['create', 'updated', 'paid', 'cancelled', 'fulfilled', 'partially_fulfilled'])
      assert.deepEqual(eventOf(`orders/${topic}`, '{"id":5001}'), changed);
    for (const topic of ['refunds/create', 'fulfillments/create', 'fulfillments/update'])
      assert.deepEqual(eventOf(topic, '{"id":7,"order_id":5001}'), changed);
  });

  it('ignores signed webhooks with other topics or with a body that says nothing', () => {
    assert.equal(eventOf('themes/publish', '{"id":1}'), null);
    assert.equal(eventOf('constructor', '{"id":1}'), null);
    for (const body of ['', 'null', '[]', '{"id":"x"}', '{"id":-1}', '{"id":1.5}', '{'])
      assert.equal(eventOf('products/update', body), null, body);
  });

  it('refuses a webhook whose body, signature, secret or shop is another', () => {
    const signed = delivery('products/update', PRODUCT);
    const tampered = { ...signed, body: Buffer.from(PRODUCT.replace('632910392', '632910393')) };
    assert.equal(shopify.readWebhook(tampered, credentials, ''), 'bad_signature');
    for (const changes of [
      { 'x-shopify-hmac-sha256': signWebhook(PRODUCT, 'shpss_other') },
      { 'x-shopify-hmac-sha256': '' },
      { 'x-shopify-hmac-sha256': undefined },
      { 'x-shopify-shop-domain': 'other.myshopify.com' },
      { 'x-shopify-shop-domain': undefined },
      { 'x-shopify-webhook-id': undefined },
    ])
      assert.equal(read('products/update', PRODUCT, changes), 'bad_signature', JSON.stringify(changes));
  });

  it('refuses every webhook without the app’s secret', () => {
    const { appSecret: _, ...secretless } = credentials;
    const signed = delivery('products/update', PRODUCT, {
      'x-shopify-hmac-sha256': signWebhook(PRODUCT, ''),
    });
    assert.equal(shopify.readWebhook(signed, secretless, SECRET), 'bad_signature');
  });

  it('never throw, whatever comes in', () => {
    const headers = fc.dictionary(
      fc.constantFrom(
        'x-shopify-topic',
        'x-shopify-hmac-sha256',
        'x-shopify-shop-domain',
        'x-shopify-webhook-id',
      ),
      fc.oneof(fc.string(), fc.array(fc.string())),
    );
    fc.assert(
      fc.property(headers, fc.uint8Array(), (headerValues, body) =>
        assert.equal(shopify.readWebhook({ headers: headerValues, body }, credentials, ''), 'bad_signature'),
      ),
    );
  });
});
