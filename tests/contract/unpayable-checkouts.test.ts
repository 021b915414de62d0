import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, newSession, pay } from '../../testing/agent.ts';
import { findUnlimited, inShop, onEveryStore, type Somewhere } from '../../testing/everywhere.ts';
import { openCheckout, payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { ucpAgentOf } from '../../testing/ucp-agent.ts';
import { type Checkout, shopperAt } from '../shopping/shopper.ts';

onEveryStore('checkout that the buyer cannot pay any more', (at) => {
  /** Lets the shop be asked again, and its events arrive. */
  async function later(): Promise<void> {
    at.running.advance(60_000);
    await at.running.settle();
  }

  it('names what has sold out and the call that repairs it, in every protocol', async () => {
    const [mug, lamp] = [await findUnlimited(at, 'mug'), await findUnlimited(at, 'lamp')];
    const session = await newSession(at.agent, {}, [mug, lamp]);
    at.running.advance(1_000);
    await sellOut(at, mug);
    await later();
    const read = bodyOf(200, await at.agent.readSession(session.id));
    assert.equal(read.problem?.code, 'item_unavailable');
    assert.deepEqual(
      read.problem.items?.map(({ id, reason }) => [id, reason]),
      [[mug, 'out_of_stock']],
    );
    assert.deepEqual(read.problem.next, { method: 'PUT', href: session._links.self });

    const shopper = shopperAt(at);
    const checkout = await shopper.call<Checkout>('get_checkout', { checkout_id: session.id });
    assert.match(checkout.note ?? '', /cannot pay this checkout.*out of stock.*update_checkout/s);
    assert.doesNotMatch(checkout.note ?? '', /Ask the buyer to pay/);
    assert.equal(checkout.checkout_url, undefined);

    const official = (await ucpAgentOf(at).get(`/checkout-sessions/${session.id}`)).body;
    assert.deepEqual([official.status, official.continue_url], ['incomplete', undefined]);
    const message = official.messages?.find(({ code }) => code === 'out_of_stock');
    assert.deepEqual([message?.severity, message?.path], ['recoverable', '$.line_items[0]']);

    const { tool = '', arguments: args = {} } = checkout.next ?? {};
    const repaired = await shopper.call<Checkout>(tool, args);
    assert.deepEqual([repaired.problem, repaired.items.length], [undefined, 1]);
    assert.ok(repaired.checkout_url);
    await pay({ continue_url: repaired.checkout_url });
    assert.equal(bodyOf(200, await at.agent.complete(session.id)).payment, 'verified');
    inShop(at, mug).stock = null;
  });

  it('drops the problem once the shop has the goods again', async () => {
    const mug = await findUnlimited(at, 'mug');
    const session = await newSession(at.agent, {}, [mug]);
    at.running.advance(1_000);
    await sellOut(at, mug);
    await later();
    assert.ok(bodyOf(200, await at.agent.readSession(session.id)).problem);
    await sellOut(at, mug, null);
    await later();
    assert.equal(bodyOf(200, await at.agent.readSession(session.id)).problem, undefined);
  });

  const onWooCommerce = at.platform === 'woocommerce' ? it : () => undefined;
  onWooCommerce('reads what events have not said: goods and carts that are gone', async () => {
    const mug = await findUnlimited(at, 'mug');
    const session = await newSession(at.agent, {}, [[mug, 3]]);
    const readLater = async () => {
      at.running.advance(60_000);
      return bodyOf(200, await at.agent.readSession(session.id)).problem;
    };
    inShop(at, mug).stock = 2;
    const short = await readLater();
    assert.deepEqual(pluck(short?.items, 'reason', 'available'), [['insufficient_stock', 2]]);
    inShop(at, mug).stock = null;
    at.running.shop(at.slug).control.expireCarts();
    assert.equal((await readLater())?.code, 'cart_expired');
    const checkout = await shopperAt(at).call<Checkout>('get_checkout', { checkout_id: session.id });
    const { tool = '', arguments: args = {} } = checkout.next ?? {};
    const { checkout_url } = await shopperAt(at).call<Checkout>(tool, args);
    await pay({ continue_url: checkout_url ?? null });
    assert.equal(bodyOf(200, await at.agent.complete(session.id)).payment, 'verified');
  });

  onWooCommerce('goes on asking the shop after a payment that was declined', async (t) => {
    const mug = await findUnlimited(at, 'mug');
    const session = await newSession(at.agent, {}, [mug]);
    await assert.rejects(payCheckout(session.continue_url ?? '', { payment: 'declined' }), /refused/);
    await later();
    assert.equal(bodyOf(200, await at.agent.readSession(session.id)).problem, undefined);
    t.after(() => {
      inShop(at, mug).stock = null;
    });
    await sellOut(at, mug);
    await later();
    assert.equal(bodyOf(200, await at.agent.readSession(session.id)).problem?.code, 'item_unavailable');
    const checkout = await shopperAt(at).call<Checkout>('get_checkout', { checkout_id: session.id });
    assert.match(checkout.note ?? '', /cannot pay this checkout/);
  });

  onWooCommerce(
    'says the sentence of a checkout that has refused its buyer, in every protocol',
    async (t) => {
      const mug = await findUnlimited(at, 'mug');
      const { id, continue_url, _links } = await newSession(at.agent, {}, [mug]);
      const { settings } = at.running.shop(at.slug).control;
      t.after(() => delete settings.cartPlugins);
      settings.cartPlugins = { minimumOrder: { amount: '5000.00', sentence: MINIMUM } };
      assert.match((await openCheckout(continue_url ?? '')).html, /Our minimum order is/);
      await later();
      const read = bodyOf(200, await at.agent.readSession(id));
      assert.equal(read.problem?.code, 'checkout_refused');
      assert.match(read.problem.message, /Our minimum order is \$5,000\./);
      assert.deepEqual(read.problem.next, { method: 'PUT', href: _links.self });
      const shopper = shopperAt(at);
      const checkout = await shopper.call<Checkout>('get_checkout', { checkout_id: id });
      assert.match(checkout.note ?? '', /Our minimum order is \$5,000\..*update_checkout/);
      assert.doesNotMatch(checkout.note ?? '', /Call get_checkout|Ask the buyer/);
      assert.equal(checkout.checkout_url, undefined);
      const official = (await ucpAgentOf(at).get(`/checkout-sessions/${id}`)).body;
      assert.deepEqual([official.status, official.continue_url], ['incomplete', undefined]);
      const message = official.messages?.find(({ code }) => code === 'checkout_refused');
      assert.match(message?.content ?? '', /Our minimum order is \$5,000\..*Update the checkout/);
      const { tool = '' } = checkout.next ?? {};
      const items = [{ id: mug, quantity: 500 }];
      const repaired = await shopper.call<Checkout>(tool, { checkout_id: id, items });
      assert.equal(repaired.problem, undefined);
      await pay({ continue_url: repaired.checkout_url ?? null });
      assert.equal(bodyOf(200, await at.agent.complete(id)).payment, 'verified');
    },
  );

  onWooCommerce('says the sentence of a plugin that has refused the order at the button', async (t) => {
    const mug = await findUnlimited(at, 'mug');
    const { id, continue_url } = await newSession(at.agent, {}, [mug]);
    const { settings } = at.running.shop(at.slug).control;
    t.after(() => delete settings.cartPlugins);
    settings.cartPlugins = { refusesOrders: ISLANDS };
    await assert.rejects(payCheckout(continue_url ?? ''), /refused/);
    await openCheckout(continue_url ?? '');
    await later();
    const read = bodyOf(200, await at.agent.readSession(id));
    assert.deepEqual([read.status, read.problem?.code], ['requires_escalation', 'checkout_refused']);
    assert.match(read.problem?.message ?? '', /It says: We ship no mugs to islands\./);
    const shopper = shopperAt(at);
    const checkout = await shopper.call<Checkout>('get_checkout', { checkout_id: id });
    assert.match(
      checkout.note ?? '',
      /cannot pay this checkout.*We ship no mugs to islands\..*update_checkout/s,
    );
    assert.doesNotMatch(checkout.note ?? '', /Call get_checkout|Ask the buyer/);
    assert.equal(checkout.checkout_url, undefined);
    const official = (await ucpAgentOf(at).get(`/checkout-sessions/${id}`)).body;
    assert.deepEqual([official.status, official.continue_url], ['incomplete', undefined]);
    delete settings.cartPlugins;
    const { tool = '' } = checkout.next ?? {};
    const items = [{ id: mug, quantity: 2 }];
    const repaired = await shopper.call<Checkout>(tool, { checkout_id: id, items });
    assert.equal(repaired.problem, undefined);
    await pay({ continue_url: repaired.checkout_url ?? null });
    assert.equal(bodyOf(200, await at.agent.complete(id)).payment, 'verified');
  });
});

const ISLANDS = 'We ship no mugs to islands.';
const MINIMUM = 'Our minimum order is $5,000.';

/** Sets a variant's stock in the shop, whose event reaches the service. */
async function sellOut(at: Somewhere, variantId: string, stock: number | null = 0): Promise<void> {
  inShop(at, variantId).stock = stock;
  const { control } = at.running.shop(at.slug);
  const product = control.products.find(({ variants }) =>
    variants.some(({ id }) => variantId.endsWith(`/${id}`)),
  );
  control.touchProduct(product?.id ?? 0);
}
