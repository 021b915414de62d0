import type { Cart, Warning } from '../../commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import type { Buyer, CartRequest, PlatformCart } from '../../store-platforms/store-platform.ts';
import type { StoreContext } from '../call/store-context.ts';
import { toHeldFulfillment, toHeldLines, type WantedFulfillment } from './cart-content.ts';
import { checkLines, checkValue } from './check-cart.ts';
import { type CartLines, fillCart, type ReadLine, type RequestedLine } from './requested-lines.ts';

export interface WantedCart {
  lines: RequestedLine[];
  discountCodes?: string[] | undefined;
  buyer?: Buyer | undefined;
  fulfillment?: WantedFulfillment | null | undefined;
  /** Members of the request that are not taken as asked. */
  warnings?: Warning[];
}

type CartIds = Pick<CartRequest, 'cartId' | 'sessionId'>;

/** Makes a platform cart of the requested lines; empties it again when the store's rules refuse it. */
export function makePlatformCart(
  context: StoreContext,
  ids: CartIds,
  lines: readonly ReadLine[],
  { codes, buyer, fulfillment }: Pick<WantedCart, 'buyer' | 'fulfillment'> & { codes: string[] },
): Promise<PlatformCart> {
  const discountCodes = codes.length > 0 ? codes : undefined;
  const request = { ...ids, discountCodes, buyer, fulfillment: fulfillment ?? undefined };
  return fillCart(context, lines, async (resolved) => {
    await checkLines(context, resolved);
    const cart = await context.platform.createCart({ ...request, lines: resolved }, context.caller);
    try {
      checkValue(context, cart);
      return cart;
    } catch (refusal) {
      await abandonMade(context, cart.handle, ids.cartId);
      throw refusal;
    }
  });
}

/** Empties a platform cart whose address was never returned; it expires where that fails. */
export async function abandonMade(context: StoreContext, handle: string, id: string): Promise<void> {
  await context.platform.abandonCart(handle, id, context.caller).catch(() => undefined);
}

/** Platform cart of a session or cart, and the content that was acknowledged last. */
interface PlacedCart {
  ids: CartIds;
  handle: string;
  content: Pick<Cart, 'lines' | 'discounts'> & Partial<Pick<CheckoutSession, 'fulfillment'>>;
}

/** Replaces the content of a platform cart; restores the former content when the store's rules, or `mustHonor`, refuse it. */
export async function replaceInPlatformCart(
  context: StoreContext,
  { ids, handle, content }: PlacedCart,
  request: Pick<CartRequest, 'discountCodes' | 'buyer' | 'fulfillment'> & { lines: CartLines },
  mustHonor?: (cart: PlatformCart) => void,
): Promise<PlatformCart> {
  await checkLines(context, request.lines);
  const cart = await context.platform.updateCart(handle, { ...ids, ...request }, context.caller);
  try {
    mustHonor?.(cart);
    checkValue(context, cart);
    return cart;
  } catch (refusal) {
    const current = { ids, handle: cart.handle, content };
    await restorePlatformCart(context, current, !!request.fulfillment);
    throw refusal;
  }
}

/** Puts the acknowledged content into the platform cart again. `mayBeMoved`: it may have a destination that was not acknowledged. */
export function restorePlatformCart(
  { platform, caller }: Pick<StoreContext, 'caller' | 'platform'>,
  { ids, handle, content }: PlacedCart,
  mayBeMoved: boolean,
): Promise<PlatformCart> {
  const request = {
    ...ids,
    lines: toHeldLines(content.lines),
    discountCodes: content.discounts?.codes ?? [],
    fulfillment: toHeldFulfillment(content) ?? (mayBeMoved ? null : undefined),
  };
  return platform.updateCart(handle, request, caller);
}
