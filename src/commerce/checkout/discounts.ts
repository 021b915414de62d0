import { sum } from '../money/money.ts';
import type { Order } from '../order/order.ts';
import type { LineDiscount, Totals } from './cart.ts';
import type { CheckoutSession } from './checkout-session.ts';

/** `title`: the shop's name for it; may be empty. */
type AutomaticDiscount = Pick<LineDiscount, 'title' | 'amount'>;

/** Content of a cart, a session or an order, as far as its discounts go. */
interface Discounted {
  lines: readonly { allocations?: readonly LineDiscount[] }[];
  totals: Pick<Totals, 'discountLines'>;
}

/** Sums the shop's automatic discounts, which need no code, by title: discounts of lines, then of the whole cart. */
export function listAutomaticDiscounts({ lines, totals }: Discounted): AutomaticDiscount[] {
  const ofLines = lines.flatMap(({ allocations = [] }) => allocations.filter(({ code }) => code === null));
  const ofCart = (totals.discountLines ?? []).map(({ name, amount }) => ({ title: name, amount }));
  return [...Map.groupBy([...ofLines, ...ofCart], ({ title }) => title)].map(([title, shares]) => ({
    title,
    amount: sum(shares.map(({ amount }) => amount)),
  }));
}

export function listNamedDiscounts(discounted: Discounted): AutomaticDiscount[] {
  return listAutomaticDiscounts(discounted).filter(({ title }) => title !== '');
}

type Quoted = Pick<CheckoutSession, 'currency' | 'discounts' | 'totals'>;

/** Codes of a checkout with what they took off the order; null where that cannot be said, as orders report no codes. */
export function toOrderedDiscounts(checkout: Quoted, order: Pick<Order, 'currency' | 'totals'>) {
  const { currency, totals } = order;
  const { discounts } = checkout;
  const isSame = checkout.currency === currency && checkout.totals.discount === totals.discount;
  if (!discounts || isSame) return discounts;
  const [only, ...others] = discounts.applied;
  const isOnlyOne = only !== undefined && others.length === 0 && only.amount === checkout.totals.discount;
  return isOnlyOne ? { ...discounts, applied: [{ ...only, amount: totals.discount }] } : null;
}
