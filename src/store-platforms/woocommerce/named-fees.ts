import type { NamedAmount, Totals } from '../../commerce/checkout/cart.ts';
import { sum } from '../../commerce/money/money.ts';
import { plainLine } from './plain-text.ts';

/** Names the fees of totals; those below zero become discounts. `entries`: names as WordPress writes them, without tax. */
export function withNamedFees(totals: Totals, entries: readonly NamedAmount[]): Totals {
  const charges = entries.map(({ name, amount }) => ({ name: plainLine(name) || 'Fee', amount }));
  const feeLines = charges.filter(({ amount }) => amount > 0);
  const discountLines = charges.flatMap(({ name, amount }) => (amount < 0 ? { name, amount: -amount } : []));
  if (feeLines.length + discountLines.length === 0) return totals;
  const off = sum(discountLines.map(({ amount }) => amount));
  return {
    ...totals,
    subtotal: totals.subtotal + off,
    discount: totals.discount + off,
    fees: sum(feeLines.map(({ amount }) => amount)),
    ...(feeLines.length > 0 ? { feeLines } : {}),
    ...(discountLines.length > 0 ? { discountLines } : {}),
  };
}

/** Deposits, wallets and gift cards take their amount off the total alone. */
const OFF_TOTAL = 'Taken off the total by the shop';

/** Counts what the total lacks for lines and fees as a discount of its own, so that the sums add up and no fee is below zero. */
export function withoutNegativeFees({ fees = 0, ...totals }: Totals): Totals {
  const missing = Math.max(0, sum((totals.feeLines ?? []).map(({ amount }) => amount)) - fees);
  return {
    ...totals,
    subtotal: totals.subtotal + missing,
    discount: totals.discount + missing,
    ...(fees + missing > 0 ? { fees: fees + missing } : {}),
    ...(missing > 0
      ? { discountLines: [...(totals.discountLines ?? []), { name: OFF_TOTAL, amount: missing }] }
      : {}),
  };
}
