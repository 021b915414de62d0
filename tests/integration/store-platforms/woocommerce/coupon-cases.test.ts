import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { caller } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

/** 14.50 each. */
const MUG = 'gid://woocommerce/ProductVariant/3200';
/** 20.00 each, and no mug. */
const APRON = 'gid://woocommerce/ProductVariant/601';

async function open(t: TestContext) {
  const opened = await openSimulatedShop();
  t.after(() => opened.shop.close());
  return opened;
}

const requestFor = (variantId: string, quantity: number, discountCodes: string[]) => ({
  cartId: randomUUID(),
  sessionId: randomUUID(),
  lines: [{ variantId, quantity }],
  discountCodes,
});

describe('a code that WooCommerce refuses', () => {
  it('gets the message of WooCommerce in plain text', async (t) => {
    const { platform } = await open(t);
    const messages = {
      Nope: 'Coupon "nope" cannot be applied because it does not exist.',
      EXPIRED5: 'Coupon "expired5" has expired.',
      BIG100: 'The minimum spend for coupon "big100" is $100.00.',
      MAX50: 'The maximum spend for coupon "max50" is $50.00.',
      USEDUP:
        'Usage limit for coupon "usedup" has been reached. Please try again after some time, or contact us for help.',
      MUGSONLY: 'Sorry, coupon "mugsonly" is not applicable to selected products.',
      VIP: 'Please enter a valid email at checkout to use coupon code "vip".',
    };
    const { discounts } = await platform.createCart(requestFor(APRON, 4, Object.keys(messages)), caller);
    const read = discounts.rejected.map(({ code, message }) => [code, message]);
    assert.deepEqual(Object.fromEntries(read), messages);
    const { discounts: alone } = await platform.createCart(requestFor(MUG, 1, ['SUMMER10', 'SOLO']), caller);
    const sorry =
      'Sorry, coupon "solo" has already been applied and cannot be used in conjunction with other coupons.';
    assert.deepEqual(pluck(alone.rejected, 'code', 'message'), [['SUMMER10', sorry]]);
    assert.deepEqual(alone.applied, [{ code: 'SOLO', amount: 218 }]);
  });

  it('gets discount_code_usage_limit_reached when the order before has used it up', async (t) => {
    const { platform, shop } = await open(t);
    shop.control.settings.coupons.push({ code: 'ONCE', kind: 'percent', value: '10', usageLimit: 1 });
    const first = await platform.createCart(requestFor(MUG, 1, ['ONCE']), caller);
    assert.deepEqual(first.discounts.applied, [{ code: 'ONCE', amount: 145 }]);
    await payCheckout(first.continueUrl);
    const second = await platform.createCart(requestFor(MUG, 1, ['ONCE']), caller);
    assert.equal(second.discounts.rejected[0]?.reason, 'discount_code_usage_limit_reached');
  });
});

it('a code for free shipping takes nothing off the goods, and the shipping off the order', async (t) => {
  const { platform } = await open(t);
  const cartRequest = requestFor(MUG, 1, ['FREESHIP']);
  const cart = await platform.createCart(cartRequest, caller);
  assert.deepEqual(cart.discounts, { applied: [{ code: 'FREESHIP', amount: 0 }], rejected: [] });
  assert.equal(cart.totals.discount, 0);
  await payCheckout(cart.continueUrl);
  const { sessionId } = cartRequest;
  const order = await platform.findOrder({ sessionId, cartHandle: cart.handle }, caller);
  assert.deepEqual(order?.totals, {
    subtotal: 1450,
    discount: 0,
    tax: 116,
    shipping: 0,
    total: 1566,
    pricesIncludeTax: false,
  });
});
