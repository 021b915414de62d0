import type { NamedAmount, Totals } from '../../commerce/checkout/cart.ts';
import { sum } from '../../commerce/money/money.ts';
import { plainLine } from './plain-text.ts';

const UNNAMED = 'Fee';

/** Names the fees of totals; those below zero become discounts. `entries`: names as WordPress writes them, without tax. */
export function withNamedFees(totals: Totals, entries: readonly NamedAmount[]): Totals {
  const charges = entries.map(({ name, amount }) => ({ name: plainLine(name) || UNNAMED, amount }));
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

/** Counts amounts off the total that are in no line as a discount, whatever the shop calls them. */
export function withoutNegativeFees({ fees = 0, ...totals }: Totals): Totals {
  if (fees === 0) return totals;
  if (fees > 0) return { ...totals, fees };
  return { ...totals, subtotal: totals.subtotal - fees, discount: totals.discount - fees };
}
