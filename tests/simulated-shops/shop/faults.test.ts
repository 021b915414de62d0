import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { addControlRoutes, createControl } from '../../../simulated-shops/shop/control.ts';
import { createCallCounter, createFaultBoard } from '../../../simulated-shops/shop/faults.ts';
import { createOrderBook } from '../../../simulated-shops/shop/orders.ts';
import { createProductNews } from '../../../simulated-shops/shop/product-news.ts';
import { createShopServer, listen } from '../../../simulated-shops/shop/server.ts';
import { shopSettings } from '../../../simulated-shops/shop/settings.ts';
import type { ShopProduct } from '../../../simulated-shops/shop/types.ts';
import { createWebhookPost } from '../../../simulated-shops/shop/webhook-post.ts';

describe('The faults and the control of a simulated shop', () => {
  const [faults, calls] = [createFaultBoard(), createCallCounter()];
  const app = createShopServer({
    faults,
    calls,
    operationOf: (request) => (request.url.startsWith('/api') ? `GET ${request.url}` : undefined),
    throttle: (reply) => reply.code(429).send(),
  });
  let [url, done] = ['', 0];
  const products: ShopProduct[] = [];
  const news = createProductNews();
  before(async () => {
    const settings = shopSettings({ currency: 'USD', name: 'Test' });
    const orders = createOrderBook();
    const shop = { products, settings, orders, news, webhooks: createWebhookPost({ retries: 0 }) };
    const parts = {
      ...shop,
      faults,
      calls,
      carts: () => [],
      expireCarts: () => undefined,
      announceSettings: () => undefined,
    };
    addControlRoutes(app, createControl(parts));
    app.get('/api/work', () => {
      done += 1;
      return { answer: 'a whole and proper answer' };
    });
    app.get('/page', () => 'page');
    url = await listen(app);
  });
  after(() => app.close());
  afterEach(() => {
    faults.clear();
    calls.reset();
    done = 0;
  });

  it('close the connection when the shop is down, and leave pages alone', async () => {
    faults.inject({ kind: 'down' });
    await assert.rejects(fetch(`${url}/api/work`));
    assert.equal(done, 0);
    assert.equal(await (await fetch(`${url}/page`)).text(), 'page');
  });

  it('performs the work but drops the answer under the fault of dropped answers', async () => {
    faults.inject({ kind: 'dropped_answer', times: 1 });
    await assert.rejects(fetch(`${url}/api/work`));
    assert.equal(done, 1);
    assert.equal((await fetch(`${url}/api/work`)).status, 200);
  });

  it('answer something that is no JSON', async () => {
    faults.inject({ kind: 'malformed', times: 1 });
    const response = await fetch(`${url}/api/work`);
    assert.equal(response.status, 200);
    await assert.rejects(response.json(), SyntaxError);
  });

  it('answer an error page, and be slow', async () => {
    faults.inject({ kind: 'server_error', times: 1 });
    faults.inject({ kind: 'slow', delayMs: 5, times: 1 });
    const response = await fetch(`${url}/api/work`);
    assert.equal(response.status, 500);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal((await fetch(`${url}/api/work`)).status, 200);
  });

  it('fail in the words of a proxy, of WordPress and of GraphQL, and answer a page where JSON should be', async () => {
    const answers: [number, RegExp][] = [
      [502, /Bad Gateway/],
      [500, /Error establishing a database connection/],
      [200, /INTERNAL_SERVER_ERROR/],
      [200, /<!doctype html>/],
      [401, /Invalid API key/],
    ];
    for (const variant of ['502', 'database', 'graphql'])
      faults.inject({ kind: 'server_error', variant, times: 1 });
    faults.inject({ kind: 'web_page', times: 1 });
    faults.inject({ kind: 'revoked', times: 1 });
    for (const [status, words] of answers) {
      const response = await fetch(`${url}/api/work`);
      assert.equal(response.status, status);
      assert.match(await response.text(), words);
    }
    assert.equal(done, 0);
  });

  it('print PHP messages before the whole answer', async () => {
    faults.inject({ kind: 'php_notices', times: 1 });
    const text = await (await fetch(`${url}/api/work`)).text();
    const notice =
      /^<br \/>\n<b>Deprecated<\/b>: .*\n[^{]*"\{sku\}"[^{]*\n\{"answer":"a whole and proper answer"\}$/;
    assert.match(text, notice);
  });

  it('hit the operation that they name', async () => {
    faults.inject({ kind: 'server_error', operation: 'GET /api/other' });
    assert.equal((await fetch(`${url}/api/work`)).status, 200);
  });

  it('can be set over HTTP, and calls read', async () => {
    const post = (body: object) =>
      fetch(`${url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    assert.equal((await post({ kind: 'server_error', times: 1 })).status, 200);
    assert.equal((await fetch(`${url}/api/work`)).status, 500);
    assert.equal((await post({ kind: 'flood' })).status, 400);
    assert.equal((await post({ kind: 'login_wall' })).status, 400, 'only a WooCommerce site has it');
    assert.deepEqual(await (await fetch(`${url}/_sandbox/calls`)).json(), { calls: { 'GET /api/work': 1 } });
    await fetch(`${url}/_sandbox/calls`, { method: 'DELETE' });
    assert.deepEqual(calls.calls(), {});
  });

  it('stand beside products that come, change and go over HTTP', async () => {
    const announced: string[] = [];
    news.onChange((product, change) => announced.push(`${change} ${product.title}`));
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
      const response = await fetch(`${url}/_sandbox/${path}`, init);
      return { status: response.status, body: (await response.json()) as { id: number } };
    };
    const answer = await ask('POST', 'products', { title: 'Kite', price: '12.50' });
    assert.equal(answer.status, 201);
    const { id } = answer.body;
    assert.equal((await ask('POST', `products/${id}`, { price: '9.00', stock: 3 })).status, 200);
    assert.deepEqual([products[0]?.variants[0]?.price, products[0]?.variants[0]?.stock], ['9.00', 3]);
    assert.equal((await ask('DELETE', `products/${id}`)).status, 200);
    const { id: second } = (await ask('POST', 'products', { title: 'Ball', price: '3' })).body;
    await ask('DELETE', `products/${second}?silently`);
    assert.deepEqual(products, []);
    assert.deepEqual(announced, ['created Kite', 'updated Kite', 'deleted Kite', 'created Ball']);
    assert.equal((await ask('DELETE', `products/${id}`)).status, 404);
    assert.equal((await ask('POST', 'products', { title: 'Kite' })).status, 400);
    assert.equal((await ask('POST', 'webhooks', { duplicated: true })).status, 200);
    assert.equal((await ask('POST', 'webhooks', { vanished: true })).status, 400);
  });
});
