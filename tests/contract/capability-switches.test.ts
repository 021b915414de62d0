import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { CAPABILITIES, SWITCHABLE } from '../../src/commerce/store/capabilities.ts';
import { manifestResponse } from '../../src/protocols/contract/responses.ts';
import { agentOf } from '../../testing/agent.ts';
import { everywhere, findUnlimited } from '../../testing/everywhere.ts';
import { whileOff } from '../../testing/switches.ts';

type ToolResult = { content: [{ text: string }] };
type Call = [method: 'GET' | 'POST' | 'PUT', path: string, body?: object];

everywhere('capability switches', (at) => {
  let endpoints: Record<'cart' | 'order' | 'fulfillment', Call[]>;
  let lines: { line_items: object[] };

  before(async () => {
    const id = await findUnlimited(at, 'mug');
    lines = { line_items: [{ item: { id } }] };
    const cart = `/carts/${(await at.agent.createCart([id])).body.id}`;
    const session = (await at.agent.createSession([id])).body;
    const order = (await at.agent.complete(session.id)).body.order?.id ?? assert.fail('no order');
    endpoints = {
      cart: [
        ['POST', '/carts', lines],
        ['GET', cart],
        ['PUT', cart, lines],
        ['POST', `${cart}/cancel`],
      ],
      order: [['GET', `/orders/${order}`]],
      fulfillment: [['POST', '/fulfillment/quotes', { ...lines, destination: { country: 'US' } }]],
    };
  });

  async function call([method, path, body]: Call, slug = at.slug) {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await agentOf(at.running.baseUrl, slug).send<Record<string, unknown>>(method, path, init);
    return { status: answer.status, body: answer.body };
  }

  const keys = async () =>
    Object.keys(manifestResponse.parse((await at.agent.get('')).body).ucp.capabilities).map((key) =>
      key.replace('dev.ucp.shopping.', ''),
    );

  it('all default to on [CAP-2]', async () => {
    assert.deepEqual(await keys(), [...CAPABILITIES]);
  });

  it('offers switches for cart, order, discount and fulfillment, but not for catalog and checkout [CAP-1] [CAP-3]', async () => {
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
    it(`${capability} off: (a) its key is gone from the manifest, and the others stay; on again: it is back [CAP-4]`, async () => {
      await whileOff(at, capability, async () => {
        const expected = CAPABILITIES.filter((each) => each !== capability);
        assert.deepEqual(await keys(), expected);
      });
      assert.deepEqual(await keys(), [...CAPABILITIES]);
    });

  for (const capability of ['cart', 'order', 'fulfillment'] as const)
    it(`${capability} off: (b) its endpoints answer 404 exactly as for a nonexistent store; on again: as before [CAP-5]`, async () => {
      await whileOff(at, capability, async () => {
        for (const each of endpoints[capability]) {
          const off = await call(each);
          assert.equal(off.status, 404, each.join(' '));
          assert.deepEqual(off, await call(each, 'no-such-store'));
        }
      });
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

  it('unknown slug: every endpoint of a store answers 404 with the error body [GEN-1] [ERR-1] [ERR-4]', async () => {
    const session = `/checkout-sessions/${randomUUID()}`;
    const all: Call[] = [
      ['GET', '/'],
      ['POST', '/checkout-sessions', lines],
      ['GET', session],
      ['PUT', session, lines],
      ['POST', `${session}/complete`],
      ['POST', `${session}/cancel`],
      ['GET', '/catalog/search?q=mug'],
      ['GET', '/catalog/lookup?ids=x'],
      ...Object.values(endpoints).flat(),
      ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ];
    for (const each of all) {
      const { status, body } = await call(each, 'no-such-store');
      assert.equal(status, 404, each.join(' '));
      assert.equal(typeof body.error, 'string');
    }
  });
});
