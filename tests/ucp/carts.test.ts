import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { bodyOf, pay } from '../../testing/agent.ts';
import { linesOf } from '../../testing/carts.ts';
import { changeDuring } from '../../testing/change-during.ts';
import { everywhere, inShop, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { whileOff } from '../../testing/switches.ts';
import {
  amountOf,
  assertSums,
  lineItems,
  messageOf,
  type UcpCheckout,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';

everywhere('official carts', (at) => {
  const goods = unlimited(at, 'mug', 'lamp');
  const agent = forSuite(() => ucpAgentOf(at));

  const convert = (cart_id: string, extras: object = {}) =>
    agent.post('/checkout-sessions', { cart_id, line_items: [], ...extras });

  async function assertGone(answer: { status: number; body: UcpCheckout }): Promise<void> {
    assert.partialDeepStrictEqual(answer, { status: 200, body: { ucp: { status: 'error' } } });
    messageOf(answer.body, 'not_found');
  }

  it('creates, reads and replaces a cart as a whole [UCR-2]', async () => {
    const body = bodyOf(201, await agent.createCart([goods.mug], { discounts: { codes: ['SUMMER10'] } }));
    assert.equal(body.status, undefined);
    assert.deepEqual(Object.keys(body.ucp.capabilities).toSorted(), [
      'dev.ucp.shopping.cart',
      'dev.ucp.shopping.discount',
    ]);
    assertSums(body);
    assert.deepEqual((await agent.get(`/carts/${body.id}`)).body.totals, body.totals);
    const updated = await agent.put(`/carts/${body.id}`, { id: body.id, ...lineItems([[goods.lamp, 2]]) });
    assert.equal(updated.status, 200);
    assert.deepEqual(linesOf(updated.body), [[goods.lamp, 2]]);
    assert.equal(amountOf(updated.body.totals, 'items_discount'), 0);
    assertSums(updated.body);
  });

  it('say again to who reads them, and in the checkout, what was not taken as it was asked', async (t) => {
    changeDuring(t, inShop(at, goods.lamp), { stock: 2 });
    const { body } = await agent.createCart([goods.mug, [goods.lamp, 5]]);
    const message = messageOf(body, 'quantity_adjusted');
    assert.deepEqual(messageOf((await agent.get(`/carts/${body.id}`)).body, 'quantity_adjusted'), message);
    const checkout = (await convert(body.id)).body;
    assert.deepEqual(messageOf(checkout, 'quantity_adjusted'), message);
    const changed = await agent.put(`/carts/${body.id}`, { id: body.id, ...lineItems([[goods.lamp, 2]]) });
    assert.equal(changed.body.messages, undefined);
  });

  it('return their last state when canceled, and not_found afterwards [UCR-3]', async () => {
    const { body } = await agent.createCart([[goods.mug, 2]]);
    const canceled = bodyOf(200, await agent.post(`/carts/${body.id}/cancel`, {}));
    assert.deepEqual(canceled.line_items, body.line_items);
    await assertGone(await agent.get(`/carts/${body.id}`));
    await assertGone(await agent.put(`/carts/${body.id}`, lineItems([goods.mug])));
    await assertGone(await agent.post(`/carts/${body.id}/cancel`, {}));
    await assertGone(await convert(body.id));
    await assertGone(await agent.get(`/carts/${randomUUID()}`));
  });

  it('become a checkout of what they hold, whatever is said beside them [UCR-4]', async () => {
    const cart = (await agent.createCart([[goods.mug, 2]], { discounts: { codes: ['SUMMER10'] } })).body;
    const body = bodyOf(
      201,
      await convert(cart.id, { ...lineItems([goods.lamp]), discounts: { codes: [] } }),
    );
    assert.deepEqual(linesOf(body), [[goods.mug, 2]]);
    assert.deepEqual(body.discounts?.codes, ['SUMMER10']);
    assert.ok(amountOf(body.totals, 'items_discount') < 0);
    assertSums(body);
  });

  it('opens one checkout of a cart at a time, also when raced [UCR-5]', async () => {
    const cart = (await agent.createCart([goods.mug])).body;
    const answers = await Promise.all(Array.from({ length: 6 }, () => convert(cart.id)));
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 201]);
    const [first] = answers;
    assert.ok(first);
    await agent.post(`/checkout-sessions/${first.body.id}/cancel`, {});
    assert.notEqual(bodyOf(201, await convert(cart.id)).id, first.body.id);
  });

  it('can be bought again when they were bought', async () => {
    const cart = (await agent.createCart([goods.mug])).body;
    const bought = (await convert(cart.id)).body;
    await pay({ continue_url: bought.continue_url ?? '' });
    assert.equal((await agent.post(`/checkout-sessions/${bought.id}/complete`, {})).body.status, 'completed');
    const again = bodyOf(201, await convert(cart.id));
    assert.notEqual(again.id, bought.id);
    // The shop's webhook reports the order before the agent completes the checkout.
    await at.running.settle();
    await pay({ continue_url: again.continue_url ?? '' });
    await at.running.settle();
    assert.notEqual(bodyOf(201, await convert(cart.id)).id, again.id);
  });

  it('name nothing while carts are off', async () => {
    const cart = (await agent.createCart([goods.mug])).body;
    await whileOff(at, 'cart', async () => {
      assert.equal((await convert(cart.id)).status, 400);
      const body = bodyOf(201, await convert(cart.id, lineItems([goods.lamp])));
      assert.equal(body.line_items[0]?.item.id, goods.lamp);
    });
  });
});
