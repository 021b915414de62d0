import type { LineDiscount } from '../../../commerce/cart.ts';
import { settledParts } from '../../../commerce/settled-parts.ts';
import type { CartLineNode, CartNode } from './answers.ts';
import { isOnLines } from './totals.ts';

/** Key of a discount on the cart and its lines. */
interface Named {
  code?: string | undefined;
  title?: string | undefined;
}

/**
 * Splits discounts by line id, including order-wide ones that Shopify allocates to lines. Undefined when the lines do not add
 * up to the cart's discounts.
 */
export function lineDiscounts(cart: CartNode): Map<string, LineDiscount[]> | undefined {
  const lines = cart.lines.nodes;
  const onGoods = cart.discountApplications.filter(isOnLines);
  const keys = [...new Set(onGoods.map(keyOf))];
  const byLine = new Map<string, LineDiscount[]>(lines.map(({ id }) => [id, []]));
  if (lines.some((line) => allocationsOf(line).some((each) => !keys.includes(keyOf(each))))) return undefined;
  for (const key of keys) {
    const same = onGoods.filter((each) => keyOf(each) === key);
    const whole = same.reduce((sum, each) => sum + each.totalAllocatedAmount.amount, 0);
    const shares = settledParts(
      lines.map((line) => shareOf(line, key)),
      whole,
    );
    if (!shares) return undefined;
    lines.forEach(({ id }, index) => {
      const amount = shares[index] ?? 0;
      if (amount > 0) byLine.get(id)?.push({ ...nameOf(same[0]), amount });
    });
  }
  return lines.every((line) => isCovered(line, byLine)) ? byLine : undefined;
}

function allocationsOf(line: CartLineNode) {
  return line.discountAllocations.filter(isOnLines);
}

function shareOf(line: CartLineNode, key: string): number {
  const ofKey = allocationsOf(line).filter((each) => keyOf(each) === key);
  return ofKey.reduce((sum, { discountedAmount }) => sum + discountedAmount.amount, 0);
}

function keyOf({ code, title }: Named): string {
  return code === undefined ? `title ${title ?? ''}` : `code ${code.toLowerCase()}`;
}

function nameOf({ code, title }: Named = {}): Pick<LineDiscount, 'code' | 'title'> {
  return { code: code ?? null, title: code ?? title ?? '' };
}

/** True when the discounts do not exceed the line's cost. */
function isCovered({ id, cost }: CartLineNode, byLine: ReadonlyMap<string, LineDiscount[]>): boolean {
  const off = byLine.get(id)?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  return off <= cost.subtotalAmount.amount;
}
