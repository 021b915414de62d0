import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeTotals } from '../../../../src/store-platforms/shopify/carts/totals.ts';
import { cartFields } from '../../../../src/store-platforms/shopify/client/operations.generated.ts';
import { money } from '../../../../src/store-platforms/shopify/wire.ts';
import { type CartShape, cartShape, usd } from './scripted-shopify.ts';

function totals(shape: CartShape) {
  const result = computeTotals(cartFields.parse(cartShape(shape)));
  const { subtotal, discount, tax, shipping, total } = result;
  assert.equal(subtotal - discount + tax + (shipping ?? 0), total);
  return result;
}

const lines = [{ variant: 1, quantity: 4, price: '25.0' }];
const onLines = (amount: string, code?: string) => ({
  targetType: 'LINE_ITEM',
  totalAllocatedAmount: usd(amount),
  ...(code ? { code } : {}),
});

describe('Shopify cart totals', () => {
  it('add up, with no tax and no shipping before the checkout', () => {
    const plain = totals({ lines, total: '100.0' });
    assert.deepEqual(plain, { subtotal: 10000, discount: 0, tax: 0, shipping: null, total: 10000 });
  });

  it('automatic discounts count though no code was sent', () => {
    const applications = [onLines('10.0', 'SAVE'), onLines('5.5')];
    assert.equal(totals({ lines, applications, total: '84.5' }).discount, 1550);
  });

  it('a discount that the cart does not list is seen by what the total lacks', () =>
    assert.equal(totals({ lines, applications: [onLines('10.0')], total: '80.0' }).discount, 2000));

  it('a gift card pays, and is no discount', () => {
    const paid = totals({ lines, giftCards: ['30.0', '1.25'], total: '68.75' });
    assert.deepEqual([paid.discount, paid.total], [0, 10000]);
  });

  it('count as shipping what the buyer’s chosen shipping adds', () => {
    const priced = totals({ lines, applications: [onLines('10.0')], total: '95.0' });
    assert.deepEqual([priced.discount, priced.shipping], [1000, 500]);
  });

  it('fractions of a minor unit are rounding, neither discount nor shipping', () => {
    const odd = { variant: 1, quantity: 3, price: '0.333' };
    const shape = cartFields.parse(cartShape({ lines: [odd, { ...odd, variant: 2 }], total: '2.0' }));
    for (const line of shape.lines.nodes) line.cost.subtotalAmount.amount = 100;
    shape.cost.totalAmount.amount = 199;
    assert.deepEqual(computeTotals(shape), {
      subtotal: 199,
      discount: 0,
      tax: 0,
      shipping: null,
      total: 199,
    });
  });

  it('prices are read by string arithmetic with the currency’s own exponent', () => {
    for (const [amount, currencyCode, minor] of [
      ['12.5', 'USD', 1250],
      ['0.0', 'USD', 0],
      ['29.999', 'USD', 3000],
      ['1.005', 'USD', 101],
      ['4503599627370.01', 'USD', 450359962737001],
      ['1200.0', 'JPY', 1200],
      ['7.25', 'KWD', 7250],
      ['1.2345', 'KWD', 1235],
    ] as const)
      assert.equal(money.parse({ amount, currencyCode }).amount, minor, `${amount} ${currencyCode}`);
    assert.equal(money.safeParse({ amount: 'NaN', currencyCode: 'USD' }).success, false);
  });
});
