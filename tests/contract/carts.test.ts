import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { cartResponse } from '../../src/protocols/contract/responses.ts';
import { bodyOf, type Cart, type ErrorBody } from '../../testing/agent.ts';
import { linesOf, newCart } from '../../testing/carts.ts';
import { everywhere, inShop, unlimited } from '../../testing/everywhere.ts';
import { openCheckout } from '../../testing/pay-checkout.ts';
import { assertAddsUp } from '../../testing/sums.ts';

const TEN_DAYS = 10 * 24 * 60 * 60 * 1000;

everywhere('carts', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');

  it('answers POST /carts with 201 and every member of the contract’s Cart, active and payable [GEN-4] [CRT-1] [CRT-6] [CRT-12]', async () => {
    const body = bodyOf(201, await at.agent.createCart([[goods.mug, 2], goods.lamp]));
    const cart = cartResponse.parse(body);
    assert.partialDeepStrictEqual(cart, { status: 'active', ucp: { version: '2026-04-08' } });
    assert.ok('dev.ucp.shopping.cart' in cart.ucp.capabilities);
    assert.deepEqual(linesOf(cart), [
      [goods.mug, 2],
      [goods.lamp, 1],
    ]);
    assert.equal(cart.discounts, undefined);
    assertAddsUp(cart);
    assert.ok(cart.totals.total > 0);
    const self = `${at.agent.address}/carts/${cart.id}`;
    const checkout = `${at.agent.address}/checkout-sessions`;
    assert.deepEqual(cart._links, { self, update: self, cancel: `${self}/cancel`, checkout });
    const page = await openCheckout(cart.continue_url);
    assert.ok(page.ok && page.html.includes('Pay now'));
    const ahead = Date.parse(cart.expires_at) - Date.now();
    assert.ok(ahead > 60_000 && ahead <= TEN_DAYS, `the platform’s expiry: ${ahead}`);
  });

  it('refuses unknown items with 400 and sold-out ones with 409, by name, and keeps no cart', async () => {
    const unknown = `gid://${at.platform}/ProductVariant/999999999`;
    const { status, body } = await at.agent.post<ErrorBody>('/carts', {
      line_items: [{ item: { id: goods.mug } }, { item: { id: unknown } }],
    });
    assert.equal(status, 400);
    assert.equal(body.details?.[0]?.path, 'line_items.1.item.id');
    const variant = inShop(at, goods.lamp);
    variant.stock = 0;
    const refused = await at.agent.post<ErrorBody>('/carts', { line_items: [{ item: { id: goods.lamp } }] });
    variant.stock = null;
    assert.equal(refused.status, 409);
    assert.ok(refused.body.error.includes(goods.lamp), refused.body.error);
  });

  it('answers GET /carts/{cartId} with 200 and what was answered last, without asking the platform [CRT-2]', async () => {
    const cart = await newCart(at, [goods.mug], { discounts: { codes: ['SUMMER10'] } });
    at.running.shop(at.slug).control.resetCalls();
    assert.deepEqual(bodyOf(200, await at.agent.readCart(cart.id)), cart);
    assert.deepEqual(at.running.shop(at.slug).control.calls(), {});
  });

  it('answers PUT /carts/{cartId} with 200, and replaces the lines and their totals [CRT-3]', async () => {
    const cart = await newCart(at, [goods.mug]);
    const body = bodyOf(200, await at.agent.replaceCartLines(cart.id, [[goods.lamp, 3]]));
    const changed = cartResponse.parse(body);
    assert.equal(changed.id, cart.id);
    assert.equal(changed.status, 'active');
    assert.deepEqual(linesOf(changed), [[goods.lamp, 3]]);
    assert.equal(changed.totals.subtotal, 3 * (changed.line_items[0]?.item.price ?? 0));
    assertAddsUp(changed);
    assert.deepEqual((await at.agent.readCart(cart.id)).body, changed);
  });

  it('leaves the lines as they are when PUT mentions none [CRT-11]', async () => {
    const cart = await newCart(at, [[goods.mug, 2]]);
    for (const change of [{}, { buyer: { email: 'ada@example.com' } }, { discounts: {} }]) {
      const body = bodyOf(200, await at.agent.updateCart(cart.id, change));
      assert.deepEqual(linesOf(body), [[goods.mug, 2]]);
      assert.deepEqual(body.totals, cart.totals);
    }
  });

  it('empties the cart when PUT sends an empty line_items, and fills it again [CRT-10]', async () => {
    const cart = await newCart(at, [goods.mug]);
    const emptied = bodyOf(200, await at.agent.updateCart(cart.id, { line_items: [] }));
    const parsed = cartResponse.parse(emptied);
    assert.deepEqual(parsed.line_items, []);
    assert.partialDeepStrictEqual(parsed, { totals: { total: 0 }, status: 'active' });
    const filled = await at.agent.replaceCartLines(cart.id, [goods.lamp]);
    assert.deepEqual(linesOf(filled.body), [[goods.lamp, 1]]);
    assertAddsUp(filled.body);
  });

  it('keeps what it held when a change is refused', async () => {
    const cart = await newCart(at, [goods.mug]);
    const unknown = `gid://${at.platform}/ProductVariant/999999999`;
    assert.equal((await at.agent.replaceCartLines(cart.id, [unknown])).status, 400);
    assert.equal((await at.agent.updateCart(cart.id, { line_items: 'none' })).status, 400);
    assert.deepEqual((await at.agent.readCart(cart.id)).body, cart);
    assert.deepEqual((await at.agent.updateCart(cart.id, {})).body.totals, cart.totals);
  });

  it('answers POST /carts/{cartId}/cancel with 200 and status canceled, and leaves nothing to pay or to change [CRT-4] [CRT-5]', async () => {
    const cart = await newCart(at, [goods.mug]);
    const body = bodyOf(200, await at.agent.cancelCart(cart.id));
    const canceled = cartResponse.parse(body);
    assert.equal(canceled.status, 'canceled');
    assertAddsUp(canceled);
    assert.ok(!(await openCheckout(cart.continue_url)).html.includes('Pay now'));
    assert.deepEqual(bodyOf(200, await at.agent.readCart(cart.id)), canceled);
    assert.equal((await at.agent.cancelCart(cart.id)).status, 409);
    assert.equal((await at.agent.replaceCartLines(cart.id, [goods.lamp])).status, 409);
    assert.equal((await at.agent.updateCart(cart.id, {})).status, 409);
    assert.deepEqual(bodyOf(200, await at.agent.readCart(cart.id)), canceled);
  });

  it('answers 404 for an unknown cart of any id before validating the body [CRT-9]', async () => {
    for (const id of [randomUUID(), 'nonsense', '%00', 'a'.repeat(300), '1']) {
      const answers = [
        await at.agent.send<ErrorBody>('GET', `/carts/${id}`),
        await at.agent.send<ErrorBody>('PUT', `/carts/${id}`, { body: '{broken' }),
        await at.agent.send<ErrorBody>('POST', `/carts/${id}/cancel`),
      ];
      for (const { status, body } of answers) {
        assert.equal(status, 404, id);
        assert.equal(typeof body.error, 'string');
      }
    }
  });

  it('hands off to checkout: the same line_items at _links.checkout make a session [CRT-7]', async () => {
    const cart = await newCart(at, [[goods.mug, 2], goods.lamp]);
    const response = await fetch(cart._links.checkout, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ line_items: cart.line_items }),
    });
    assert.equal(response.status, 201);
    assert.deepEqual(((await response.json()) as Cart).totals, cart.totals);
  });
});
