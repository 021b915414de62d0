import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderLineReceipt, renderReceipt } from '../../src/protocols/ucp/content/receipt.ts';
import { assertSums } from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';

type Lines = Parameters<typeof renderReceipt>[0];

function receiptOf(lines: Lines, totals: Parameters<typeof renderReceipt>[1]) {
  const entries = renderReceipt(lines, totals);
  assertSums({
    totals: entries,
    line_items: lines.map((line) => ({ totals: renderLineReceipt(line) })) as never,
  });
  officialSchemas('2026-08-25').response('schemas/common/types/totals.json')(entries);
  officialSchemas('2026-04-08').response('schemas/shopping/types/totals.json')(entries);
  return Object.fromEntries(entries.map(({ type, amount }) => [type, amount]));
}

const lines: Lines = [
  { price: 1000, quantity: 2, discount: 200 },
  { price: 500, quantity: 1, discount: 0 },
];

describe('an official receipt', () => {
  it('parts what is off the lines from what is off the order', () => {
    const totals = { subtotal: 2500, discount: 300, tax: 100, shipping: 500, total: 2800 };
    assert.deepEqual(receiptOf(lines, totals), {
      subtotal: 2500,
      items_discount: -200,
      discount: -100,
      fulfillment: 500,
      tax: 100,
      total: 2800,
    });
  });

  it('leaves a discount with the order when the shop does not report it by line', () => {
    const withoutDiscount = lines.map(({ price, quantity }) => ({ price, quantity }));
    const totals = { subtotal: 2500, discount: 200, tax: 0, shipping: null, total: 2300 };
    assert.deepEqual(receiptOf(withoutDiscount, totals), { subtotal: 2500, discount: -200, total: 2300 });
  });

  it('takes the subtotal of a line where rounding makes it another amount than price times quantity', () => {
    const rounded: Lines = [{ price: 1680, quantity: 3, subtotal: 5021, discount: 0 }];
    const totals = { subtotal: 5021, discount: 0, tax: 979, shipping: null, total: 6000 };
    assert.deepEqual(receiptOf(rounded, totals), { subtotal: 5021, tax: 979, total: 6000 });
  });

  it('lists fees apart from the lines, and what no line and no fee explains as an adjustment', () => {
    const fee = { subtotal: 2800, discount: 200, tax: 0, shipping: null, total: 2600, fees: 300 };
    assert.deepEqual(receiptOf(lines, fee), {
      subtotal: 2500,
      items_discount: -200,
      fee: 300,
      total: 2600,
    });
    const { fees: _, ...unexplained } = fee;
    assert.equal(receiptOf(lines, unexplained).adjustment, 300);
    const rebate = { ...fee, subtotal: 2400, total: 2200, fees: -100 };
    assert.equal(receiptOf(lines, rebate).adjustment, -100);
  });

  it('includes tax that a rebate above the goods makes negative in the adjustment', () => {
    const credit = { subtotal: -250, discount: 0, tax: -71, shipping: 750, total: 429, fees: -2750 };
    assert.deepEqual(receiptOf([{ price: 2500, quantity: 1 }], credit), {
      subtotal: 2500,
      fulfillment: 750,
      adjustment: -2821,
      total: 429,
    });
  });
});
