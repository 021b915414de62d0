import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { CartRequest, PlatformCart } from '../../../../src/store-platforms/store-platform.ts';
import { payCheckout } from '../../../../testing/pay-checkout.ts';
import { assertAddsUp } from '../battery/checks.ts';
import { caller } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

/** 14.50, and it is a mug. */
const MUG = 'gid://woocommerce/ProductVariant/3200';
/** 20.00, and it is none. */
const APRON = 'gid://woocommerce/ProductVariant/601';

async function cartWith(
  t: TestContext,
  codes: string[],
  changes: Partial<CartRequest> = {},
): Promise<PlatformCart> {
  const { platform, shop } = await openSimulatedShop();
  t.after(() => shop.close());
  const lines = [{ variantId: MUG, quantity: 1 }];
  const cart = await platform.createCart(
    { cartId: randomUUID(), lines, discountCodes: codes, ...changes },
    caller,
  );
  assertAddsUp(cart.totals);
  return cart;
}

const outcome = ({ discounts }: PlatformCart) => ({
  applied: discounts.applied.map(({ code, amount }) => [code, amount]),
  rejected: discounts.rejected.map(({ code, reason, message }) => [code, reason, message]),
});

describe('a code that WooCommerce refuses', () => {
  const refusals = [
    [
      'unknown',
      'Nope',
      'discount_code_invalid',
      'Coupon "nope" cannot be applied because it does not exist.',
    ],
    ['expired', 'EXPIRED5', 'discount_code_expired', 'Coupon "expired5" has expired.'],
    [
      'below its minimum',
      'BIG100',
      'discount_code_minimum_not_met',
      'The minimum spend for coupon "big100" is $100.00.',
    ],
    [
      'used up',
      'USEDUP',
      'discount_code_usage_limit_reached',
      'Usage limit for coupon "usedup" has been reached. Please try again after some time, or contact us for help.',
    ],
    [
      'for one e-mail address, while none is known',
      'VIP',
      'discount_code_user_ineligible',
      'Please enter a valid email at checkout to use coupon code "vip".',
    ],
  ] as const;
  for (const [what, code, reason, message] of refusals)
    it(`gets ${reason} when it is ${what}`, async (t) => {
      const cart = await cartWith(t, [code]);
      assert.deepEqual(outcome(cart), { applied: [], rejected: [[code, reason, message]] });
      assert.equal(cart.totals.discount, 0);
    });

  it('gets discount_code_invalid above its maximum, and the message says why', async (t) => {
    const cart = await cartWith(t, ['MAX50'], { lines: [{ variantId: MUG, quantity: 4 }] });
    const message = 'The maximum spend for coupon "max50" is $50.00.';
    assert.deepEqual(outcome(cart).rejected, [['MAX50', 'discount_code_invalid', message]]);
  });

  it('gets discount_code_invalid when it is not for these goods, and the message says why', async (t) => {
    const cart = await cartWith(t, ['MUGSONLY'], { lines: [{ variantId: APRON, quantity: 1 }] });
    const message = 'Sorry, coupon "mugsonly" is not applicable to selected products.';
    assert.deepEqual(outcome(cart).rejected, [['MUGSONLY', 'discount_code_invalid', message]]);
  });

  it('gets discount_code_user_ineligible when it is for another e-mail address', async (t) => {
    const cart = await cartWith(t, ['VIP'], { buyer: { email: 'jane@example.com' } });
    const reasons = outcome(cart).rejected.map(([, reason]) => reason);
    assert.deepEqual(reasons, ['discount_code_user_ineligible']);
  });

  it('gets discount_code_combination_disallowed beside one for individual use, before or after it', async (t) => {
    for (const codes of [
      ['SOLO', 'SUMMER10'],
      ['SUMMER10', 'SOLO'],
    ]) {
      const cart = await cartWith(t, codes);
      const message =
        'Sorry, coupon "solo" has already been applied and cannot be used in conjunction with other coupons.';
      assert.deepEqual(outcome(cart), {
        applied: [['SOLO', 218]],
        rejected: [['SUMMER10', 'discount_code_combination_disallowed', message]],
      });
    }
  });

  it('gets discount_code_usage_limit_reached when the order before has used it up', async (t) => {
    const { platform, shop } = await openSimulatedShop();
    t.after(() => shop.close());
    shop.control.settings.coupons.push({ code: 'ONCE', kind: 'percent', value: '10', usageLimit: 1 });
    const cartRequest = () => ({
      cartId: randomUUID(),
      lines: [{ variantId: MUG, quantity: 1 }],
      discountCodes: ['ONCE'],
    });
    const first = await platform.createCart(cartRequest(), caller);
    assert.deepEqual(first.discounts.applied, [{ code: 'ONCE', amount: 145 }]);
    await payCheckout(first.continueUrl);
    const second = await platform.createCart(cartRequest(), caller);
    assert.equal(second.discounts.rejected[0]?.reason, 'discount_code_usage_limit_reached');
  });
});

describe('a code that WooCommerce takes', () => {
  it('applies a discount code once, however often and in whatever case it is named', async (t) => {
    const cart = await cartWith(t, ['SUMMER10', ' summer10 ', 'SUMMER10']);
    assert.deepEqual(cart.discounts, { applied: [{ code: 'SUMMER10', amount: 145 }], rejected: [] });
  });

  it('counts for the goods that it is for', async (t) => {
    const lines = [MUG, APRON].map((variantId) => ({ variantId, quantity: 1 }));
    const cart = await cartWith(t, ['MUGSONLY'], { lines });
    assert.deepEqual(cart.discounts, { applied: [{ code: 'MUGSONLY', amount: 290 }], rejected: [] });
    assert.equal(cart.totals.discount, 290);
  });

  it('counts for the buyer that it is for', async (t) => {
    const cart = await cartWith(t, ['VIP'], { buyer: { email: 'vip@example.com' } });
    assert.deepEqual(cart.discounts, { applied: [{ code: 'VIP', amount: 363 }], rejected: [] });
  });

  it('takes nothing off the goods, and the shipping off the order, when it is for free shipping', async (t) => {
    const { platform, shop } = await openSimulatedShop();
    t.after(() => shop.close());
    const sessionId = randomUUID();
    const lines = [{ variantId: MUG, quantity: 1 }];
    const cartRequest = { cartId: randomUUID(), sessionId, lines, discountCodes: ['FREESHIP'] };
    const cart = await platform.createCart(cartRequest, caller);
    assert.deepEqual(cart.discounts, { applied: [{ code: 'FREESHIP', amount: 0 }], rejected: [] });
    assert.equal(cart.totals.discount, 0);
    assertAddsUp(cart.totals);
    await payCheckout(cart.continueUrl);
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
});
