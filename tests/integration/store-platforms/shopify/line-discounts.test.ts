import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitLineDiscounts } from '../../../../src/store-platforms/shopify/carts/totals.ts';
import { cartFields } from '../../../../src/store-platforms/shopify/client/operations.generated.ts';
import { type CartShape, cartShape, usd } from './scripted-shopify.ts';

const application = (amount: string, names: object, targetType = 'LINE_ITEM') => ({
  targetType,
  totalAllocatedAmount: usd(amount),
  ...names,
});
const allocation = (amount: string, names: object, targetType = 'LINE_ITEM') => ({
  targetType,
  discountedAmount: usd(amount),
  ...names,
});
const line = (variant: number, allocations: object[]) => ({
  variant,
  quantity: 1,
  price: '50.0',
  allocations,
});

/** Discounts by line, in the order of the cart. */
function shares(shape: CartShape) {
  const cart = cartFields.parse(cartShape(shape));
  const byLine = splitLineDiscounts(cart);
  return byLine && cart.lines.nodes.map(({ id }) => byLine.get(id));
}

const SAVE = { code: 'SAVE' };
const SALE = { title: 'Spring sale' };
const save = (amount: number) => ({ code: 'SAVE', title: 'SAVE', amount });

describe('Shopify discounts of lines', () => {
  it('reports discounts of lines by code and title, whatever the spelling, and without shipping', () => {
    const lines = [
      line(1, [allocation('5.0', { code: 'save' }), allocation('2.5', SALE)]),
      line(2, [allocation('5.0', SAVE), allocation('3.0', { code: 'SHIP' }, 'SHIPPING_LINE')]),
    ];
    const applications = [
      application('10.0', SAVE),
      application('2.5', SALE),
      application('3.0', { code: 'SHIP' }, 'SHIPPING_LINE'),
    ];
    assert.deepEqual(shares({ lines, applications, total: '87.5' }), [
      [save(500), { code: null, title: 'Spring sale', amount: 250 }],
      [save(500)],
    ]);
  });

  it('make the whole of their discount also where each was rounded by itself', () => {
    const thirds = [1, 2, 3].map((variant) => line(variant, [allocation('3.333', SAVE)]));
    const applications = [application('10.0', SAVE)];
    assert.deepEqual(shares({ lines: thirds, applications, total: '140.0' }), [
      [save(334)],
      [save(333)],
      [save(333)],
    ]);
  });

  it('omits discounts of lines when the lines do not add up to the cart’s discounts', () => {
    const lines = [line(1, [allocation('5.0', SAVE)])];
    assert.equal(shares({ lines, applications: [application('10.0', SAVE)], total: '90.0' }), undefined);
    assert.equal(shares({ lines, applications: [], total: '95.0' }), undefined);
    const tooMuch = [line(1, [allocation('60.0', SAVE)])];
    const shared = shares({ lines: tooMuch, applications: [application('60.0', SAVE)], total: '0.0' });
    assert.equal(shared, undefined);
  });
});
