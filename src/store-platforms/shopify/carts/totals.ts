import type { LineDiscount, Totals } from '../../../commerce/checkout/cart.ts';
import { settleParts } from '../../../commerce/checkout/settled-parts.ts';
import { sum } from '../../../commerce/money/money.ts';
import { sumSelectedCost, toDelivery } from '../quotes/delivery-options.ts';
import { toCountryCode } from '../wire.ts';
import type { CartLineNode, CartNode } from './answers.ts';

/**
 * Derives totals that add up; the Storefront API states no tax. Gift cards count as payment, a surplus over the discounted lines
 * as shipping, and a shortfall as a discount that the cart does not list.
 */
export function computeTotals(cart: CartNode): Totals {
  const lines = cart.lines.nodes;
  const giftCards = sum(cart.appliedGiftCards.map((card) => card.presentmentAmountUsed.amount));
  const total = cart.cost.totalAmount.amount + giftCards;
  const listed = sum(lines.map((line) => line.cost.subtotalAmount.amount));
  const allocated = sum(cart.discountApplications.filter(isOnLines).map(getAmount));
  const shipping = sumSelectedCost(toDelivery(cart).groups);
  const onShipping = cart.discountApplications.filter(({ targetType }) => targetType === 'SHIPPING_LINE');
  const offShipping = shipping === undefined ? 0 : Math.min(shipping, sum(onShipping.map(getAmount)));
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

function isOnLines({ targetType }: { targetType: string }): boolean {
  return targetType === 'LINE_ITEM';
}

/** Splits discounts by line id, order-wide ones included; undefined when they do not add up to the cart's. */
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
    const { code = null, title = '' } = same[0] ?? {};
    lines.forEach(({ id }, index) => {
      const amount = shares[index] ?? 0;
      if (amount > 0) byLine.get(id)?.push({ code, title: code ?? title, amount });
    });
  }
  const isCovered = ({ id, cost }: CartLineNode) =>
    sum((byLine.get(id) ?? []).map(({ amount }) => amount)) <= cost.subtotalAmount.amount;
  return lines.every(isCovered) ? byLine : undefined;
}

function sumSharesByKey(line: CartLineNode): Map<string, number> {
  const shares = new Map<string, number>();
  for (const each of line.discountAllocations.filter(isOnLines)) {
    const key = toKey(each);
    shares.set(key, (shares.get(key) ?? 0) + each.discountedAmount.amount);
  }
  return shares;
}

function toKey({ code, title }: { code?: string | undefined; title?: string | undefined }): string {
  return code === undefined ? `title ${title ?? ''}` : `code ${code.toLowerCase()}`;
}
