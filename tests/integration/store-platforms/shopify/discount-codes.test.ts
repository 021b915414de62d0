import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REJECTION_REASONS } from '../../../../src/commerce/checkout/cart.ts';
import { classifyDiscounts, VERDICTS } from '../../../../src/store-platforms/shopify/carts/discount-codes.ts';
import { cartFields } from '../../../../src/store-platforms/shopify/client/operations.generated.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { type CartShape, cartShape, usd } from './scripted-shopify.ts';

const UNKNOWN = { code: 'DISCOUNT_NOT_FOUND', message: 'Enter a valid discount code' };
const EXPIRED = { code: 'DISCOUNT_CURRENTLY_INACTIVE', message: 'This discount is not valid anymore' };
const minimum = (code: string) => ({
  code: 'DISCOUNT_PURCHASE_NOT_IN_RANGE',
  message: `The ${code} discount code is not valid for the items in your cart`,
});

/** A cart whose codes are refused, but for those marked with `+`. */
function cartWith(codes: string[], shape: Partial<CartShape> = {}) {
  const cartCodes = codes.map((code) => ({ code: code.replace('+', ''), applicable: code.startsWith('+') }));
  return cartFields.parse(cartShape({ codes: cartCodes, total: '0.0', ...shape }));
}

function reasonsOf(codes: string[], warnings: { code: string; message: string }[]): Record<string, string> {
  const plainCodes = codes.map((code) => code.replace('+', ''));
  const { rejected } = classifyDiscounts(cartWith(codes), warnings, plainCodes);
  return Object.fromEntries(rejected.map(({ code, reason }) => [code, reason]));
}

describe('Shopify discount codes: rejected by warnings that name the cart, not the code', () => {
  it('a warning that holds a code is about it, wherever it stands; the rest pair in order', () => {
    const warnings = [minimum('BIG100'), UNKNOWN, EXPIRED];
    assert.deepEqual(reasonsOf(['NOPE', 'OLD', 'BIG100'], warnings), {
      NOPE: 'discount_code_invalid',
      OLD: 'discount_code_expired',
      BIG100: 'discount_code_minimum_not_met',
    });
  });

  it('BIG does not take the warning of BIG100', () =>
    assert.deepEqual(reasonsOf(['BIG', 'BIG100'], [minimum('BIG100'), EXPIRED]), {
      BIG: 'discount_code_expired',
      BIG100: 'discount_code_minimum_not_met',
    }));

  it('two unknown codes keep their two equal warnings', () =>
    assert.deepEqual(reasonsOf(['A1', 'B2'], [UNKNOWN, UNKNOWN]), {
      A1: 'discount_code_invalid',
      B2: 'discount_code_invalid',
    }));

  it('repeated warnings are reported once', () =>
    assert.deepEqual(reasonsOf(['A1', 'OLD'], [UNKNOWN, EXPIRED, UNKNOWN, EXPIRED]), {
      A1: 'discount_code_invalid',
      OLD: 'discount_code_expired',
    }));

  it('warnings about other things are not about codes', () => {
    const stock = { code: 'MERCHANDISE_OUT_OF_STOCK', message: 'Sold out' };
    assert.deepEqual(reasonsOf(['OLD'], [stock, EXPIRED]), { OLD: 'discount_code_expired' });
  });

  it('a code that is refused in silence is invalid, and beside one that is taken it cannot be combined', () => {
    assert.deepEqual(reasonsOf(['HUSH'], []), { HUSH: 'discount_code_invalid' });
    assert.deepEqual(reasonsOf(['+TAKEN', 'HUSH'], []), { HUSH: 'discount_code_combination_disallowed' });
  });

  it('a code that did not come back at all is rejected', () => {
    const { applied, rejected } = classifyDiscounts(cartWith([]), [], ['LOST']);
    assert.deepEqual(applied, []);
    assert.equal(rejected[0]?.code, 'LOST');
    assert.ok(rejected[0]?.message);
  });

  it('free shipping without an address is pending: neither an error nor worth anything yet', () => {
    const warning = {
      code: 'DISCOUNT_NO_ENTITLED_SHIPPING_LINES',
      message: 'Not valid for the shipping method',
    };
    const discounts = classifyDiscounts(cartWith(['SHIPFREE']), [warning], ['SHIPFREE']);
    assert.deepEqual(discounts, { applied: [{ code: 'SHIPFREE', amount: 0 }], rejected: [] });
  });

  it('amounts to the sum of its applications to the goods, spelled as it was sent', () => {
    const applications = [
      { targetType: 'LINE_ITEM', totalAllocatedAmount: usd('5.25'), code: 'Save' },
      { targetType: 'LINE_ITEM', totalAllocatedAmount: usd('1.0'), code: 'Save' },
      { targetType: 'SHIPPING_LINE', totalAllocatedAmount: usd('9.0'), code: 'Save' },
      { targetType: 'LINE_ITEM', totalAllocatedAmount: usd('2.0') },
    ];
    const cart = cartWith(['+Save'], { applications });
    assert.deepEqual(classifyDiscounts(cart, [], ['SAVE']).applied, [{ code: 'SAVE', amount: 625 }]);
  });

  it('reports the codes of the cart when none were sent', () => {
    const { applied, rejected } = classifyDiscounts(cartWith(['+SAVE', 'OLD']), [EXPIRED], undefined);
    assert.deepEqual(pluck(applied, 'code'), ['SAVE']);
    assert.deepEqual(pluck(rejected, 'code'), ['OLD']);
  });

  it('maps every warning of Shopify to one of the eight reasons', () => {
    const reasons: readonly string[] = [...REJECTION_REASONS, 'pending'];
    assert.ok(Object.values(VERDICTS).every((verdict) => reasons.includes(verdict)));
  });
});
