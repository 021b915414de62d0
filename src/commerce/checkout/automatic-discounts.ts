import { sum } from '../money/money.ts';
import type { CartLine } from './cart.ts';

interface AutomaticDiscount {
  /** The shop's name for it; may be empty. */
  title: string;
  amount: number;
}

/** Sums the discounts that need no code, by title, where the shop reports them by line. */
export function listAutomaticDiscounts(lines: readonly Pick<CartLine, 'allocations'>[]): AutomaticDiscount[] {
  const automatic = lines.flatMap(({ allocations = [] }) => allocations.filter(({ code }) => code === null));
  return [...Map.groupBy(automatic, ({ title }) => title)].map(([title, shares]) => ({
    title,
    amount: sum(shares.map(({ amount }) => amount)),
  }));
}
