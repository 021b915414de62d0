import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { everywhere, type Somewhere, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { lineItems, OLDER_PROFILE, ucpAgentOf } from '../../testing/ucp-agent.ts';

const CART_CALL: Record<string, string> = { shopify: 'CreateCart', woocommerce: 'POST /cart/create' };

function cartsMade(at: Somewhere): number {
  return at.running.shop(at.slug).control.calls()[CART_CALL[at.platform] ?? ''] ?? 0;
}

everywhere('official idempotency', (at) => {
  const goods = unlimited(at, 'mug');
  const agent = forSuite(() => ucpAgentOf(at));

  it('answers the same again, to the letter and with the same status, and does nothing [IDM-1]', async () => {
    const key = randomUUID();
    const first = await agent.keyed('/checkout-sessions', lineItems([goods.mug]), key);
    assert.equal(first.status, 201);
    await agent.put(`/checkout-sessions/${first.body.id}`, lineItems([[goods.mug, 3]]));
    at.running.shop(at.slug).control.resetCalls();
    const again = await agent.keyed('/checkout-sessions', lineItems([goods.mug]), key);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(cartsMade(at), 0);
  });

  it('answers the same to a body with its members in another order, and refuses another body with 409 [IDM-2]', async () => {
    const key = randomUUID();
    const { line_items } = lineItems([goods.mug]);
    const buyer = { email: 'ann@buyer.example', first_name: 'Ann' };
    const first = await agent.keyed('/checkout-sessions', { line_items, buyer }, key);
    const reordered = { buyer: { first_name: 'Ann', email: buyer.email }, line_items };
    const again = await agent.keyed('/checkout-sessions', reordered, key);
    assert.deepEqual([first.status, again.body], [201, first.body]);
    const { status, body } = await agent.keyed<{ code: string }>(
      '/checkout-sessions',
      lineItems([[goods.mug, 2]]),
      key,
    );
    assert.equal(status, 409);
    assert.equal(body.code, 'idempotency_conflict');
  });

  it('makes one of raced duplicates [IDM-5]', async () => {
    for (const path of ['/checkout-sessions', '/carts']) {
      const key = randomUUID();
      at.running.shop(at.slug).control.resetCalls();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => agent.keyed(path, lineItems([goods.mug]), key)),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
      assert.equal(cartsMade(at), 1);
    }
  });

  it('holds for every change: update, complete and cancel, of carts as well [IDM-4]', async () => {
    const checkout = `/checkout-sessions/${(await agent.create([goods.mug])).body.id}`;
    const cart = `/carts/${(await agent.createCart([goods.mug])).body.id}`;
    const changes: [method: string, path: string, body: object][] = [
      ['PUT', checkout, lineItems([[goods.mug, 2]])],
      ['POST', `${checkout}/complete`, {}],
      ['POST', `${checkout}/cancel`, {}],
      ['PUT', cart, lineItems([[goods.mug, 2]])],
      ['POST', `${cart}/cancel`, {}],
    ];
    for (const [method, path, body] of changes) {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await agent.send(method, path, body, headers);
      assert.equal(first.status, 200, `${method} ${path}`);
      const again = await agent.send(method, path, body, headers);
      assert.deepEqual([again.status, again.body], [200, first.body], `${method} ${path}`);
    }
  });

  it('knows a key by platform and operation: others may have the same [IDM-6]', async () => {
    const key = randomUUID();
    const one = await agent.keyed('/checkout-sessions', lineItems([goods.mug]), key);
    const other = await ucpAgentOf(at, OLDER_PROFILE).keyed(
      '/checkout-sessions',
      lineItems([goods.mug]),
      key,
    );
    const cart = await agent.keyed('/carts', lineItems([goods.mug]), key);
    assert.deepEqual([one.status, other.status, cart.status], [201, 201, 201]);
    assert.notEqual(one.body.id, other.body.id);
  });

  it('frees the key of what failed', async () => {
    const key = randomUUID();
    assert.equal((await agent.keyed('/checkout-sessions', { line_items: [] }, key)).status, 400);
    assert.equal((await agent.keyed('/checkout-sessions', lineItems([goods.mug]), key)).status, 201);
  });

  it('answers outcomes again as well', async () => {
    const key = randomUUID();
    const path = `/checkout-sessions/${randomUUID()}/cancel`;
    const first = await agent.keyed(path, {}, key);
    const again = await agent.keyed(path, {}, key);
    assert.equal(first.body.ucp.status, 'error');
    assert.deepEqual(again.body, first.body);
  });
});
