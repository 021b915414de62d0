import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, newSession, pay } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { type Checkout, idsOf, type ShownCart, shopperAt } from '../shopping/shopper.ts';

const HOME = { country: 'US', region: 'IL', postal_code: '62704', city: 'Springfield' };

everywhere('provisional totals', (at) => {
  const goods = unlimited(at, 'mug');

  it('lists in sessions and carts what may be added, until there is an order', async () => {
    const session = await newSession(at.agent);
    const cart = bodyOf(201, await at.agent.createCart([goods.mug]));
    assert.deepEqual(session.provisional, ['tax', 'shipping']);
    assert.deepEqual(cart.provisional, ['tax', 'shipping']);
    const emptied = bodyOf(200, await at.agent.updateCart(cart.id, { line_items: [] }));
    assert.equal(emptied.provisional, undefined);
    await pay(session);
    assert.equal(bodyOf(200, await at.agent.readSession(session.id)).provisional, undefined);
    const canceled = await newSession(at.agent);
    assert.equal(bodyOf(200, await at.agent.cancel(canceled.id)).provisional, undefined);
  });

  it('says it to models in a sentence, with shipping while no destination is given', async () => {
    const shopper = shopperAt(at);
    const items = [{ id: (await idsOf(shopper)).single, quantity: 1 }];
    const NOTHING_GIVEN = /total is not final: the store’s checkout may add tax and shipping\./;
    const cart = await shopper.call<ShownCart>('create_cart', { items });
    const checkout = await shopper.call<Checkout>('create_checkout', { items });
    for (const { note } of [cart, checkout]) assert.match(note ?? '', NOTHING_GIVEN);
    const { note = '' } = await shopper.call<Checkout>('create_checkout', { items, ...HOME });
    if (at.platform === 'shopify') assert.match(note, /the store’s checkout may add tax\.$/);
    else assert.doesNotMatch(note, /final/, 'WooCommerce has priced the whole for the destination');
  });

  it('marks totals that are older than the lines, until the session completes', async () => {
    const session = await newSession(at.agent, {}, [goods.mug]);
    assert.equal(session.totals_stale, undefined);
    const changed = bodyOf(200, await at.agent.replaceLines(session.id, [[goods.mug, 3]]));
    assert.equal(changed.totals_stale, true);
    assert.deepEqual(changed.totals, session.totals);
    assert.equal(bodyOf(200, await at.agent.readSession(session.id)).totals_stale, true);
    const completed = bodyOf(200, await at.agent.complete(session.id));
    assert.equal(completed.totals_stale, undefined);
    assert.equal(completed.totals.subtotal, completed.line_items[0]?.subtotal);
  });

  it('says so where the shop does not deliver to the destination of the request', async () => {
    const { mug } = goods;
    const [brazil, home] = [{ country: 'BR' }, { country: 'US' }];
    const session = await newSession(at.agent, { destination: brazil }, [mug]);
    assert.equal(session.undeliverable, true);
    assert.equal((await newSession(at.agent, { destination: home }, [mug])).undeliverable, undefined);
    const line_items = [{ item: { id: mug } }];
    const changed = await at.agent.put(`/checkout-sessions/${session.id}`, {
      line_items,
      destination: brazil,
    });
    assert.equal(bodyOf(200, changed).undeliverable, true);
    const cart = bodyOf(201, await at.agent.createCart([mug], { destination: brazil }));
    assert.equal(cart.undeliverable, true);
    assert.equal((await at.agent.quote([mug], brazil)).body.undeliverable, true);
    assert.equal((await at.agent.quote([mug], home)).body.undeliverable, undefined);
  });

  it('says the same of a destination in quotes, sessions and carts, of territories with their own codes too', async () => {
    const { mug } = goods;
    for (const country of ['US', 'us', 'PR', 'pr', 'GU', 'XK', 'IE']) {
      const destination = { country };
      const { undeliverable } = bodyOf(200, await at.agent.quote([mug], destination));
      const session = await newSession(at.agent, { destination }, [mug]);
      const cart = bodyOf(201, await at.agent.createCart([mug], { destination }));
      assert.deepEqual([session.undeliverable, cart.undeliverable], [undeliverable, undeliverable], country);
    }
  });
});
