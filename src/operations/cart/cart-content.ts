import {
  type Cart,
  type CartLine,
  type Discounts,
  pickRequestedLines,
  type Totals,
} from '../../commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import type { FulfillmentRequest, SessionFulfillment } from '../../commerce/checkout/fulfillment.ts';
import type { PlatformCart } from '../../store-platforms/store-platform.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import type { CartLines } from './requested-lines.ts';

type Clock = Pick<StoreContext, 'now'>;

/** Content of a cart or session as the platform answered; `codes` are the requested codes. */
export function toCartContent(
  context: Clock,
  cart: PlatformCart,
  codes: readonly string[],
): Pick<Cart, 'currency' | 'lines' | 'totals' | 'discounts' | 'cartHandle' | 'continueUrl'> {
  return {
    currency: cart.currency,
    lines: cart.lines,
    totals: stampTotals(context, cart),
    discounts: toDiscounts(cart, codes),
    cartHandle: cart.handle,
    continueUrl: cart.continueUrl,
  };
}

/** Destination and option that an agent asks for. */
export interface WantedFulfillment extends FulfillmentRequest {
  /** The agent's id of the destination; null where it only names a place of pickup. */
  destinationId: string | null;
}

/** Fulfillment of a session as the platform answered; null without one, and where nothing needs delivery. */
export function toSessionFulfillment(
  { fulfillment }: PlatformCart,
  request: WantedFulfillment | null | undefined,
): SessionFulfillment | null {
  if (!fulfillment || !request) return null;
  const { destination, destinationId, optionId = null } = request;
  const selected = fulfillment.isPending ? { selectedId: optionId } : {};
  return { destination, destinationId, ...fulfillment, ...selected };
}

/** Fulfillment that the platform cart of a session is to keep; undefined where it never had one. */
export function toHeldFulfillment({
  fulfillment,
}: Partial<Pick<CheckoutSession, 'fulfillment'>>): WantedFulfillment | undefined {
  if (!fulfillment) return undefined;
  const { destination, destinationId, selectedId } = fulfillment;
  return { destination, destinationId, optionId: selectedId ?? undefined };
}

/** Stamps the totals with the time at which the platform priced them: it may price differently later. */
function stampTotals(context: Clock, { totals }: PlatformCart): Totals {
  return { ...totals, asOf: getInstant(context) };
}

/** Null without codes: a response has a `discounts` member only when codes were supplied. */
function toDiscounts({ discounts }: PlatformCart, codes: readonly string[]): Discounts | null {
  return codes.length > 0 ? { codes: [...codes], ...discounts } : null;
}

/** Prices of a session's new lines: `pending` until completion, or current at once when the shop has changed its currency. */
export function toSessionPrices(
  context: Clock,
  session: CheckoutSession,
  cart: PlatformCart,
  codes: readonly string[],
): Pick<CheckoutSession, 'currency' | 'totals' | 'discounts' | 'pending'> {
  const priced = { totals: stampTotals(context, cart), discounts: toDiscounts(cart, codes) };
  if (cart.currency !== session.currency) return { ...priced, currency: cart.currency, pending: null };
  const { currency, totals, discounts } = session;
  return { currency, totals, discounts, pending: priced };
}

/** Acknowledged lines, to be put into the platform cart again. */
export function toHeldLines(lines: readonly CartLine[]): CartLines {
  return pickRequestedLines(lines).map(({ variantId, quantity, title }) => ({
    variantId,
    quantity,
    knownTitle: title,
  }));
}
