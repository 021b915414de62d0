import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, findVariant } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';

type Named = { ignored?: string[]; did_you_mean?: Record<string, string> };

everywhere('members of a request that nothing reads', (at) => {
  const line = async () => ({ item: { id: (await findVariant(at.agent, 'mug')).id } });
  const create = (body: object) =>
    at.agent.post<Named & { line_items: { quantity: number }[] }>('/checkout-sessions', body);

  it('names ignored members in the answer with the likely right name, and changes nothing by them', async () => {
    const body = bodyOf(
      201,
      await create({
        line_items: [{ ...(await line()), qty: 2 }],
        discount_codes: ['SUMMER10'],
        currency: 'EUR',
      }),
    );
    assert.deepEqual(body.ignored, ['line_items.0.qty', 'discount_codes', 'currency']);
    assert.deepEqual(body.did_you_mean, {
      'line_items.0.qty': 'line_items.0.quantity',
      discount_codes: 'discounts.codes',
    });
    assert.equal(body.line_items[0]?.quantity, 1);
  });

  it('names ignored members in the query of a read, too', async () => {
    const search = (query: string) =>
      at.agent.get<Named & { products: object[] }>(`/catalog/search?${query}`);
    const { ignored, did_you_mean } = (await search('q=shoe&limit=1&currency=EUR')).body;
    assert.deepEqual([ignored, did_you_mean], [['limit', 'currency'], { limit: 'first' }]);
    const { body } = await search('q=shoe&first=1');
    assert.deepEqual([body.ignored, body.products.length], [undefined, 1]);
    const bySku = await at.agent.get<Named>('/catalog/lookup?ids=none&id=1');
    assert.deepEqual([bySku.status, bySku.body.ignored], [200, ['id']]);
  });

  it('names all members of a body that completes or cancels, and changes nothing by them', async () => {
    const lines = { line_items: [await line()] };
    for (const [path, step] of [
      ['/checkout-sessions', 'complete'],
      ['/checkout-sessions', 'cancel'],
      ['/carts', 'cancel'],
    ] as const) {
      const { id } = (await at.agent.post<{ id: string }>(path, lines)).body;
      const unread = { session_id: 'x', cart_id: 'x', ...lines, quantity: 5 };
      const { status, body } = await at.agent.post<Named & { id: string }>(`${path}/${id}/${step}`, unread);
      assert.deepEqual([status, body.id], [200, id], path + step);
      assert.deepEqual(body.ignored?.slice(-2), ['line_items', 'quantity']);
    }
  });

  it('names ignored members over MCP, but no other name of an argument that the tool reads', async () => {
    const call = async (name: string, args: object) => {
      const params = { name, arguments: args };
      const { body } = await at.agent.rpc<{ content: { text: string }[] }>({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      });
      return JSON.parse(body.result?.content[0]?.text ?? '{}') as Named & { id: string };
    };
    const line_items = [{ ...(await line()), qty: 2 }];
    const created = await call('create_checkout_session', { line_items });
    assert.deepEqual(created.ignored, ['line_items.0.qty']);
    const { ignored } = await call('get_checkout_session', { id: created.id, sku: 'x' });
    assert.deepEqual(ignored, ['sku']);
  });

  it('reports no ignored member for a request that the contract describes, hints and an idempotency key included', async () => {
    const { item } = await line();
    const body = bodyOf(
      201,
      await create({
        line_items: [{ item: { ...item, title: 'Mug', price: 1, image_url: null }, quantity: 1 }],
        buyer: { email: 'ann@shop.example', name: 'Ann' },
        discounts: { codes: [] },
        destination: {
          country: 'US',
          region: 'IL',
          postal_code: '62704',
          city: 'Springfield',
          line1: '1 Main St',
        },
      }),
    );
    assert.deepEqual([body.ignored, body.did_you_mean], [undefined, undefined]);
    const headers = { 'idempotency-key': 'one' };
    const cart = await at.agent.post<Named>('/carts', { line_items: [{ item }] }, headers);
    assert.deepEqual([cart.status, cart.body.ignored], [201, undefined]);
  });

  it('limits the number and the length of the ignored members that an answer names', async () => {
    const extras = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${'x'.repeat(200)}${index}`, index]),
    );
    const { ignored = [] } = bodyOf(
      201,
      await create({ line_items: [await line()], ...extras, __proto__: 1, constructor: 2 }),
    );
    assert.equal(ignored.length, 20);
    assert.ok(ignored.every((path) => path.length <= 64));
  });
});
