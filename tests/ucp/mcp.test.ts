import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { bodyOf } from '../../testing/agent.ts';
import { linesOf } from '../../testing/carts.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { lineItems, messageOf, PROFILE, ucpAgentOf } from '../../testing/ucp-agent.ts';

interface Listed {
  tools: { name: string; inputSchema: { properties: Record<string, object>; required: string[] } }[];
}

const TOOLS = [
  'search_catalog',
  'lookup_catalog',
  'get_product',
  'create_cart',
  'get_cart',
  'update_cart',
  'cancel_cart',
  'create_checkout',
  'get_checkout',
  'update_checkout',
  'complete_checkout',
  'cancel_checkout',
  'get_order',
];

everywhere('official tools over MCP', (at) => {
  const goods = unlimited(at, 'mug');
  const agent = forSuite(() => ucpAgentOf(at));

  async function listed(): Promise<Listed['tools']> {
    return (await agent.rpc<Listed>('tools/list', { arguments: {} })).body.result?.tools ?? [];
  }

  it('lists tools with the specification’s names, and inputs that any client compiles [UMC-1]', async () => {
    const tools = await listed();
    for (const name of TOOLS)
      assert.ok(
        tools.some((tool) => tool.name === name),
        name,
      );
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const { name, inputSchema } of tools) {
      assert.ok(!JSON.stringify(inputSchema).includes('$ref'), name);
      assert.ok(inputSchema.required.includes('meta'), name);
      ajv.compile(inputSchema);
    }
    const create = tools.find(({ name }) => name === 'create_checkout') ?? assert.fail();
    const valid = ajv.compile(create.inputSchema);
    const meta = { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': randomUUID() };
    assert.ok(valid({ meta, checkout: { cart_id: 'x', line_items: [] } }), JSON.stringify(valid.errors));
    assert.ok(valid({ meta, checkout: { ...lineItems([goods.mug]), anything: 1 }, more: 1 }));
  });

  /** Arguments of a call, and members that stand beside them, with their right places. */
  function misplacedIn({ inputSchema: { properties } }: Listed['tools'][number], id: string) {
    const content = { ...lineItems([goods.mug]), query: 'mug', ids: [goods.mug], id: goods.mug };
    const payload = ['cart', 'checkout', 'catalog'].find((each) => each in properties);
    const args = { ...('id' in properties && { id }), ...(payload && { [payload]: content }) };
    const { properties: members = {} } = (properties[payload ?? ''] ?? {}) as { properties?: object };
    const beside = Object.keys(members).filter((member) => !(member in args));
    const misplaced = [
      ...beside.map((member) => [member, `${payload}.${member}`]),
      ['idempotency_key', 'meta.idempotency-key'],
      ['ucp-agent', 'meta.ucp-agent'],
    ];
    return { args, misplaced };
  }

  it('refuse a member of the payload or of meta beside it, over every tool, and change nothing', async () => {
    const cart = bodyOf(201, await agent.createCart([[goods.mug, 2]]));
    const checkout = bodyOf(201, await agent.create([[goods.mug, 2]]));
    for (const tool of await listed()) {
      const { id } = tool.name.endsWith('cart') ? cart : checkout;
      const { args, misplaced } = misplacedIn(tool, id);
      for (const [member = '', place] of misplaced) {
        const { error } = (await agent.call(tool.name, { ...args, [member]: 'x' })).body;
        assert.equal(error?.code, -32602, `${tool.name} ${member}`);
        assert.equal(error.message, `${member} is in the wrong place: send it as ${place}.`);
      }
    }
    assert.deepEqual(linesOf((await agent.get(`/carts/${cart.id}`)).body), [[goods.mug, 2]]);
    assert.deepEqual(linesOf((await agent.get(`/checkout-sessions/${checkout.id}`)).body), [[goods.mug, 2]]);
  });

  it('name an unknown argument beside the payload in messages', async () => {
    const { id } = bodyOf(201, await agent.create([goods.mug]));
    const content = lineItems([goods.mug]);
    const calls: [name: string, args: object][] = [
      ['search_catalog', { catalog: { query: 'mug' } }],
      ['create_cart', { cart: content }],
      ['create_checkout', { checkout: content }],
      ['update_checkout', { id, checkout: content }],
      ['complete_checkout', { id }],
    ];
    for (const [name, args] of calls) {
      const { body } = await agent.call(name, { ...args, quantity: 3 });
      const answer = body.result?.structuredContent ?? assert.fail(`${name}: ${JSON.stringify(body)}`);
      assert.equal(messageOf(answer, 'member_not_used').path, '$.quantity', name);
    }
  });

  it('answer with data and the same as text, what REST answers [UMC-2]', async () => {
    const body = bodyOf(200, await agent.call('create_checkout', { checkout: lineItems([[goods.mug, 2]]) }));
    const { structuredContent, content } = body.result ?? assert.fail(JSON.stringify(body));
    assert.deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
    const { id } = structuredContent;
    const overRest = (await agent.get(`/checkout-sessions/${id}`)).body;
    const { messages: _, ...overMcp } = structuredContent;
    const { messages: __, ...read } = overRest;
    assert.deepEqual(overMcp, read);
    assert.deepEqual((await agent.call('get_checkout', { id })).body.result?.structuredContent, overRest);
  });

  it('offers all that REST does by MCP tools [UMC-3]', async () => {
    const of = async (name: string, args: object) => {
      const { body } = await agent.call(name, args);
      return body.result?.structuredContent ?? assert.fail(`${name}: ${JSON.stringify(body)}`);
    };
    assert.ok('products' in (await of('search_catalog', { catalog: { query: 'mug' } })));
    assert.ok('products' in (await of('lookup_catalog', { catalog: { ids: [goods.mug] } })));
    assert.ok('product' in (await of('get_product', { catalog: { id: goods.mug } })));
    const cart = await of('create_cart', { cart: lineItems([goods.mug]) });
    const afterChange = (await of('update_cart', { id: cart.id, cart: lineItems([[goods.mug, 3]]) }))
      .line_items[0]?.quantity;
    assert.equal(afterChange, 3);
    const checkout = await of('create_checkout', { checkout: { cart_id: cart.id, line_items: [] } });
    assert.equal(checkout.line_items[0]?.quantity, 3);
    const updated = await of('update_checkout', { id: checkout.id, checkout: lineItems([goods.mug]) });
    assert.equal(updated.line_items[0]?.quantity, 1);
    const completed = (await of('complete_checkout', { id: checkout.id, checkout: {} })).status;
    assert.equal(completed, 'requires_escalation');
    assert.equal((await of('cancel_checkout', { id: checkout.id })).status, 'canceled');
    assert.equal((await of('cancel_cart', { id: cart.id })).id, cart.id);
    messageOf(await of('get_cart', { id: cart.id }), 'not_found');
  });

  it('say outcomes as results: what is not there, sold out, or over already [UMC-4]', async () => {
    const gone = bodyOf(200, await agent.call('get_checkout', { id: randomUUID() }));
    messageOf(gone.result?.structuredContent ?? assert.fail(), 'not_found');
    const { id } = (await agent.create([goods.mug])).body;
    await agent.call('cancel_checkout', { id });
    const again = bodyOf(200, await agent.call('cancel_checkout', { id }));
    assert.equal(again.result?.structuredContent.ucp.status, 'error');
  });

  it('say who must introduce themselves as JSON-RPC does, with HTTP’s status', async () => {
    const { status, body } = await ucpAgentOf(at, null).call('create_checkout', {
      checkout: lineItems([goods.mug]),
    });
    assert.equal(status, 400);
    assert.partialDeepStrictEqual(body, { error: { code: -32001, data: { code: 'invalid_profile_url' } } });
    assert.ok(body.error?.data?.content);
  });

  it('name what is missing with -32602 [UMC-5]', async () => {
    for (const [name, args] of [
      ['create_checkout', {}],
      ['create_checkout', { checkout: { line_items: 1 } }],
      ['get_checkout', {}],
      ['search_catalog', { catalog: {} }],
    ] as const) {
      const { body } = await agent.call(name, args);
      assert.equal(body.error?.code, -32602, `${name} ${JSON.stringify(body)}`);
    }
  });

  it('want a key for what must not be done twice, and answer the same to it again [IDM-3]', async () => {
    const { id } = (await agent.create([goods.mug])).body;
    const without = await agent.call('cancel_checkout', { id }, { 'idempotency-key': undefined });
    assert.equal(without.body.error?.code, -32602);
    const meta = { 'idempotency-key': randomUUID() };
    const first = await agent.call('create_checkout', { checkout: lineItems([goods.mug]) }, meta);
    const again = await agent.call('create_checkout', { checkout: lineItems([goods.mug]) }, meta);
    assert.deepEqual(again.body, first.body);
    const other = await agent.call('create_checkout', { checkout: lineItems([[goods.mug, 2]]) }, meta);
    assert.equal(other.status, 409);
    assert.deepEqual(
      [other.body.error?.code, other.body.error?.data?.code],
      [-32000, 'idempotency_conflict'],
    );
  });
});
