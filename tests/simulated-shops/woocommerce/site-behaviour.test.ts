import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { CONNECTOR, CORE, cartRequest, createCart, errorCode, goods, ids, openSite } from './site.ts';

const _MUG = 3200;

describe('faults of the simulated WooCommerce site', () => {
  it('throttles as a firewall in front of it does', async (t) => {
    const { get, shop } = await openSite(t);
    shop.control.inject({ kind: 'throttled', operation: 'GET /products', times: 1 });
    const answer = await get(`${CORE}/products`);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '1']);
    assert.equal((await get(`${CORE}/products`)).status, 200);
  });

  it('applies a fault of the whole site until faults are cleared, by either address', async (t) => {
    const { get, shop } = await openSite(t);
    const setFault = (path: string, body?: object) =>
      fetch(`${shop.url}/_sandbox/${path}`, {
        method: body ? 'POST' : 'DELETE',
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
    const statusNow = async () => (await get(`${CORE}/products`)).status;
    for (const [path, fault] of [
      ['faults', { kind: 'maintenance' }],
      ['site', { trouble: 'maintenance' }],
    ] as const) {
      assert.equal((await setFault(path, fault)).status, 200);
      assert.deepEqual(await (await fetch(`${shop.url}/_sandbox/site`)).json(), { trouble: 'maintenance' });
      assert.equal(await statusNow(), 503);
      await setFault('faults');
      assert.equal(await statusNow(), 200);
    }
  });

  it('counts calls by operation', async (t) => {
    const visitor = await openSite(t);
    for (const path of [
      'products',
      'products/3200',
      'products/600/variations',
      'variations',
      'orders',
      'orders/1',
    ])
      await visitor.get(`${CORE}/${path}`);
    await visitor.get(`${CONNECTOR}/store-info`);
    await createCart(visitor, cartRequest([]));
    assert.deepEqual(visitor.shop.control.calls(), {
      'GET /products': 1,
      'GET /products/:id': 1,
      'GET /products/:id/variations': 1,
      'GET /variations': 1,
      'GET /orders': 1,
      'GET /orders/:id': 1,
      'GET /store-info': 1,
      'POST /cart/create': 1,
    });
  });
});

describe('webhooks of the simulated WooCommerce site', () => {
  const input = { topic: 'order.updated', delivery_url: 'https://example.test/hook', secret: 'hush' };
  const webhook = z.looseObject({ id: z.int(), status: z.string(), topic: z.string() });

  it('keeps and changes webhooks, deletes them only by force, and never returns their secret', async (t) => {
    const { get, send } = await openSite(t);
    const answer = await send('POST', `${CORE}/webhooks`, input);
    assert.equal(answer.status, 201);
    assert.doesNotMatch(JSON.stringify(answer.body), /hush/);
    const { id } = webhook.parse(answer.body);
    const paused = await send('PUT', `${CORE}/webhooks/${id}`, { status: 'paused' });
    assert.partialDeepStrictEqual(paused.body, { status: 'paused', resource: 'order', event: 'updated' });
    assert.deepEqual(ids(await get(`${CORE}/webhooks`)), [id]);
    const refusal = errorCode(await send('DELETE', `${CORE}/webhooks/${id}`, ''));
    assert.equal(refusal, 'woocommerce_rest_trash_not_supported');
    assert.equal((await send('DELETE', `${CORE}/webhooks/${id}?force=true`, '')).status, 200);
    assert.equal(errorCode(await get(`${CORE}/webhooks/${id}`)), 'woocommerce_rest_shop_webhook_invalid_id');
  });

  it('refuses webhooks with an unknown topic or an address that is not http', async (t) => {
    const { send } = await openSite(t);
    const topic = await send('POST', `${CORE}/webhooks`, { ...input, topic: 'order.eaten' });
    assert.equal(errorCode(topic), 'woocommerce_rest_shop_webhook_invalid_topic');
    const url = await send('POST', `${CORE}/webhooks`, { ...input, delivery_url: 'ftp://example.test/' });
    assert.equal(errorCode(url), 'woocommerce_rest_shop_webhook_invalid_delivery_url');
  });
});

it('pages of the simulated WooCommerce site show the catalog, every published product and its picture, and no draft', async (t) => {
  const { shop } = await openSite(t);
  const home = await (await fetch(shop.url)).text();
  for (const product of shop.control.products) {
    const status = product.published ? 200 : 404;
    assert.equal((await fetch(`${shop.url}/product/${product.handle}/`)).status, status, product.handle);
    assert.equal(
      home.includes(`/product/${product.handle}/`),
      product.published && product.id !== 400,
      product.handle,
    );
  }
  const image = goods(shop, 'cafe-mug').images[0]?.url ?? '';
  assert.equal((await fetch(new URL(image, shop.url))).headers.get('content-type'), 'image/svg+xml');
});
