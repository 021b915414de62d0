import assert from 'node:assert/strict';
import type { Cart, Order, Session } from './agent.ts';

/** Asserts subtotal - discount + tax + shipping = total, with the lines as subtotal and the codes as discount. */
export function assertAddsUp(answer: Pick<Session | Cart, 'totals' | 'line_items' | 'discounts'>): void {
  assertTotalsAddUp(answer.totals);
  const lines = answer.line_items.reduce((sum, { subtotal }) => sum + subtotal, answer.totals.fees ?? 0);
  assert.equal(lines, answer.totals.subtotal, 'the lines make the subtotal');
  const applied = answer.discounts?.applied.reduce((sum, code) => sum + code.amount, 0) ?? 0;
  assert.equal(applied, answer.totals.discount, 'the codes make the discount');
}

export function assertOrderAddsUp({ totals, line_items }: Order): void {
  assertTotalsAddUp(totals);
  const lines = line_items.reduce((sum, { subtotal }) => sum + subtotal, totals.fees ?? 0);
  assert.equal(lines, totals.subtotal, 'the lines make the subtotal');
}

function assertTotalsAddUp(totals: Session['totals']): void {
  const { subtotal, discount, tax, shipping = 0, total } = totals;
  for (const amount of [subtotal, discount, tax, shipping, total]) assert.ok(Number.isSafeInteger(amount));
  assert.equal(subtotal - discount + tax + shipping, total, 'the totals add up');
}
