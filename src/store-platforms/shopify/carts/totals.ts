import type { Totals } from '../../../commerce/cart.ts';
import type { CartNode } from './answers.ts';

/**
 * What the buyer will be asked to pay, in minor units, so that it adds up. A gift card pays a part of the total and is no
 * discount, so what it paid is part of it again. The Storefront API knows no tax. What the total has above the discounted
 * lines is shipping; what it lacks was discounted by something that the cart does not list.
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
  // Shopify adds up before rounding: lines with fractions of a minor unit are off by at most one each.
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

/** What a code took off the goods; the shipping that it takes off is not priced before there is an address. */
export function amountOfCode(cart: CartNode, code: string): number {
  const applications = cart.discountApplications.filter(
    (application) => isOnLines(application) && application.code?.toLowerCase() === code.toLowerCase(),
  );
  return sum(applications.map((application) => application.totalAllocatedAmount.amount));
}

/** Whether a discount is on goods, and not on shipping. */
export function isOnLines({ targetType }: { targetType: string }): boolean {
  return targetType === 'LINE_ITEM';
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
