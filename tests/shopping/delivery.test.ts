import assert from 'node:assert/strict';
import { it } from 'node:test';
import { everywhere } from '../../testing/everywhere.ts';
import { openCheckout, payCheckout } from '../../testing/pay-checkout.ts';
import { pluck } from '../../testing/pluck.ts';
import { whileOff } from '../../testing/switches.ts';
import { type Checkout, idsOf, shopperAt } from './shopper.ts';

const HOME = {
  country: 'US',
  region: 'IL',
  postal_code: '62704',
  city: 'Springfield',
  address: '12 Maple St',
};

everywhere('delivery of a checkout, for models', (at) => {
  const shopper = () => shopperAt(at);
  const taxed = at.platform === 'woocommerce';
  const items = async () => [{ id: (await idsOf(shopper())).single, quantity: 1 }];
  const create = async (args: object) =>
    shopper().call<Checkout>('create_checkout', { items: await items(), ...args });

  it('answers the whole total, and the options with their prices as in the sums', async () => {
    const checkout = await create(HOME);
    assert.deepEqual(pluck(checkout.shipping_options, 'title', 'price', 'tax', 'selected'), [
      ['Standard', '5.00', taxed ? '0.40' : undefined, true],
      ['Express', '15.00', taxed ? '1.20' : undefined, undefined],
    ]);
    assert.equal(checkout.shipping, '5.00');
    const parts = [checkout.subtotal, checkout.shipping, checkout.tax ?? '0'].map(Number);
    assert.equal(Number(checkout.total).toFixed(2), parts.reduce((sum, each) => sum + each, 0).toFixed(2));
  });

  it('takes an option by its title at once, and fills in the shop’s page', async () => {
    const checkout = await create({ ...HOME, shipping_option: 'express' });
    assert.equal(checkout.shipping, '15.00');
    const { html: page } = await openCheckout(checkout.checkout_url ?? '');
    assert.match(page, /value="12 Maple St"/);
    assert.match(page, /value="express" checked/);
    await payCheckout(checkout.checkout_url ?? '');
    const orders = at.running.shop(at.slug).control.orders();
    const order = orders.find(({ sessionId }) => sessionId === checkout.id);
    if (taxed) assert.equal(order?.total, checkout.total);
  });

  it('takes destination and option by an update, and keeps both over the next one', async () => {
    const { id: checkout_id } = await create({});
    const update = (args: object) => shopper().call<Checkout>('update_checkout', { checkout_id, ...args });
    assert.equal((await update(HOME)).shipping, '5.00');
    assert.equal((await update({ shipping_option: 'Express' })).shipping, '15.00');
    const more = await update({ items: [{ ...(await items())[0], quantity: 2 }] });
    assert.equal(more.shipping, '15.00');
  });

  it('names the argument that the shop does not honor, and changes nothing', async () => {
    const { id: checkout_id, total } = await create(HOME);
    for (const [args, field] of [
      [{ country: 'BR' }, 'country'],
      [{ shipping_option: 'drone' }, 'shipping_option'],
    ] as const) {
      const { error, next } = await shopper().failed('update_checkout', { checkout_id, ...args });
      assert.deepEqual(
        [error.code, error.field, next?.tool],
        ['address_undeliverable', field, 'update_checkout'],
      );
    }
    assert.equal((await shopper().call<Checkout>('update_checkout', { checkout_id })).total, total);
    const { error } = await shopper().failed('create_checkout', {
      items: await items(),
      shipping_option: 'Express',
    });
    assert.equal(error.field, 'country');
  });

  it('creates the checkout all the same, with a note', async () => {
    assert.match((await create({ country: 'BR' })).note ?? '', /does not deliver there/);
    assert.match((await create({ ...HOME, shipping_option: 'drone' })).note ?? '', /Standard is selected/);
  });

  it('uses neither while the merchant has switched quotes off', () =>
    whileOff(at, 'fulfillment', async () => {
      const checkout = await create({ ...HOME, shipping_option: 'Express' });
      assert.equal(checkout.shipping, undefined);
      assert.equal(checkout.shipping_options, undefined);
    }));
});
