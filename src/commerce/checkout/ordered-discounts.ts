import type { Order } from '../order/order.ts';
import type { CheckoutSession } from './checkout-session.ts';

type Quoted = Pick<CheckoutSession, 'currency' | 'discounts' | 'totals'>;

/** Codes of a checkout with what they took off the order; null where that cannot be said, as orders report no codes. */
export function toOrderedDiscounts(
  { currency, discounts, totals }: Quoted,
  order: Pick<Order, 'currency' | 'totals'>,
): CheckoutSession['discounts'] {
  const { discount } = order.totals;
  if (!discounts || (currency === order.currency && discount === totals.discount)) return discounts;
  const [only, ...others] = discounts.applied;
  const isOnlyOne = only !== undefined && others.length === 0 && only.amount === totals.discount;
  return isOnlyOne ? { ...discounts, applied: [{ ...only, amount: discount }] } : null;
}
