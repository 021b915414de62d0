import { type CartLine, pickRequestedLines } from '../../commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import type { FulfillmentRequest, SessionFulfillment } from '../../commerce/checkout/fulfillment.ts';
import type { PlatformCart } from '../../store-platforms/store-platform.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import type { CartLines } from './requested-lines.ts';

/** Content of a cart or session as the platform answered; `codes` are the requested codes. */
export function toCartContent(context: Pick<StoreContext, 'now'>, cart: PlatformCart, codes: string[]) {
  return {
    currency: cart.currency,
    lines: cart.lines,
    // It may price differently later.
    totals: { ...cart.totals, asOf: getInstant(context) },
    // A response has the member only when codes were supplied.
    discounts: codes.length > 0 ? { codes: [...codes], ...cart.discounts } : null,
    cartHandle: cart.handle,
    continueUrl: cart.continueUrl,
  };
}

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
export function toHeldFulfillment({ fulfillment }: Partial<Pick<CheckoutSession, 'fulfillment'>>) {
  if (!fulfillment) return undefined;
  const { destination, destinationId, selectedId } = fulfillment;
  return { destination, destinationId, optionId: selectedId ?? undefined };
}

/** Prices of a session's new lines: `pending` until completion, or current at once when the shop has changed its currency. */
export function toSessionPrices(session: CheckoutSession, content: ReturnType<typeof toCartContent>) {
  const { currency, totals, discounts } = content;
  if (currency !== session.currency) return { currency, totals, discounts, pending: null };
  const pending = { totals, discounts };
  return { currency, totals: session.totals, discounts: session.discounts, pending };
}

/** Acknowledged lines, to be put into the platform cart again. */
export function toHeldLines(lines: readonly CartLine[]): CartLines {
  return pickRequestedLines(lines).map(({ title: knownTitle, variantId, quantity }) => {
    return { variantId, quantity, knownTitle };
  });
}
