import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { CAPABILITIES, SWITCHABLE } from '../../src/commerce/store/capabilities.ts';
import { manifestResponse } from '../../src/protocols/contract/responses.ts';
import { agentOf, pay } from '../../testing/agent.ts';
import { everywhere, findUnlimited } from '../../testing/everywhere.ts';
import { numberOf, orderGid } from '../../testing/shop-orders.ts';
import { whileOff } from '../../testing/switches.ts';

type ToolResult = { content: [{ text: string }] };
type Call = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object | string];

everywhere('capability switches', (at) => {
  let endpoints: Record<'cart' | 'order' | 'fulfillment', Call[]>;
  /** Requests that are wrong while the capability is on. */
  let wrong: typeof endpoints;
  let lines: { line_items: object[] };

  before(async () => {
    const id = await findUnlimited(at, 'mug');
    lines = { line_items: [{ item: { id } }] };
    const cart = `/carts/${(await at.agent.createCart([id])).body.id}`;
    const session = (await at.agent.createSession([id])).body;
    await pay(session);
    const order = (await at.agent.complete(session.id)).body.order?.id ?? assert.fail('no order');
    const number = numberOf(at, session);
    const orders = [order, String(number), orderGid(at, number)].map((each) => `/orders/${each}`);
    endpoints = {
      cart: [
        ['GET', cart],
        ['POST', '/carts', lines],
        ['PUT', cart, lines],
        ['POST', `${cart}/cancel`],
      ],
      order: orders.map((path) => ['GET', path]),
      fulfillment: [['POST', '/fulfillment/quotes', { ...lines, destination: { country: 'US' } }]],
    };
    wrong = {
      cart: [
        ['POST', '/carts', 'malformed'],
        ['DELETE', cart],
      ],
      order: orders.map((path) => ['DELETE', path]),
      fulfillment: [
        ['POST', '/fulfillment/quotes', 'malformed'],
        ['GET', '/fulfillment/quotes'],
      ],
    };
  });

  async function call([method, path, body]: Call, slug = at.slug) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = text ? { body: text, headers: { 'content-type': 'application/json' } } : {};
    const answer = await agentOf(at.running.baseUrl, slug).send<Record<string, unknown>>(method, path, init);
    return { status: answer.status, body: answer.body };
  }

  const keys = async () =>
    Object.keys(manifestResponse.parse((await at.agent.get('')).body).ucp.capabilities).map((key) =>
      key.replace('dev.ucp.shopping.', ''),
    );

  it('all default to on, and have a switch, but for catalog and checkout [CAP-1] [CAP-2] [CAP-3]', async () => {
    assert.deepEqual(await keys(), [...CAPABILITIES]);
    assert.deepEqual([...SWITCHABLE], ['cart', 'order', 'discount', 'fulfillment']);
    const store = await at.running.service.stores.find(at.slug);
    assert.ok(store);
    for (const each of SWITCHABLE) await at.running.service.stores.setSwitch(store.id, each, false);
    const left = await keys();
    const [search, create] = [
      await call(['GET', '/catalog/search?q=mug']),
      await call(['POST', '/checkout-sessions', lines]),
    ];
    for (const each of SWITCHABLE) await at.running.service.stores.setSwitch(store.id, each, true);
    assert.deepEqual(left, ['catalog', 'checkout']);
    assert.deepEqual([search.status, create.status], [200, 201]);
  });

  for (const capability of SWITCHABLE)
    it(`leaves ${capability} alone out of the manifest while it is off [CAP-4]`, async () => {
      await whileOff(at, capability, async () => {
        const expected = CAPABILITIES.filter((each) => each !== capability);
        assert.deepEqual(await keys(), expected);
      });
      assert.deepEqual(await keys(), [...CAPABILITIES]);
    });

  for (const capability of ['cart', 'order', 'fulfillment'] as const)
    it(`answers 404 at every endpoint of ${capability} while it is off, exactly as for an unknown store [CAP-5] [CRT-8] [FUL-2] [ORD-9]`, async () => {
      const readCart = () => call(endpoints.cart[0] ?? assert.fail());
      const cart = await readCart();
      await whileOff(at, capability, async () => {
        for (const each of [...endpoints[capability], ...wrong[capability]]) {
          const off = await call(each);
          assert.equal(off.status, 404, each.join(' '));
          assert.deepEqual(off, await call(each, 'no-such-store'));
        }
      });
      assert.deepEqual(await readCart(), cart);
      for (const each of endpoints[capability]) assert.ok((await call(each)).status < 300, each.join(' '));
    });

  it('a session that was read before names what its store offers now, over REST and MCP', async () => {
    const { body: created } = await call(['POST', '/checkout-sessions', lines]);
    const read = async () => {
      const { body } = await call(['GET', `/checkout-sessions/${created.id}`]);
      const params = { name: 'get_checkout_session', arguments: { session_id: created.id } };
      const overMcp = await at.agent.rpc<ToolResult>({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      assert.deepEqual(JSON.parse(overMcp.body.result?.content[0].text ?? ''), body);
      return Object.keys((body.ucp as { capabilities: object }).capabilities).length;
    };
    assert.deepEqual([await read(), await read()], [CAPABILITIES.length, CAPABILITIES.length]);
    await whileOff(at, 'cart', async () => assert.equal(await read(), CAPABILITIES.length - 1));
    assert.equal(await read(), CAPABILITIES.length);
  });
});
