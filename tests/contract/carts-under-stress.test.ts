import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, pay } from '../../testing/agent.ts';
import { linesOf, newCart } from '../../testing/carts.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { openCheckout } from '../../testing/pay-checkout.ts';
import { assertAddsUp } from '../../testing/sums.ts';

everywhere('carts under races and shop failures', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');

  it('cancels while the shop does not answer', async () => {
    const cart = await newCart(at, [goods.mug]);
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'server_error' });
    const { status, body } = await at.agent.cancelCart(cart.id);
    control.clearFaults();
    assert.equal(status, 200);
    assert.equal(body.status, 'canceled');
  });

  it('cancels once when raced', async () => {
    const cart = await newCart(at, [goods.mug]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => at.agent.cancelCart(cart.id)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  });

  it('orders raced changes, so that the last answer is the cart’s content [CRT-14]', async () => {
    const cart = await newCart(at, [goods.mug]);
    const quantities = [2, 3, 4, 5, 6];
    const answers = await Promise.all(
      quantities.map((quantity) => at.agent.replaceCartLines(cart.id, [[goods.mug, quantity]])),
    );
    for (const [index, { status, body }] of answers.entries()) {
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(linesOf(body), [[goods.mug, quantities[index] ?? 0]]);
      assertAddsUp(body);
    }
    const current = (await at.agent.readCart(cart.id)).body;
    assert.ok(answers.some(({ body }) => JSON.stringify(linesOf(body)) === JSON.stringify(linesOf(current))));
    await pay(current);
    const order = at.running.shop(at.slug).control.orders().at(-1);
    assert.ok(order && Math.round(Number(order.total) * 100) >= current.totals.total);
  });

  it('loses no lines when lines and codes are changed at once [CRT-14]', async () => {
    const cart = await newCart(at, [goods.mug]);
    await Promise.all([
      at.agent.replaceCartLines(cart.id, [[goods.lamp, 2]]),
      at.agent.updateCart(cart.id, { discounts: { codes: ['SUMMER10'] } }),
    ]);
    const { body } = await at.agent.readCart(cart.id);
    assert.deepEqual(linesOf(body), [[goods.lamp, 2]]);
    assert.deepEqual(body.discounts?.codes, ['SUMMER10']);
    assertAddsUp(body);
  });

  it('creates the shop’s cart again, codes included, when the shop has lost it', async () => {
    const cart = await newCart(at, [[goods.mug, 2]], { discounts: { codes: ['SUMMER10'] } });
    at.running.shop(at.slug).control.expireCarts();
    const body = bodyOf(200, await at.agent.updateCart(cart.id, {}));
    assert.equal(body.id, cart.id);
    assert.deepEqual(body.totals, cart.totals);
    assert.deepEqual(body.discounts, cart.discounts);
    assert.ok((await openCheckout(body.continue_url)).html.includes('Pay now'));
  });

  it('fails as the shop fails and keeps its content [ERR-7]', async () => {
    const cart = await newCart(at, [goods.mug]);
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'throttled' });
    const throttled = await at.agent.replaceCartLines(cart.id, [goods.lamp]);
    control.clearFaults();
    assert.equal(throttled.status, 503);
    assert.ok(Number(throttled.headers.get('retry-after')) > 0);
    assert.deepEqual((await at.agent.readCart(cart.id)).body, cart);
    const again = bodyOf(200, await at.agent.replaceCartLines(cart.id, [goods.lamp]));
    assert.deepEqual(linesOf(again), [[goods.lamp, 1]]);
  });
});
