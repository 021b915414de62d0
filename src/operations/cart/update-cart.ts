import {
  type Cart,
  type CartLine,
  computeCartExpiry,
  nextCartStatus,
  normalizeCodes,
  pickRequestedLines,
  type Warning,
} from '../../commerce/checkout/cart.ts';
import type { Buyer } from '../../store-platforms/store-platform.ts';
import type { StoreContext } from '../call/store-context.ts';
import { toCartContent, toHeldLines } from './cart-content.ts';
import { changeCart } from './cart-lease.ts';
import { replaceInPlatformCart } from './make-platform-cart.ts';
import { type CartLines, fillCart, type RequestedLine, readLines } from './requested-lines.ts';

/** A missing member stays as it is; an empty list empties (docs/contract.md, Carts). */
interface UpdateCart {
  lines?: RequestedLine[] | ((lines: readonly CartLine[]) => RequestedLine[]) | undefined;
  discountCodes?: string[] | undefined;
  buyer?: Buyer | undefined;
  /** Members of this request that are not taken as asked; they replace the list of earlier requests. */
  warnings?: Warning[];
}

/**
 * Updates a cart and its platform cart under a lease. Always sends all lines and codes, so that the next update repairs a
 * change that was cut off and a platform cart that vanished.
 */
export async function updateCart(context: StoreContext, id: string, input: UpdateCart): Promise<Cart> {
  return changeCart(context, id, async ({ cart, finish }) => {
    const status = nextCartStatus(cart.status, 'update');
    const codes = input.discountCodes ? normalizeCodes(input.discountCodes) : (cart.discounts?.codes ?? []);
    const placedCart = { ids: { cartId: cart.id }, handle: cart.cartHandle, content: cart };
    const put = (lines: CartLines) =>
      replaceInPlatformCart(context, placedCart, { lines, discountCodes: codes, buyer: input.buyer });
    const { lines } = input;
    const requested = typeof lines === 'function' ? lines(pickRequestedLines(cart.lines)) : lines;
    const platformCart = requested
      ? await fillCart(context, await readLines(context, requested), put)
      : await put(toHeldLines(cart.lines));
    const { storeId, agent, agentVerified, orderedAt, platformOrderId, createdAt, updatedAt } = cart;
    return finish({
      id,
      storeId,
      agent,
      agentVerified,
      orderedAt,
      platformOrderId,
      createdAt,
      updatedAt,
      status,
      ...toCartContent(context, platformCart, codes),
      expiresAt: computeCartExpiry(platformCart.expiresAt, context.now()),
      warnings: input.warnings ?? [],
    });
  });
}
