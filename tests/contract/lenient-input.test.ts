import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, findVariant, type RpcAnswer } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { lineItems, PROFILE, ucpAgentOf } from '../../testing/ucp-agent.ts';

type Content = { line_items?: { quantity: number }[]; totals?: object; products?: object[] };

everywhere('input in forms that clients send', (at) => {
  const official = forSuite(() => ucpAgentOf(at));
  const idOf = async () => (await findVariant(at.agent, 'mug')).id;

  /** Calls a tool of any endpoint, and parses its text. */
  async function call(path: string, name: string, args: unknown): Promise<Content> {
    const response = await fetch(`${at.running.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result, error } = (await response.json()) as RpcAnswer<{ content: { text: string }[] }>;
    return JSON.parse(result?.content[0]?.text ?? assert.fail(JSON.stringify(error))) as Content;
  }

  const quantitiesOf = ({ line_items = [] }: Content) => line_items.map(({ quantity }) => quantity);

  it('reads JSON in texts and digits for numbers as arguments of the contract', async () => {
    const line = { item: JSON.stringify({ id: await idOf() }), quantity: '2' };
    const texts = [JSON.stringify([line]), [JSON.stringify(line)], [line]];
    for (const line_items of texts) {
      const args = { line_items, buyer: '{"email":"ann@example.com"}', discounts: null };
      const path = `/api/ucp/${at.slug}/mcp`;
      assert.deepEqual(quantitiesOf(await call(path, 'create_checkout_session', args)), [2]);
      assert.deepEqual(quantitiesOf(await call(path, 'create_checkout_session', JSON.stringify(args))), [2]);
    }
  });

  it('reads JSON in texts as arguments of official UCP, and refuses other texts', async () => {
    const meta = { 'ucp-agent': { profile: PROFILE } };
    const cart = lineItems([[await idOf(), 2]]);
    const forms: unknown[] = [
      { meta: JSON.stringify(meta), cart: JSON.stringify(cart) },
      { meta, cart: { line_items: JSON.stringify(cart.line_items), buyer: null, context: null } },
      JSON.stringify({ meta, cart }),
    ];
    for (const args of forms)
      assert.deepEqual(quantitiesOf(await call(`/ucp/${at.slug}/mcp`, 'create_cart', args)), [2]);
    const catalog = JSON.stringify({ query: 'mug', pagination: { limit: '1', cursor: null } });
    const { products } = await call(`/ucp/${at.slug}/mcp`, 'search_catalog', { meta, catalog });
    assert.equal(products?.length, 1);
    const { body } = await official.call('create_cart', { cart: 'mug' });
    assert.equal(body.error?.message, 'cart must be an object.', 'not that it is required');
  });

  it('reads arguments of the shopping endpoint that are JSON in a text', async () => {
    const { products } = await call(`/mcp/${at.slug}`, 'search_products', '{"query":"mug","limit":1}');
    assert.equal(products?.length, 1);
  });

  it('takes null and empty texts for members that are not given, over REST', async () => {
    const id = await idOf();
    const content = { line_items: [{ item: { id, title: null }, quantity: 2 }], discounts: null };
    const buyer = { email: '', name: null };
    const { line_items } = bodyOf(201, await at.agent.post<Content>('/carts', { ...content, buyer }));
    assert.deepEqual(quantitiesOf({ line_items: line_items ?? [] }), [2]);
    assert.equal((await at.agent.get('/catalog/search?q=mug&after=')).status, 200);
    assert.equal((await at.agent.get('/catalog/search?q=')).status, 400);
    assert.equal((await at.agent.post('/carts', { line_items: null })).status, 400);
    const nulls = {
      buyer: null,
      context: null,
      discounts: { codes: null },
      fulfillment: null,
      cart_id: null,
    };
    for (const path of ['/carts', '/checkout-sessions'])
      bodyOf(201, await official.post(path, { ...lineItems([id]), ...nulls }));
    const search = { query: 'mug', filters: { price: null }, pagination: { cursor: '' } };
    bodyOf(200, await official.post('/catalog/search', search));
  });
});
