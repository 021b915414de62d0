import { getExponent, sum } from '../money/money.ts';
import { computeLineSubtotal, type PricedLine, type Totals } from './cart.ts';

/**
 * Makes lines and totals agree without changing the total: lines absorb the shop's rounding in proportion, and a larger
 * difference becomes a fee. `totals.fees`: as the shop reports them.
 */
export function settleLines<Line extends PricedLine>(
  lines: readonly Line[],
  totals: Totals,
  currency: string,
): { lines: Line[]; totals: Totals } {
  const costs = lines.map(computeLineSubtotal);
  const whole = totals.subtotal - (totals.fees ?? 0);
  const max = (lines.length + 3) * computeLargestRounding(totals.total, currency);
  const shares = shareOut(costs, whole, max) ?? costs;
  const { fees: _, ...others } = totals;
  const fees = totals.subtotal - sum(shares);
  return {
    lines: lines.map((line, index) => withSubtotal(line, shares[index] ?? 0)),
    totals: fees === 0 ? others : { ...others, fees },
  };
}

/** Scales the parts to the whole; undefined where they differ by more than `max`. */
function shareOut(parts: readonly number[], whole: number, max: number): number[] | undefined {
  const all = sum(parts);
  if (all === whole) return [...parts];
  if (all <= 0 || whole < 0 || Math.abs(whole - all) > max) return undefined;
  let [before, shared] = [0, 0];
  return parts.map((part) => {
    before += part;
    const share = Math.round((before / all) * whole) - shared;
    shared += share;
    return share;
  });
}

/** Half of the unit to which the shop rounds, at most a major one: whole and tenth prices have totals that end in zeros. */
function computeLargestRounding(total: number, currency: string): number {
  let unit = 10 ** getExponent(currency);
  while (total % unit !== 0) unit /= 10;
  return Math.max(1, unit / 2);
}

function withSubtotal<Line extends PricedLine>(line: Line, subtotal: number): Line {
  const { subtotal: _, ...others } = line;
  // The member is absent when it equals the price times the quantity.
  return (subtotal === line.price * line.quantity ? others : { ...line, subtotal }) as Line;
}
