import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { contract } from '../../../src/protocols/contract/index.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { everywhere, onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { numberOf, orderGid } from '../../../testing/shop-orders.ts';
import { connectShop, startTestService } from '../../../testing/test-service.ts';
import { newCode, openSite, typeCode } from '../pairing/at-pairing.ts';

/** Requests about one resource of a store. */
const ABOUT_ONE = contract.endpoints.filter(({ route }) => route.includes('{'));
const BODIES: Record<string, object> = {
  'PUT /checkout-sessions/{session_id}': { line_items: [] },
  'PUT /carts/{cart_id}': { line_items: [] },
};

function addressesOf(rest: string, ids: Record<string, string[]>): string[] {
  const [, path = ''] = rest.split(' ');
  return Object.entries(ids)
    .filter(([name]) => path.includes(`{${name}}`))
    .flatMap(([name, values]) => values.map((id) => path.replace(`{${name}}`, encodeURIComponent(id))));
}

function requestOf(rest: string): RequestInit {
  const [method = ''] = rest.split(' ');
  if (method === 'GET') return { method };
  return {
    method,
    body: JSON.stringify(BODIES[rest] ?? {}),
    headers: { 'content-type': 'application/json' },
  };
}

everywhere('a resource of another store', (at) => {
  const other = `neighbour-${at.platform}`;
  const theirs = () => agentOf(at.running.baseUrl, other);
  const ids: Record<string, string[]> = {};
  const shop = forSuite(async () =>
    at.platform === 'shopify' ? await startShopifyShop() : await startWooCommerceShop(),
  );
  before(async () => {
    const { platform } = at;
    await connectShop(at.running, { slug: other, platform }, shop);
    const { id } = await findVariant(at.agent, 'mug');
    const [cart, session, paid] = [
      (await at.agent.createCart([id])).body,
      (await at.agent.createSession([id])).body,
      (await at.agent.createSession([id])).body,
    ];
    await pay(paid);
    const { order } = (await at.agent.complete(paid.id)).body;
    const number = numberOf(at, paid);
    Object.assign(ids, {
      cart_id: [cart.id],
      session_id: [session.id, paid.id],
      order_id: [order?.id, `gid://${platform}/Order/${number}`, String(number)],
    });
  });

  const own = () =>
    Promise.all([
      ...(ids.cart_id ?? []).map((id) => at.agent.readCart(id)),
      ...(ids.session_id ?? []).map((id) => at.agent.readSession(id)),
    ]).then((answers) => answers.map(({ body }) => body));

  it('covers every endpoint that takes an id of another store’s resource', () => {
    const names = new Set(ABOUT_ONE.flatMap(({ route }) => route.match(/(?<=\{)\w+(?=\})/g) ?? []));
    assert.deepEqual([...names].sort(), ['cart_id', 'order_id', 'session_id']);
  });

  for (const { route } of ABOUT_ONE)
    it(`hides another store’s resource, and leaves it as it is: ${route}`, async () => {
      const before = await own();
      for (const address of addressesOf(route, ids)) {
        const answer = await fetch(`${at.running.baseUrl}/api/ucp/${other}${address}`, requestOf(route));
        assert.equal(answer.status, 404, `${address}: ${await answer.text()}`);
      }
      assert.deepEqual(await own(), before);
    });

  it('hides another store’s sessions from the MCP tools', async () => {
    const before = await own();
    for (const tool of ['get_checkout_session', 'complete_checkout_session', 'cancel_checkout_session'])
      for (const session_id of ids.session_id ?? []) {
        const params = { name: tool, arguments: { session_id } };
        const { body } = await theirs().rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        assert.equal((body as { error?: { data?: { status?: number } } }).error?.data?.status, 404, tool);
      }
    assert.deepEqual(await own(), before);
  });

  it('keeps the orders of two shops apart that have the same numbers', async () => {
    await using database = await openDatabase(at.running.databaseUrl);
    const [ours, their] = [
      { agent: at.agent, slug: at.slug, control: at.running.shop(at.slug).control },
      { agent: theirs(), slug: other, control: shop.control },
    ];
    const settle = async () => {
      at.running.advance(2_000);
      for (let round = 0; round < 2; round += 1) {
        await shop.control.webhooksSettled();
        await at.running.settle();
      }
    };
    const placeOne = (control: typeof ours.control, cartId?: string) =>
      control.placeOrder({ at: new Date().toISOString(), total: 1_000, ...(cartId && { cartId }) });
    const last = ({ control }: typeof ours) => Number(control.orders().at(-1)?.id ?? placeOne(control));
    await settle();
    while (last(ours) < last(their)) placeOne(ours.control);
    while (last(their) < last(ours)) placeOne(their.control);
    const orders = [];
    for (const { agent, slug, control } of [ours, their]) {
      const { id } = await findVariant(agent, 'mug');
      const cart = bodyOf(201, await agent.createCart([id]));
      const ofCart = placeOne(control, cart.id);
      const session = bodyOf(201, await agent.createSession([id]));
      await pay(session);
      const ofSession = control.orders().find(({ sessionId }) => sessionId === session.id)?.id ?? 0;
      orders.push({ slug, cartId: cart.id, sessionId: session.id, ofCart, ofSession });
    }
    const [own, foreign] = orders;
    assert.ok(own && foreign);
    assert.deepEqual([own.ofCart, own.ofSession], [foreign.ofCart, foreign.ofSession]);
    await settle();
    const { activity } = at.running.service.context;
    const readRows = async ({ slug, cartId, sessionId, ...numbers }: typeof own) => {
      const storeId = (await at.running.service.stores.find(slug))?.id ?? '';
      const gid = orderGid(at, numbers.ofCart);
      const { length: deliveries } = await activity.listDeliveriesAbout(storeId, gid);
      const ofCart = database.selectFrom('cart_orders').select('status').where('cartId', '=', cartId);
      const ofSession = database.selectFrom('orders').select('buyerEmail');
      const [cartOrder, order] = [
        await ofCart.executeTakeFirst(),
        await ofSession.where('sessionId', '=', sessionId).executeTakeFirst(),
      ];
      return { status: cartOrder?.status, hasBuyer: order && order.buyerEmail !== null, deliveries };
    };
    const before = await readRows(foreign);
    assert.deepEqual(await readRows(own), before);
    assert.ok(before.status && before.hasBuyer && before.deliveries > 0);
    ours.control.moveOrder(own.ofCart, 'canceled');
    ours.control.deleteOrder(own.ofSession);
    await settle();
    const after = await readRows(own);
    assert.deepEqual([after.status, after.hasBuyer], ['canceled', false]);
    assert.ok(after.deliveries > before.deliveries);
    assert.deepEqual(await readRows(foreign), before);
  });

  it('separates the sessions of two stores under the same Idempotency-Key', async () => {
    const { id } = await findVariant(at.agent, 'mug');
    const key = { 'idempotency-key': `shared-${at.platform}` };
    const first = await at.agent.createSession([id], {}, key);
    const variant = await findVariant(theirs(), 'mug');
    const second = await theirs().createSession([variant.id], {}, key);
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.notEqual(first.body.id, second.body.id);
    assert.notEqual(first.body.continue_url, second.body.continue_url);
  });
});

onEveryDatabase('a token of a paired site', (database) => {
  it('reaches its own store only, and ends with its pairing', async (t) => {
    const running = await startTestService({ database });
    const [mine, theirs] = [await openSite('Mine'), await openSite('Theirs')];
    t.after(() => Promise.all([running.close(), mine.close(), theirs.close()]));
    const [owner, neighbour] = [await signUp(running), await signUp(running)];
    for (const [site, merchant] of [
      [mine, owner],
      [theirs, neighbour],
    ] as const)
      assert.equal((await typeCode(site, running.baseUrl, (await newCode(merchant)).code)).ok, true);
    const statusFor = (token: string) =>
      fetch(`${running.baseUrl}/api/connector/status`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await statusFor('a'.repeat(43))).status, 401);
    const stores = async (who: typeof owner) => JSON.stringify((await who.get('/stores')).body);
    assert.ok(!(await stores(owner)).includes('Theirs'));
    assert.ok(!(await stores(neighbour)).includes('Mine'));
  });
});
