import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError, ConnectionError, createAgentClient } from '../../client/index.ts';
import { pay } from '../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../testing/everywhere.ts';

everywhere('the client of an agent', (at) => {
  const clientOf = (options: Partial<Parameters<typeof createAgentClient>[0]> = {}) =>
    createAgentClient({
      baseUrl: at.running.baseUrl,
      slug: at.slug,
      sleep: async () => undefined,
      ...options,
    });

  it('buys: search, cart, quote, session, payment, order', async () => {
    const store = clientOf();
    assert.ok((await store.getManifest()).ucp.capabilities['dev.ucp.shopping.checkout']);
    const id = await variantOf(at);
    assert.equal((await store.lookup([id])).products.length, 1);
    const line_items = [{ item: { id }, quantity: 2 }];
    const cart = await store.createCart({ line_items });
    assert.equal((await store.updateCart(cart.id, { line_items })).line_items[0]?.quantity, 2);
    assert.equal((await store.getCart(cart.id)).id, cart.id);
    assert.equal((await store.cancelCart(cart.id)).status, 'canceled');
    const destination = { country: 'US', region: 'CA', postal_code: '94105' };
    assert.ok((await store.quote({ line_items, destination })).quotes.length > 0);
    const session = await store.createSession({ line_items });
    await store.updateSession(session.id, { line_items: [{ item: { id } }] });
    await pay(await store.getSession(session.id));
    const completed = await store.completeSession(session.id);
    assert.equal(completed.status, 'completed');
    assert.equal((await store.getOrder(completed.order?.id ?? '')).session_id, session.id);
  });

  it('goes through all pages of a search', async () => {
    const pages: string[][] = [];
    for await (const { products } of clientOf().searchPages('mug', 2))
      pages.push(products.map(({ id }) => id));
    const ids = pages.flat();
    assert.ok(pages.length > 1);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('throws a refusal with code, members and request id', async () => {
    const line_items = [{ item: { id: await variantOf(at) }, quantity: 0 }];
    await assert.rejects(clientOf().createSession({ line_items }), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code], [400, 'invalid_input']);
      assert.equal(error.details[0]?.path, 'line_items.0.quantity');
      assert.ok(error.requestId);
      return true;
    });
  });

  it('repeats a session’s creation with the same key when its answer is lost', async () => {
    const keys: (string | null)[] = [];
    const answers: string[] = [];
    const losing: typeof fetch = async (url, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const answer = await fetch(url, init);
      if (keys.length > 1) return answer;
      answers.push(((await answer.json()) as { id: string }).id);
      throw new TypeError('fetch failed');
    };
    const line_items = [{ item: { id: await variantOf(at) } }];
    const session = await clientOf({ fetch: losing }).createSession({ line_items });
    assert.deepEqual(answers, [session.id]);
    assert.equal(keys.length, 2);
    assert.ok(keys[0]);
    assert.equal(keys[0], keys[1]);
  });

  it('creates one session for a key of the caller’s own', async () => {
    const line_items = [{ item: { id: await variantOf(at) } }];
    const first = await clientOf().createSession({ line_items }, `own key on ${at.platform}`);
    const second = await clientOf().createSession({ line_items }, `own key on ${at.platform}`);
    assert.equal(first.id, second.id);
  });

  it('creates a cart only once when the answer to its creation is lost', async () => {
    let calls = 0;
    const losing: typeof fetch = async () => {
      calls += 1;
      throw new TypeError('fetch failed');
    };
    const line_items = [{ item: { id: await variantOf(at) } }];
    await assert.rejects(clientOf({ fetch: losing }).createCart({ line_items }), ConnectionError);
    assert.equal(calls, 1);
  });
});

async function variantOf({ agent }: Somewhere): Promise<string> {
  const { products } = await agent.search('mug');
  const variant = products.flatMap(({ variants }) => variants).find(({ available }) => available);
  return variant?.id ?? assert.fail('no mug is in stock');
}
