import type { Totals } from '../../../commerce/checkout/cart.ts';
import { sum } from '../../../commerce/money.ts';
import type { CartNode } from './answers.ts';

/**
 * Derives totals in minor units that add up; the Storefront API states no tax. Gift cards count as payment, a surplus over the
 * discounted lines as shipping, and a shortfall as a discount that the cart does not list.
 */
export function totalsOf(cart: CartNode): Totals {
  const lines = cart.lines.nodes;
  const giftCards = sum(cart.appliedGiftCards.map((card) => card.presentmentAmountUsed.amount));
  const total = cart.cost.totalAmount.amount + giftCards;
  const listed = sum(lines.map((line) => line.cost.subtotalAmount.amount));
  const allocated = sum(
    cart.discountApplications.filter(isOnLines).map((application) => application.totalAllocatedAmount.amount),
  );
  const rest = total - (listed - allocated);
  // Shopify sums before rounding, so each line may be off by one minor unit.
  const rounding = Math.abs(rest) <= lines.length ? rest : 0;
  const unexplained = rest - rounding;
  return {
    subtotal: listed + rounding,
    discount: allocated + Math.max(0, -unexplained),
    tax: 0,
    shipping: unexplained > 0 ? unexplained : null,
    total,
  };
}

/** Sums a code's discount on goods; shipping has no price before there is an address. */
export function amountOfCode(cart: CartNode, code: string): number {
  const applications = cart.discountApplications.filter(
    (application) => isOnLines(application) && application.code?.toLowerCase() === code.toLowerCase(),
  );
  return sum(applications.map((application) => application.totalAllocatedAmount.amount));
}

/** True for a discount on goods, not on shipping. */
export function isOnLines({ targetType }: { targetType: string }): boolean {
  return targetType === 'LINE_ITEM';
}
