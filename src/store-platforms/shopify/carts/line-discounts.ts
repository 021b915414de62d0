import type { LineDiscount } from '../../../commerce/checkout/cart.ts';
import { settleParts } from '../../../commerce/checkout/settled-parts.ts';
import { sum } from '../../../commerce/money/money.ts';
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
export function splitLineDiscounts(cart: CartNode): Map<string, LineDiscount[]> | undefined {
  const lines = cart.lines.nodes;
  const onGoods = Map.groupBy(cart.discountApplications.filter(isOnLines), toKey);
  const sharesOf = new Map(lines.map((line) => [line, sumSharesByKey(line)]));
  const byLine = new Map<string, LineDiscount[]>(lines.map(({ id }) => [id, []]));
  if ([...sharesOf.values()].some((shares) => [...shares.keys()].some((key) => !onGoods.has(key))))
    return undefined;
  for (const [key, same] of onGoods) {
    const whole = sum(same.map((each) => each.totalAllocatedAmount.amount));
    const parts = lines.map((line) => sharesOf.get(line)?.get(key) ?? 0);
    const shares = settleParts(parts, whole);
    if (!shares) return undefined;
    lines.forEach(({ id }, index) => {
      const amount = shares[index] ?? 0;
      if (amount > 0) byLine.get(id)?.push({ ...nameOf(same[0]), amount });
    });
  }
  return lines.every((line) => isCovered(line, byLine)) ? byLine : undefined;
}

function sumSharesByKey(line: CartLineNode): Map<string, number> {
  const shares = new Map<string, number>();
  for (const each of line.discountAllocations.filter(isOnLines)) {
    const key = toKey(each);
    shares.set(key, (shares.get(key) ?? 0) + each.discountedAmount.amount);
  }
  return shares;
}

function toKey({ code, title }: Named): string {
  return code === undefined ? `title ${title ?? ''}` : `code ${code.toLowerCase()}`;
}

function nameOf({ code, title }: Named = {}): Pick<LineDiscount, 'code' | 'title'> {
  return { code: code ?? null, title: code ?? title ?? '' };
}

/** True when the discounts do not exceed the line's cost. */
function isCovered({ id, cost }: CartLineNode, byLine: ReadonlyMap<string, LineDiscount[]>): boolean {
  return sum((byLine.get(id) ?? []).map(({ amount }) => amount)) <= cost.subtotalAmount.amount;
}
