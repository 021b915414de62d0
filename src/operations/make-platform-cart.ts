import type { Cart, Warning } from '../commerce/checkout/cart.ts';
import type { Buyer, CartRequest, PlatformCart } from '../store-platforms/store-platform.ts';
import { heldLines } from './cart-content.ts';
import { fillWithinRules } from './check-cart.ts';
import { type CartLines, fillCart, type RequestedLine } from './requested-lines.ts';
import type { StoreContext } from './store-context.ts';

/** Wanted content of a new cart or checkout session. */
export interface WantedCart {
  lines: RequestedLine[];
  discountCodes?: string[] | undefined;
  buyer?: Buyer | undefined;
  /** Members of the request that are not taken as asked. */
  warnings?: Warning[];
}

type CartIds = Pick<CartRequest, 'cartId' | 'sessionId'>;

/** Makes a platform cart of the requested lines within the store's rules; one that they refuse is emptied again. */
export function makePlatformCart(
  context: StoreContext,
  ids: CartIds,
  { lines, buyer }: WantedCart,
  codes: string[],
): Promise<PlatformCart> {
  const request = { ...ids, discountCodes: codes.length > 0 ? codes : undefined, buyer };
  return fillCart(context, lines, (resolved) =>
    fillWithinRules(
      context,
      resolved,
      () => context.platform.createCart({ ...request, lines: resolved }, context.caller),
      ({ handle }) => abandonMade(context, handle, ids.cartId),
    ),
  );
}

/** Empties a platform cart whose address was never returned; it expires where that fails. */
export async function abandonMade(context: StoreContext, handle: string, id: string): Promise<void> {
  await context.platform.abandonCart(handle, id, context.caller).catch(() => undefined);
}

/** Platform cart of a session or cart, and the content that was acknowledged last. */
interface PlacedCart {
  ids: CartIds;
  handle: string;
  held: Pick<Cart, 'lines' | 'discounts'>;
}

/** Replaces the content of a platform cart within the store's rules; one that they refuse gets its former content again. */
export function replaceInPlatformCart(
  context: StoreContext,
  { ids, handle, held }: PlacedCart,
  wanted: Pick<CartRequest, 'discountCodes' | 'buyer'> & { lines: CartLines },
): Promise<PlatformCart> {
  return fillWithinRules(
    context,
    wanted.lines,
    () => context.platform.updateCart(handle, { ...ids, ...wanted }, context.caller),
    (made) => restorePlatformCart(context, { ids, handle: made.handle, held }),
  );
}

/** Puts the acknowledged content into the platform cart again. */
export function restorePlatformCart(
  { platform, caller }: Pick<StoreContext, 'caller' | 'platform'>,
  { ids, handle, held }: PlacedCart,
): Promise<PlatformCart> {
  const discountCodes = held.discounts?.codes ?? [];
  return platform.updateCart(handle, { ...ids, lines: heldLines(held.lines), discountCodes }, caller);
}
