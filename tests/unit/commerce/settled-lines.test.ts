import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeLineSubtotal, type Totals } from '../../../src/commerce/checkout/cart.ts';
import { settleLines } from '../../../src/commerce/checkout/settled-lines.ts';
import { seeded, seedOf } from '../../../testing/seeded.ts';

const totals = (subtotal: number, more: Partial<Totals> = {}): Totals => ({
  subtotal,
  discount: 0,
  tax: 0,
  shipping: null,
  total: subtotal,
  ...more,
});

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

describe('settled lines', () => {
  it('keeps lines that make the subtotal as they are, without a member for it', () => {
    const lines = [{ price: 1450, quantity: 2, subtotal: 2900 }];
    assert.deepEqual(settleLines(lines, totals(2900), 'USD'), {
      lines: [{ price: 1450, quantity: 2 }],
      totals: totals(2900),
    });
  });

  it('take up a cent that rounding has left over', () => {
    const lines = [{ price: 1343, quantity: 2, subtotal: 2685 }];
    const { lines: settled } = settleLines(lines, totals(2686, { total: 2901 }), 'USD');
    assert.deepEqual(settled.map(computeLineSubtotal), [2686]);
  });

  it('take up more in a shop that charges whole major units only', () => {
    const lines = [
      { price: 1680, quantity: 3 },
      { price: 83, quantity: 7 },
    ];
    const whole = totals(5600, { tax: 1600, total: 7200 });
    assert.deepEqual(settleLines(lines, whole, 'EUR').lines.map(computeLineSubtotal), [5021, 579]);
    const cents = settleLines(lines, totals(5600, { tax: 1601, total: 7201 }), 'EUR');
    assert.deepEqual(cents.lines, lines, 'a shop that charges cents does not round so far');
    assert.equal(cents.totals.fees, -21);
  });

  it('take up more in a shop that charges tenths of the major unit', () => {
    const lines = [
      { price: 1999, quantity: 3 },
      { price: 1234, quantity: 7 },
    ];
    const tenths = settleLines(lines, totals(14620, { tax: 1670, total: 16290 }), 'HKD');
    assert.deepEqual([tenths.totals.fees, tenths.lines.map(computeLineSubtotal)], [undefined, [5991, 8629]]);
    const dinars = [{ price: 1996, quantity: 7 }];
    assert.deepEqual(settleLines(dinars, totals(13980), 'KWD').lines.map(computeLineSubtotal), [13980]);
  });

  it('leave to the fees what the shop reports as fees, and what no rounding explains', () => {
    const lines = [{ price: 1000, quantity: 1 }];
    assert.equal(settleLines(lines, totals(1500), 'USD').totals.fees, 500);
    const reported = settleLines(lines, totals(1501, { fees: 500, total: 1501 }), 'USD');
    assert.deepEqual([reported.totals.fees, reported.lines.map(computeLineSubtotal)], [500, [1001]]);
    assert.equal(settleLines(lines, totals(1000, { fees: 0 }), 'USD').totals.fees, undefined);
  });

  it('make the subtotal with the fees, whatever the lines, and none becomes negative', () => {
    const chance = seeded(seedOf('SETTLED_SEED'));
    for (let round = 0; round < 500; round += 1) {
      const lines = Array.from({ length: chance.whole(0, 6) }, () => ({
        price: chance.whole(0, 50_000),
        quantity: chance.whole(1, 9),
      }));
      const subtotal = Math.max(0, sum(lines.map(computeLineSubtotal)) + chance.whole(-300, 300));
      const currency = ['USD', 'JPY', 'KWD'][chance.whole(0, 2)] ?? 'USD';
      const settled = settleLines(lines, totals(subtotal, { total: chance.whole(0, 99) * 100 }), currency);
      const costs = settled.lines.map(computeLineSubtotal);
      assert.equal(sum(costs) + (settled.totals.fees ?? 0), subtotal);
      assert.ok(costs.every((cost) => cost >= 0));
    }
  });
});
