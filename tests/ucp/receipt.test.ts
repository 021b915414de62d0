import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineReceipt, receipt } from '../../src/dialects/ucp/receipt.ts';
import { assertSums } from '../support/ucp-agent.ts';
import { officialSchemas } from '../support/ucp-schemas.ts';

type Lines = Parameters<typeof receipt>[0];

function receiptOf(lines: Lines, totals: Parameters<typeof receipt>[1], how = {}) {
  const entries = receipt(lines, totals, how);
  assertSums({ totals: entries, line_items: lines.map((line) => ({ totals: lineReceipt(line) })) as never });
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

  it('leaves a discount with the order where the shop does not tell it by line', () => {
    const untold = lines.map(({ price, quantity }) => ({ price, quantity }));
    const totals = { subtotal: 2500, discount: 200, tax: 0, shipping: null, total: 2300 };
    assert.deepEqual(receiptOf(untold, totals), { subtotal: 2500, discount: -200, total: 2300 });
  });

  it('has what rounding leaves over, and fees, by themselves: the subtotal is that of the lines', () => {
    const totals = { subtotal: 2499, discount: 200, tax: 0, shipping: null, total: 2299 };
    assert.deepEqual(receiptOf(lines, totals), {
      subtotal: 2500,
      items_discount: -200,
      adjustment: -1,
      total: 2299,
    });
    const fee = { subtotal: 2800, discount: 200, tax: 0, shipping: null, total: 2600 };
    assert.equal(receiptOf(lines, fee).adjustment, 300);
  });

  it('adds no tax that the prices hold, and says how much of the total it is', () => {
    const totals = { subtotal: 2100, discount: 200, tax: 400, shipping: 500, total: 2800 };
    const entries = receipt(lines, totals, { taxIncluded: true });
    assert.deepEqual(receiptOf(lines, totals, { taxIncluded: true }), {
      subtotal: 2500,
      items_discount: -200,
      fulfillment: 500,
      total: 2800,
    });
    assert.deepEqual(entries.at(-1)?.lines, [
      { display_text: 'Without tax', amount: 2400 },
      { display_text: 'Tax included', amount: 400 },
    ]);
  });
});
