import { type Cart, type CartLine, cartExpiry, type Discounts, type Totals } from '../commerce/cart.ts';
import type { CheckoutSession } from '../commerce/checkout-session.ts';
import type { PlatformCart } from '../store-platforms/store-platform.ts';
import type { CartLines } from './requested-lines.ts';
import { instant, type StoreContext } from './store-context.ts';

/** What a cart holds, in the words of the platform that was just asked to hold it with these codes. */
export function contentOf(
  context: StoreContext,
  cart: PlatformCart,
  codes: readonly string[],
): Pick<Cart, 'currency' | 'lines' | 'totals' | 'discounts' | 'cartHandle' | 'continueUrl' | 'expiresAt'> {
  return {
    currency: cart.currency,
    lines: cart.lines,
    totals: totalsNow(context, cart),
    discounts: discountsOf(cart, codes),
    cartHandle: cart.handle,
    continueUrl: cart.continueUrl,
    expiresAt: cartExpiry(cart.expiresAt, context.now()),
  };
}

/** The platform may change its mind later: an answer says since when its sums stand. */
export function totalsNow(context: StoreContext, { totals }: PlatformCart): Totals {
  return { ...totals, asOf: instant(context) };
}

/** Null without codes: a response has a `discounts` member only when codes were supplied. */
export function discountsOf({ discounts }: PlatformCart, codes: readonly string[]): Discounts | null {
  return codes.length > 0 ? { codes: [...codes], ...discounts } : null;
}

/** The price of a session's new lines: told at its completion, or at once where the shop's currency has changed meanwhile. */
export function pricedAs(
  context: StoreContext,
  session: CheckoutSession,
  cart: PlatformCart,
  codes: readonly string[],
): Pick<CheckoutSession, 'currency' | 'totals' | 'discounts' | 'pending'> {
  const priced = { totals: totalsNow(context, cart), discounts: discountsOf(cart, codes) };
  if (cart.currency !== session.currency) return { ...priced, currency: cart.currency, pending: null };
  const { currency, totals, discounts } = session;
  return { currency, totals, discounts, pending: priced };
}

/** Acknowledged lines, for a platform cart that shall hold them again. */
export function heldLines(lines: readonly CartLine[]): CartLines {
  return lines.map(({ variantId, quantity, title }) => ({ variantId, quantity, knownTitle: title }));
}
