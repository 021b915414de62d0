import type { Totals } from '../../../commerce/checkout/cart.ts';
import { sum } from '../../../commerce/money/money.ts';
import { sumSelectedCost, toDelivery } from '../quotes/delivery-options.ts';
import { toCountryCode } from '../wire.ts';
import type { CartNode } from './answers.ts';

/**
 * Derives totals in minor units that add up; the Storefront API states no tax. Gift cards count as payment, a surplus over the
 * discounted lines as shipping, and a shortfall as a discount that the cart does not list. Shipping of a selected option is its
 * price before discounts.
 */
export function computeTotals(cart: CartNode): Totals {
  const lines = cart.lines.nodes;
  const giftCards = sum(cart.appliedGiftCards.map((card) => card.presentmentAmountUsed.amount));
  const total = cart.cost.totalAmount.amount + giftCards;
  const listed = sum(lines.map((line) => line.cost.subtotalAmount.amount));
  const allocated = sum(cart.discountApplications.filter(isOnLines).map(getAmount));
  const shipping = sumSelectedCost(toDelivery(cart).groups);
  const offShipping =
    shipping === undefined
      ? 0
      : Math.min(shipping, sum(cart.discountApplications.filter(isOnShipping).map(getAmount)));
  const rest = total - (listed - allocated) - ((shipping ?? 0) - offShipping);
  // Shopify sums before rounding, so each line may be off by one minor unit.
  const rounding = Math.abs(rest) <= lines.length ? rest : 0;
  const unexplained = rest - rounding;
  const pricedFor = toCountryCode(cart.buyerIdentity.countryCode);
  return {
    subtotal: listed + rounding,
    discount: allocated + offShipping + Math.max(0, -unexplained),
    tax: 0,
    shipping: shipping === undefined && unexplained <= 0 ? null : (shipping ?? 0) + Math.max(0, unexplained),
    total,
    ...(pricedFor === undefined ? {} : { pricedFor }),
  };
}

/** Sums a code's discount on goods, and on shipping once an option is selected. */
export function sumCodeAmount(cart: CartNode, code: string): number {
  const withShipping = sumSelectedCost(toDelivery(cart).groups) !== undefined;
  const applications = cart.discountApplications.filter(
    (application) =>
      (withShipping || isOnLines(application)) && application.code?.toLowerCase() === code.toLowerCase(),
  );
  return sum(applications.map(getAmount));
}

function getAmount({ totalAllocatedAmount }: CartNode['discountApplications'][number]): number {
  return totalAllocatedAmount.amount;
}

function isOnShipping({ targetType }: { targetType: string }): boolean {
  return targetType === 'SHIPPING_LINE';
}

/** True for a discount on goods, not on shipping. */
export function isOnLines({ targetType }: { targetType: string }): boolean {
  return targetType === 'LINE_ITEM';
}
