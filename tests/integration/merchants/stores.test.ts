import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ListStoresResponse } from '../../../client/index.ts';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { type ShopifyShop, startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { PLAYGROUND_UCP_AGENT } from '../../../src/commerce/policy/agents.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { type Merchant, signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { startTestService } from '../../../testing/test-service.ts';

interface Wire {
  store: { slug: string; name: string; status: string; retention_days: number | null; test_mode: boolean };
  error: string;
  diagnostics: { level: string; title: string; remedy?: string; fields?: string[] }[];
  ok: boolean;
}

withService('a merchant and the stores', (running, database) => {
  let owner: Merchant;
  let stranger: Merchant;
  let shop: ShopifyShop;
  let site: RunningShop;
  before(async () => {
    [owner, shop] = [await signUp(running), await startShopifyShop({ name: 'Second Shop' })];
    site = await startWooCommerceShop({ name: 'Real Goods', posesAsReal: true });
    stranger = await signUp(running);
  });
  after(() => Promise.all([shop.close(), site.close()]));

  const connect = (who: Merchant, more: object = {}) =>
    who.post<Wire>('/stores', { platform: 'shopify', credentials: shop.credentials, ...more });
  const check = async (platform: string, credentials: object) =>
    (await owner.post<Wire>('/stores/check', { platform, credentials })).body;

  it('accepts the credentials that a simulated Shopify shop shows', async () => {
    const page = await (await fetch(`${shop.url}/_sandbox/credentials`)).text();
    const setting = (name: string) =>
      new RegExp(`<th scope="row">${name}</th><td><code>([^<]+)<`).exec(page)?.[1] ?? assert.fail(name);
    const domain = setting('Shop domain');
    const storefrontPrivateToken = setting('Storefront private token');
    const [clientId, clientSecret] = [setting('Client id'), setting('Client secret')];
    const app = { domain, storefrontPrivateToken, clientId, clientSecret };
    const [adminToken, appSecret] = [setting('Admin API access token'), setting('API secret key')];
    const custom = {
      domain,
      storefrontPublicToken: setting('Storefront public token'),
      adminToken,
      appSecret,
    };
    for (const credentials of [app, custom]) {
      const { ok, diagnostics } = await check('shopify', credentials);
      assert.equal(ok, true, JSON.stringify(diagnostics));
    }
  });

  it('shows when an agent last called, with tests at a test store only', async () => {
    const { credentials } = site;
    const body = { platform: 'woocommerce', slug: 'real-goods', credentials };
    assert.equal((await owner.post('/stores', body)).status, 201);
    const search = (slug: string, headers: Record<string, string> = {}) =>
      fetch(`${running.baseUrl}/api/ucp/${slug}/catalog/search?q=mug`, { headers });
    const lastCall = async (slug: string) => {
      const { items } = (await owner.get<ListStoresResponse>('/stores')).body;
      return items.find((store) => store.slug === slug)?.last_agent_activity_at ?? null;
    };
    for (const slug of ['real-goods', 'demo-shopify'])
      await search(slug, { 'ucp-agent': PLAYGROUND_UCP_AGENT });
    assert.equal(await lastCall('real-goods'), null);
    assert.notEqual(await lastCall('demo-shopify'), null);
    await search('real-goods');
    assert.ok(Date.parse((await lastCall('real-goods')) ?? '') <= Date.now());
    await owner.delete('/stores/real-goods');
  });

  it('answers 400 for a platform that is named like a member of every object', async () => {
    for (const platform of ['constructor', '__proto__', 'toString'])
      for (const path of ['/stores', '/stores/check']) {
        const { status, body } = await owner.post<Wire>(path, { platform, credentials: {} });
        assert.equal(status, 400);
        assert.equal(body.error, `platform must be shopify or woocommerce, not "${platform}".`);
      }
  });

  it('checks Shopify credentials part by part, and stores nothing', async () => {
    const good = await check('shopify', shop.credentials);
    assert.ok(good.ok, JSON.stringify(good));
    const bare = await check('shopify', { domain: shop.credentials.domain });
    assert.ok(bare.ok);
    assert.match(JSON.stringify(bare.diagnostics), /without a token.*cannot be verified/);
    shop.scopes.admin.splice(0, shop.scopes.admin.length, 'read_orders');
    const few = await check('shopify', shop.clientCredentials);
    shop.scopes.admin.push('write_orders', 'read_products', 'read_fulfillments');
    assert.ok(few.ok);
    for (const scope of ['write_orders', 'read_products', 'read_fulfillments'])
      assert.ok(
        few.diagnostics.some(
          ({ level, title, remedy }) => level === 'warning' && title.includes(scope) && remedy,
        ),
      );
    const wrong = await check('shopify', { ...shop.credentials, adminToken: 'shpat_wrong' });
    assert.ok(!wrong.ok);
    assert.ok(!JSON.stringify(wrong).includes('shpat_wrong'));
    assert.equal((await stranger.get<{ items: object[] }>('/stores')).body.items.length, 0);
  });

  it('checks WooCommerce credentials, and says what is missing', async (t) => {
    const bare = await startWooCommerceShop({ withConnector: false });
    t.after(() => bare.close());
    const demo = running.shop('demo-woocommerce').credentials;
    assert.ok((await check('woocommerce', demo)).ok);
    assert.match(JSON.stringify(await check('woocommerce', bare.credentials)), /plugin is not installed/);
    const badKey = await check('woocommerce', { ...demo, consumerSecret: 'cs_wrong' });
    assert.match(JSON.stringify(badKey), /secret does not belong/);
    const plain = await check('woocommerce', { ...demo, url: 'http://shop.example' });
    assert.match(JSON.stringify(plain), /starts with http:/);
    for (const each of [badKey, plain]) assert.equal(each.ok, false);
    const wrong = ({ diagnostics }: Wire) => diagnostics.flatMap(({ fields = [] }) => fields);
    assert.deepEqual([...new Set(wrong(badKey))], ['consumerKey', 'consumerSecret']);
    assert.deepEqual(wrong(plain), ['url']);
    assert.equal((await owner.post('/stores/check', { platform: 'magento', credentials: {} })).status, 400);
  });

  it('connects a store, refuses a slug that is taken and names a free one', async () => {
    const conflict = bodyOf(409, await connect(owner, { slug: 'demo-shopify' }));
    assert.match(conflict.error, /"demo-shopify-2" is free/);
    assert.equal(bodyOf(201, await connect(owner, { slug: 'second' })).store.name, 'Second Shop');
    const raced = await Promise.all([1, 2, 3].map(() => connect(stranger, { slug: 'raced' })));
    assert.deepEqual(raced.map(({ status }) => status).sort(), [201, 409, 409]);
    assert.equal((await stranger.delete('/stores/raced', { confirm: 'raced' })).status, 200);
  });

  it('renames a store and says how long things are kept; what is left out stays', async () => {
    await owner.put('/stores/second', { name: 'My Shop' });
    const { body } = await owner.put<Wire>('/stores/second', { retention_days: 7 });
    assert.deepEqual([body.store.name, body.store.retention_days], ['My Shop', 7]);
    const back = await owner.put<Wire>('/stores/second', { name: null });
    assert.deepEqual([back.body.store.name, back.body.store.retention_days], ['Second Shop', 7]);
    const hiding = await owner.put<Wire>('/stores/second', { name: 'My\u200b \u202eShop\u202c' });
    assert.equal(hiding.body.store.name, 'My Shop');
    await owner.put('/stores/second', { name: null });
    for (const wrong of [{ name: '' }, { retention_days: -1 }, { retention_days: 1.5 }])
      assert.equal((await owner.put('/stores/second', wrong)).status, 400);
    const { error } = bodyOf(400, await owner.put('/stores/second', { name: '\u200b\u2060' }));
    assert.equal(error, 'name must have a character that is visible.');
  });

  it('takes other credentials of the same shop only, proved before they are stored', async (t) => {
    const another = await startShopifyShop({ name: 'Another' });
    t.after(() => another.close());
    const rotate = (credentials: object) => owner.put<Wire>('/stores/second/credentials', { credentials });
    assert.match(bodyOf(409, await rotate(another.credentials)).error, /Add another shop as a new store/);
    another.control.resetCalls();
    assert.notEqual((await rotate({ domain: another.credentials.domain })).status, 200);
    assert.equal(another.control.calls().CheckAdminToken, undefined, 'kept secrets go to no other address');
    const refused = bodyOf(502, await rotate({ adminToken: 'shpat_wrong' }));
    const reason = /"details":\[\{"path":"credentials\.adminToken","message":"Shopify refuses/;
    assert.match(JSON.stringify(refused), reason);
    const { clientId, clientSecret } = shop.clientCredentials;
    bodyOf(200, await rotate({ adminToken: null, appSecret: null, clientId, clientSecret }));
    await agentOf(running.baseUrl, 'second').search('shoe');
    const secrets = [clientSecret, shop.credentials.adminToken];
    const audit = JSON.stringify((await owner.get('/stores/second/audit')).body);
    for (const secret of secrets) assert.ok(!audit.includes(secret));
  });

  it('exports everything but secrets, with personal data of orders', async () => {
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    const session = (await agent.createSession([(await findVariant(agent, 'mug')).id])).body;
    await pay(session);
    await agent.complete(session.id);
    const cart = (await agent.createCart([(await findVariant(agent, 'mug')).id])).body;
    await pay(cart);
    await running.settle();
    const { body, headers } = await owner.get<Record<string, { id: string; cart_id?: string }[]>>(
      '/stores/demo-shopify/export',
    );
    assert.match(headers.get('content-disposition') ?? '', /demo-shopify\.json/);
    assert.deepEqual(Object.keys(body), [
      'format',
      'version',
      'exported_at',
      'store',
      'sessions',
      'carts',
      'orders',
      'cart_orders',
      'domains',
      'event_endpoints',
      'event_deliveries',
      'audit',
    ]);
    assert.ok(body.sessions?.some(({ id }) => id === session.id));
    assert.match(JSON.stringify(body.orders), /"buyer_email":"[^"]+@/);
    assert.deepEqual(pluck(body.cart_orders, 'cart_id'), [cart.id]);
    const text = JSON.stringify(body);
    const { credentials } = running.shop('demo-shopify');
    for (const secret of [
      credentials.adminToken,
      credentials.appSecret,
      new URL(session.continue_url ?? '').search,
    ])
      assert.ok(secret && !text.includes(secret), secret);
  });

  it('disconnects a store in every process at once, and connects it again', async () => {
    await using other = await startTestService({ database, databaseUrl: running.databaseUrl });
    const agents = [agentOf(running.baseUrl, 'second'), agentOf(other.baseUrl, 'second')];
    const statuses = () => Promise.all(agents.map(async (agent) => (await agent.get('')).status));
    assert.deepEqual(await statuses(), [200, 200]);
    const hook = () => fetch(`${running.baseUrl}/webhooks/second`, { method: 'POST', body: '{}' });
    assert.equal((await hook()).status, 401);
    await running.service.backgroundWork.drain();
    for (let twice = 0; twice < 2; twice += 1) {
      assert.equal((await owner.post<Wire>('/stores/second/disconnect')).body.store.status, 'disconnected');
    }
    assert.deepEqual(await statuses(), [404, 404]);
    assert.equal((await hook()).status, 404);
    assert.equal((await owner.post('/stores/second/import')).status, 409);
    shop.control.resetCalls();
    await running.service.backgroundWork.drain();
    assert.ok((shop.control.calls().DeleteWebhook ?? 0) > 0, 'the shop is told to send nothing more');
    shop.control.resetCalls();
    running.advance(25 * 60 * 60_000);
    await running.service.backgroundWork.drain();
    assert.deepEqual(shop.control.calls(), {}, 'nothing is done for it in the background');
    assert.deepEqual(await tasksOf('second'), ['catch_up'], 'its progress is kept');
    assert.equal((await owner.post<Wire>('/stores/second/reconnect')).body.store.status, 'connected');
    assert.deepEqual(await statuses(), [200, 200]);
    assert.deepEqual(await tasksOf('second'), ['catch_up', 'check_subscriptions', 'import_products']);
  });

  async function tasksOf(slug: string): Promise<string[]> {
    const store = await running.service.stores.find(slug);
    return (await running.service.jobs.listOfStore(store?.id ?? '')).map(({ kind }) => kind).sort();
  }
});
