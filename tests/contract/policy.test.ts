import assert from 'node:assert/strict';
import { afterEach, before, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Rule } from '../../src/commerce/policy/policy.ts';
import { shortenIds } from '../../src/protocols/shopping/ids.ts';
import {
  type Agent,
  agentOf,
  bodyOf,
  type ErrorBody,
  findVariant,
  type ProductPage,
  pay,
} from '../../testing/agent.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { everywhere, inShop, type Somewhere } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { pluck } from '../../testing/pluck.ts';
import { setRules } from '../../testing/rules.ts';
import { serviceOn } from '../../testing/test-service.ts';
import { messageOf, PROFILE, ucpAgentOf } from '../../testing/ucp-agent.ts';
import { shopperAt } from '../shopping/shopper.ts';

const DRINKWARE = 'home & kitchen>drinkware';
const DAY_MS = 86_400_000;
const KITES = 11;

everywhere('rules of a store for agents', (at) => {
  let mug: { id: string; productId: string };
  let lamp: string;

  before(async () => {
    const [first, other] = [await findVariant(at.agent, 'mug'), await findVariant(at.agent, 'lamp')];
    mug = first;
    lamp = other.id;
    for (const id of [mug.id, lamp]) inShop(at, id).stock = null;
    // Imports the catalog and subscribes to its changes, so that the index ranks.
    await at.running.settle();
  });
  afterEach(() => setRules(at, []));

  const bot = () => agentCalled(at, 'bot.example');

  it('refuses a blocked agent by name in the words of each protocol, and serves the others', async () => {
    await setRules(at, [{ id: 'no-bot', mode: 'on', kind: 'block', agents: [{ name: 'bot.example' }] }]);
    const search = await bot().get<ErrorBody>('/catalog/search?q=mug');
    assert.deepEqual(search, {
      ...search,
      status: 404,
      body: { error: 'This store does not serve your agent.', code: 'not_found' },
    });
    assert.equal((await bot().createSession([mug.id])).status, 404);
    const { body: rpc } = await bot().rpc(toolCall('create_checkout_session', lines(mug.id)));
    assert.deepEqual([rpc.error?.code, rpc.error?.data?.status], [-32000, 404]);
    const failed = await shopperAt(at, { 'ucp-agent': agentHeader('bot.example') }).failed(
      'search_products',
      {
        query: 'mug',
      },
    );
    assert.deepEqual(failed, {
      error: { code: 'not_found', message: 'This store does not serve your agent.' },
    });
    assert.equal((await at.agent.get('/catalog/search?q=mug')).status, 200);
    assert.equal((await bot().get('')).status, 200, 'the manifest is public');
  });

  it('refuses a blocked profile over official UCP with a message', async () => {
    await setRules(at, [{ id: 'no-profile', mode: 'on', kind: 'block', agents: [{ profile: PROFILE }] }]);
    const refused = bodyOf(404, await ucpAgentOf(at).post('/catalog/search', { query: 'mug' }));
    assert.equal(messageOf(refused, 'not_found').severity, 'unrecoverable');
    const { status } = await ucpAgentOf(at, PROFILE.replace('2026-08-25', '2026-04-08')).post(
      '/catalog/search',
      { query: 'mug' },
    );
    assert.equal(status, 200);
  });

  it('lets a blocked agent still read and cancel what it began, but change nothing', async () => {
    const session = (await bot().createSession([mug.id])).body;
    const cart = (await bot().createCart([mug.id])).body;
    await setRules(at, [{ id: 'no-bot', mode: 'on', kind: 'block', agents: [{ name: 'bot.example' }] }]);
    assert.equal((await bot().readSession(session.id)).status, 200);
    assert.equal((await bot().readCart(cart.id)).status, 200);
    assert.equal((await bot().replaceLines(session.id, [lamp])).status, 404);
    assert.equal((await bot().updateCart(cart.id, {})).status, 404);
    assert.equal((await bot().cancel(session.id)).status, 200);
    assert.equal((await bot().cancelCart(cart.id)).status, 200);
  });

  it('limits the calls of an agent in a minute, and names the rest of it', async () => {
    await setRules(at, [
      { id: 'slow', mode: 'on', kind: 'limit', calls: 2, agents: [{ name: 'bot.example' }] },
    ]);
    at.running.advance(60_000 - (at.running.now() % 60_000) + 1_000);
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await bot().get('/catalog/search?q=mug')).status);
    assert.deepEqual(statuses, [200, 200, 429]);
    const refused = await bot().get<ErrorBody>('/catalog/search?q=mug');
    assert.equal(refused.body.code, 'too_many_requests');
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 59, `retry after ${seconds}`);
    const shopper = shopperAt(at, { 'ucp-agent': agentHeader('bot.example') });
    assert.deepEqual((await shopper.failed('search_products', { query: 'mug' })).next, {
      tool: 'search_products',
      same_arguments: true,
    });
    assert.equal((await agentCalled(at, 'other.example').get('/catalog/search?q=mug')).status, 200);
    at.running.advance(60_000);
    assert.equal((await bot().get('/catalog/search?q=mug')).status, 200);
  });

  it('hides a category in search, lookup, carts and checkouts of all protocols, and keeps pages full', async () => {
    const all = await titlesByPages(at.agent, 'kitchen');
    const [product] = (await at.agent.search('mug')).products;
    assert.ok(product);
    await setRules(at, [
      { id: 'no-mugs', mode: 'on', kind: 'hide', categories: ['Home & Kitchen > DRINKWARE'] },
    ]);
    const visible = await titlesByPages(at.agent, 'kitchen');
    const gone = all.titles.filter((title) => !visible.titles.includes(title));
    const someAreHidden = gone.length > 0 && visible.titles.length > 0;
    assert.ok(someAreHidden, `${gone.length} of ${all.titles.length} are hidden`);
    const expected = all.titles.filter((title) => !gone.includes(title));
    assert.deepEqual(visible.titles, expected, 'the others keep their order, none twice');
    const areFull = visible.sizes.slice(0, -1).every((size) => size === 2);
    assert.ok(areFull, 'pages stay full');
    const lookup = `/catalog/lookup?ids=${encodeURIComponent(`${mug.productId},${mug.id},${lamp}`)}`;
    assert.equal((await at.agent.get<ProductPage>(lookup)).body.products.length, 1);
    await refusesAsUnknown(at, mug.id);
    await refusesAsUnknown(at, mug.productId);
    const official = await ucpAgentOf(at).post<{ products: object[] }>('/catalog/lookup', { ids: [mug.id] });
    assert.deepEqual(official.body.products, []);
    const shopper = shopperAt(at);
    assert.equal((await shopper.failed('get_product', { id: mug.productId })).error.code, 'not_found');
  });

  it('hides a product by its id where the shop’s own search answers', async () => {
    const before = (await at.agent.search('mug', 50)).products.map(({ id }) => id);
    await setRules(at, [{ id: 'one', mode: 'on', kind: 'hide', products: [mug.productId] }]);
    const ids = (await at.agent.search('mug', 50)).products.map(({ id }) => id);
    const expected = before.filter((id) => id !== mug.productId);
    assert.deepEqual(ids, expected);
    await refusesAsUnknown(at, mug.id);
  });

  it('caps the pieces of one item: REST and shopping name the number, official UCP adjusts the line', async () => {
    await setRules(at, [{ id: 'few', mode: 'on', kind: 'cap', quantity: 3 }]);
    const refused = bodyOf(409, await at.agent.createSession([[mug.id, 4]]));
    assert.match(JSON.stringify(refused), /at most 3 of one item/);
    assert.equal((await at.agent.createSession([[mug.id, 3]])).status, 201);
    const split = await at.agent.createCart([
      [mug.id, 2],
      [mug.id, 2],
    ]);
    assert.equal(split.status, 409, 'lines of one item count together');
    const { status, body } = await ucpAgentOf(at).post('/checkout-sessions', lines(mug.id, 9));
    assert.deepEqual([status, body.line_items[0]?.quantity], [201, 3]);
    assert.ok(messageOf(body, 'quantity_adjusted'));
    const failed = await shopperAt(at).failed('create_cart', { items: [{ id: mug.id, quantity: 7 }] });
    assert.deepEqual(failed.next?.arguments, { items: [{ id: shortenIds(mug.id), quantity: 3 }] });
  });

  it('caps the value of a cart, and takes a change that exceeds it back at the shop', async () => {
    const { body: one } = await at.agent.createSession([mug.id]);
    const { subtotal } = one.totals;
    const value = { amount: subtotal * 2, currency: one.currency };
    await setRules(at, [{ id: 'cheap', mode: 'on', kind: 'cap', value }]);
    const { control } = at.running.shop(at.slug);
    const pieces = () => control.carts().reduce((sum, cart) => sum + cart.pieces, 0);
    const before = pieces();
    assert.equal((await at.agent.createSession([[mug.id, 3]])).status, 409);
    assert.equal(pieces(), before, 'the shop’s cart is emptied');
    assert.equal((await at.agent.createSession([[mug.id, 2]])).status, 201);
    const { body: cart } = await at.agent.createCart([mug.id]);
    for (const change of [
      await at.agent.replaceLines(one.id, [[mug.id, 3]]),
      await at.agent.replaceCartLines(cart.id, [[mug.id, 3]]),
    ])
      assert.equal(change.status, 409, JSON.stringify(change.body));
    assert.equal((await at.agent.readSession(one.id)).body.line_items[0]?.quantity, 1);
    const { body: after } = await at.agent.complete(one.id);
    assert.equal(after.totals.subtotal, subtotal, 'the shop’s cart has its former content');
    assert.equal((await at.agent.readCart(cart.id)).body.totals.subtotal, subtotal);
    const { body: refused } = await ucpAgentOf(at).post('/checkout-sessions', lines(mug.id, 3));
    assert.ok(messageOf(refused, 'item_unavailable'));
  });

  it('holds the lowest of several caps, and none in another currency', async () => {
    const value = { amount: 1, currency: 'CHF' };
    await setRules(at, [
      { id: 'many', mode: 'on', kind: 'cap', quantity: 3 },
      { id: 'few', mode: 'on', kind: 'cap', quantity: 2 },
      { id: 'francs', mode: 'on', kind: 'cap', value },
    ]);
    assert.match(JSON.stringify(await at.agent.createCart([[mug.id, 3]])), /at most 2 of one item/);
    assert.equal((await at.agent.createCart([[mug.id, 2]])).status, 201);
  });

  it('holds caps in raced changes, conversions and replays, up to the order that is paid', async () => {
    const { body: begun } = await at.agent.createSession([mug.id]);
    const { body: changing } = await at.agent.createCart([mug.id]);
    const { body: older } = await at.agent.createCart([[mug.id, 5]]);
    const value = { amount: begun.totals.subtotal * 3, currency: begun.currency };
    for (const cap of [{ quantity: 3 }, { value }] as const) {
      await setRules(at, [{ id: 'few', mode: 'on', kind: 'cap', ...cap }]);
      const quantities = [4, 2, 5, 3, 6];
      const expected = quantities.map((quantity) => (quantity > 3 ? 409 : 200));
      const put = (path: string) => (quantity: number) => at.agent.put(path, lines(mug.id, quantity));
      for (const path of [`/checkout-sessions/${begun.id}`, `/carts/${changing.id}`]) {
        assert.deepEqual(pluck(await Promise.all(quantities.map(put(path))), 'status'), expected, path);
        const { body: cart } = await at.agent.get<{ line_items: { quantity: number }[] }>(path);
        assert.ok([2, 3].includes(cart.line_items[0]?.quantity ?? 0), JSON.stringify(cart.line_items));
      }
      const key = { 'idempotency-key': `${Object.keys(cap)[0]}-${mug.id}` };
      const refused = await Promise.all([1, 2, 3].map(() => at.agent.createSession([[mug.id, 4]], {}, key)));
      assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([409]));
      const answers = await Promise.all([1, 2, 3].map(() => at.agent.createSession([[mug.id, 3]], {}, key)));
      assert.equal(
        new Set(answers.map(({ body }) => body.id)).size,
        1,
        'the refused ones have freed the key',
      );
      for (const bought of await Promise.all(
        [1, 2].map(() => shopperAt(at).failed('create_checkout', { cart_id: older.id })),
      ))
        assert.match(bought.error.code, /insufficient_stock|item_unavailable/);
      assert.equal((await at.agent.updateCart(older.id, {})).status, 409);
    }
    await pay(begun);
    await at.running.settle();
    const { body: completed } = await at.agent.complete(begun.id);
    const { body: order } = await at.agent.readOrder(completed.order?.id ?? '');
    assert.deepEqual(
      [order.payment, order.line_items.map(({ quantity }) => quantity)],
      ['verified', completed.line_items.map(({ quantity }) => quantity)],
    );
    assert.ok((order.line_items[0]?.quantity ?? 9) <= 3, JSON.stringify(order.line_items));
  });

  it('takes no orders outside the hours, while the catalog can be read', async () => {
    const today = new Date(at.running.now()).getUTCDay();
    const yesterday = (['sat', 'sun', 'mon', 'tue', 'wed', 'thu', 'fri'] as const)[today] ?? 'mon';
    const open = [{ days: [yesterday], from: '00:00', to: '12:00' }];
    const closing: Rule = { id: 'night', mode: 'on', kind: 'hours', open };
    await setRules(at, [closing]);
    const refused = await at.agent.createSession([mug.id]);
    assert.equal(refused.status, 503);
    assert.equal((refused.body as unknown as ErrorBody).code, 'store_closed');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await at.agent.get('/catalog/search?q=mug')).status, 200);
    await setRules(at, [{ ...closing, open: [{ days: [yesterday], from: '23:59', to: '23:58' }] }]);
    const minute = Math.floor((at.running.now() % DAY_MS) / 60_000);
    assert.equal((await at.agent.createSession([mug.id])).status, minute < 1_438 ? 201 : 503);
  });

  it('quotes no delivery to other countries', async () => {
    assert.notDeepEqual((await at.agent.quote([mug.id], { country: 'US' })).body.quotes, []);
    await setRules(at, [{ id: 'home', mode: 'on', kind: 'deliver', countries: ['DE'] }]);
    const { status, body } = await at.agent.quote([mug.id], { country: 'US' });
    assert.deepEqual([status, body.quotes], [200, []]);
  });

  it('takes no cart and no session for another country, and changes none for it, in the words of each protocol', async () => {
    const [toUs, toDe] = [{ destination: { country: 'us' } }, { destination: { country: 'DE' } }];
    const key = { 'idempotency-key': `to-us-${mug.id}` };
    const { body: early } = await at.agent.createSession([mug.id], toUs, key);
    await setRules(at, [{ id: 'home', mode: 'on', kind: 'deliver', countries: ['DE', 'AT'] }]);
    const { body: session } = await at.agent.createSession([mug.id], toDe);
    const { body: cart } = await at.agent.createCart([mug.id]);
    const message = 'This store does not deliver to this country for agents, only to: DE, AT.';
    const line_items = [{ item: { id: mug.id } }];
    for (const refused of [
      await at.agent.createSession([mug.id], toUs),
      await at.agent.put(`/checkout-sessions/${session.id}`, { line_items, ...toUs }),
      await at.agent.createCart([mug.id], toUs),
      await at.agent.updateCart(cart.id, toUs),
      await at.agent.replaceCartLines(cart.id, [lamp], toUs),
    ])
      assert.deepEqual(
        [refused.status, refused.body],
        [409, { error: message, code: 'address_undeliverable' }],
      );
    assert.equal((await at.agent.readCart(cart.id)).body.line_items[0]?.item.id, mug.id);
    const replayed = await at.agent.createSession([mug.id], toUs, key);
    assert.deepEqual([replayed.status, replayed.body.id], [200, early.id], 'a retry gets its session');
    assert.equal((await at.agent.complete(early.id)).status, 200, 'a begun purchase is finished');
  });

  it('reads the country of delivery from official UCP’s destinations and context, and from shopping calls', async () => {
    await setRules(at, [{ id: 'home', mode: 'on', kind: 'deliver', countries: ['DE'] }]);
    const abroad = { context: { address_country: 'United States' } };
    const fulfillment = { methods: [{ type: 'shipping', destinations: [{ address_country: 'DE' }] }] };
    const ucp = ucpAgentOf(at);
    for (const path of ['/checkout-sessions', '/carts']) {
      const refused = await ucp.post(path, { ...lines(mug.id), ...abroad });
      assert.equal(messageOf(refused.body, 'address_undeliverable').severity, 'recoverable');
      const { status, body } = await ucp.post(path, { ...lines(mug.id), ...abroad, fulfillment });
      assert.ok(status === 201 && body.id, 'an address counts more than the context');
      const changed = await ucp.put(`${path}/${body.id}`, { ...lines(mug.id, 2), ...abroad });
      assert.ok(messageOf(changed.body, 'address_undeliverable'));
      assert.equal((await ucp.get(`${path}/${body.id}`)).body.line_items[0]?.quantity, 1);
    }
    const older = ucpAgentOf(at, PROFILE.replace('2026-08-25', '2026-04-08'));
    const { body: refused } = await older.post('/checkout-sessions', { ...lines(mug.id), ...abroad });
    assert.ok(messageOf(refused, 'address_undeliverable'));
    const shopper = shopperAt(at);
    const items = [{ id: mug.id }];
    for (const call of ['create_cart', 'create_checkout']) {
      const failed = await shopper.failed(call, { items, shipping_address: { country: 'France' } });
      assert.deepEqual([failed.error.code, failed.next], ['address_undeliverable', undefined]);
    }
    const cart = await shopper.call<{ id: string }>('create_cart', { items, country: 'Germany' });
    for (const [call, id] of [
      ['update_cart', { cart_id: cart.id }],
      ['create_checkout', { cart_id: cart.id }],
    ] as const)
      assert.equal(
        (await shopper.failed(call, { ...id, country: 'FR' })).error.code,
        'address_undeliverable',
      );
  });

  it('applies a rule to an older cart when that is changed or bought, and reads it as it was', async () => {
    const { body: cart } = await at.agent.createCart([mug.id, lamp]);
    const key = `before-${cart.id}`;
    const { body: session } = await at.agent.createSession([mug.id], {}, { 'idempotency-key': key });
    await setRules(at, [{ id: 'no-mugs', mode: 'on', kind: 'hide', categories: [DRINKWARE] }]);
    assert.equal((await at.agent.readCart(cart.id)).body.line_items.length, 2);
    const { status } = await at.agent.updateCart(cart.id, {});
    assert.equal(status, 400, 'priced again, it names the hidden line');
    assert.equal((await shopperAt(at).failed('create_checkout', { cart_id: cart.id })).error.code, 'unknown');
    assert.equal((await at.agent.replaceCartLines(cart.id, [lamp])).status, 200);
    const replayed = await at.agent.createSession([mug.id], {}, { 'idempotency-key': key });
    assert.deepEqual([replayed.status, replayed.body.id], [200, session.id], 'a retry gets its session');
    assert.equal((await at.agent.complete(session.id)).status, 200, 'a begun purchase is finished');
  });

  it('holds in another process as soon as the database announces the change', {
    timeout: 10_000,
  }, async (t) => {
    const { running } = at;
    const other = await serviceOn(running.databaseUrl, { now: running.now }, { RATE_LIMIT: 'off' });
    t.after(() => other.close());
    const there = agentOf(await other.listen({ backgroundWork: false }), at.slug);
    const answers = async (status: number) => {
      while ((await there.get('/catalog/search?q=mug')).status !== status) await nextTurn();
    };
    await answers(200);
    await setRules(at, [{ id: 'closed', mode: 'on', kind: 'block' }]);
    await answers(404);
    await setRules(at, []);
    await answers(200);
  });
});

everywhere('hidden products in the shop’s own search', (at) => {
  // Without a synchronized copy the shop's own search answers.
  before(() => {
    for (let number = 0; number < KITES; number += 1)
      shopOf(at).createProduct({ title: `Kite ${number}`, price: '9.00' });
  });
  afterEach(() => setRules(at, []));

  it('leave full pages without a repeat or a gap, at three calls of the shop a page', async () => {
    const whole = (await at.agent.search('kite', 50)).products;
    assert.equal(whole.length, KITES);
    for (const every of [2, 3]) {
      const hidden = whole.filter((_, index) => index % every === 1).map(({ id }) => id);
      await setRules(at, [{ id: 'some', mode: 'on', kind: 'hide', products: hidden }]);
      const expected = whole.filter(({ id }) => !hidden.includes(id)).map(({ title }) => title);
      for (const size of [2, 3]) {
        shopOf(at).resetCalls();
        const { titles, sizes } = await titlesByPages(at.agent, 'kite', size);
        assert.deepEqual(titles, expected, `pages of ${size}, every ${every}th hidden`);
        assert.deepEqual(new Set(sizes.slice(0, -1)), new Set([size]), sizes.join());
        const searches = at.platform === 'shopify' ? 'SearchProducts' : 'GET /products';
        const calls = shopOf(at).calls()[searches] ?? assert.fail(JSON.stringify(shopOf(at).calls()));
        assert.ok(calls <= 3 * sizes.length, `${calls} calls for ${sizes.length} pages`);
      }
    }
  });

  it('end the filling after two further pages', async () => {
    const [first, ...others] = (await at.agent.search('kite', 50)).products.map(({ id }) => id);
    await setRules(at, [{ id: 'most', mode: 'on', kind: 'hide', products: others.slice(0, 6) }]);
    const { body } = await at.agent.get<ProductPage>('/catalog/search?q=kite&first=2');
    assert.deepEqual([body.products.map(({ id }) => id), body.page_info.has_next_page], [[first], true]);
  });
});

everywhere('rules for verified agents', (at) => {
  const platform = forSuite(() => startAgentPlatform());
  before(async () => {
    platform.now = at.running.now;
    platform.publish();
  });
  afterEach(() => setRules(at, []));

  it('exempt a profile that has signed, and not an agent that only names it', async () => {
    await setRules(at, [
      { id: 'nobody', mode: 'on', kind: 'block' },
      { id: 'partner', mode: 'on', kind: 'allow', agents: [{ profile: platform.profileUrl }] },
    ]);
    const agent = ucpAgent(at.running.baseUrl, at.slug, platform);
    assert.equal((await agent.search({ sign: true })).status, 200);
    assert.equal((await agent.search()).status, 404);
  });

  it('decide before those by name, which decide before those for all', async () => {
    const agent = ucpAgent(at.running.baseUrl, at.slug, platform);
    await setRules(at, [
      { id: 'name', mode: 'on', kind: 'allow', agents: [{ name: '127.0.0.1' }] },
      { id: 'nobody', mode: 'on', kind: 'block' },
      { id: 'profile', mode: 'on', kind: 'block', agents: [{ profile: platform.profileUrl }] },
    ]);
    assert.equal((await agent.search({ sign: true })).status, 404);
    await setRules(at, [
      { id: 'nobody', mode: 'on', kind: 'block' },
      { id: 'name', mode: 'on', kind: 'allow', agents: [{ name: '127.0.0.1' }] },
    ]);
    assert.equal((await agent.search()).status, 200);
  });
});

const shopOf = ({ running, slug }: Somewhere) => running.shop(slug).control;

async function refusesAsUnknown(at: Somewhere, id: string): Promise<void> {
  for (const refused of [await at.agent.createSession([id]), await at.agent.createCart([id])]) {
    const { code, error } = refused.body as unknown as ErrorBody;
    assert.deepEqual([refused.status, code], [400, 'unknown_item']);
    assert.equal(error, `${id}: This store has no such product. Search the catalog for its id.`);
  }
}

/** Reads a search to its end. */
async function titlesByPages(
  agent: Agent,
  words: string,
  size = 2,
): Promise<{ titles: string[]; sizes: number[] }> {
  const titles: string[] = [];
  const sizes: number[] = [];
  for (let after = ''; ; ) {
    const { body } = await agent.get<ProductPage>(`/catalog/search?q=${words}&first=${size}${after}`);
    titles.push(...body.products.map(({ title }) => title));
    sizes.push(body.products.length);
    const { has_next_page, end_cursor } = body.page_info;
    if (!has_next_page) return { titles, sizes };
    after = `&after=${encodeURIComponent(end_cursor ?? '')}`;
  }
}

function agentCalled(at: Somewhere, name: string): Agent {
  return agentOf(at.running.baseUrl, at.slug, { 'ucp-agent': agentHeader(name) });
}

function agentHeader(name: string): string {
  return `profile="https://${name}/profile.json"`;
}

function lines(id: string, quantity = 1) {
  return { line_items: [{ item: { id }, quantity }] };
}

function toolCall(name: string, args: object) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}
