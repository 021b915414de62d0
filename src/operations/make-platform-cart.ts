import type { Warning } from '../commerce/cart.ts';
import type { Buyer, PlatformCart } from '../store-platforms/store-platform.ts';
import { fillWithinRules } from './check-cart.ts';
import { fillCart, type RequestedLine } from './requested-lines.ts';
import type { StoreContext } from './store-context.ts';

/** Wanted content of a new cart or checkout session. */
export interface WantedCart {
  lines: RequestedLine[];
  discountCodes?: string[] | undefined;
  buyer?: Buyer | undefined;
  /** Members of the request that are not taken as asked. */
  warnings?: Warning[];
}

/** Makes a platform cart of the requested lines within the store's rules; one that they refuse is emptied again. */
export function makePlatformCart(
  context: StoreContext,
  ids: { cartId: string; sessionId?: string },
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
