import { type Cart, type CartLine, type Warning, nextCartStatus, normalizeCodes } from '../commerce/cart.ts';
import type { Buyer, PlatformCart } from '../store-platforms/store-platform.ts';
import { contentOf, heldLines } from './cart-content.ts';
import { changeCart } from './cart-lease.ts';
import { fillWithinRules } from './check-cart.ts';
import { type CartLines, fillCart, type RequestedLine } from './requested-lines.ts';
import type { StoreContext } from './store-context.ts';

/** A missing member stays as it is; an empty list empties (docs/contract.md, Carts). */
export interface UpdateCart {
  lines?: RequestedLine[] | ((held: readonly CartLine[]) => RequestedLine[]) | undefined;
  discountCodes?: string[] | undefined;
  buyer?: Buyer | undefined;
  /** Members of this request that are not taken as asked; they replace those of earlier ones. */
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
    const request = { cartId: cart.id, discountCodes: codes, buyer: input.buyer };
    const put = (lines: CartLines) =>
      fillWithinRules(
        context,
        lines,
        () => context.platform.updateCart(cart.cartHandle, { ...request, lines }, context.caller),
        ({ handle }) => restore(context, { ...cart, cartHandle: handle }),
      );
    const { lines } = input;
    const requested = typeof lines === 'function' ? lines(cart.lines) : lines;
    const held = await (requested ? fillCart(context, requested, put) : put(heldLines(cart.lines)));
    const { storeId, agent, createdAt, updatedAt } = cart;
    const content = contentOf(context, held, codes);
    return finish({
      id,
      storeId,
      agent,
      createdAt,
      updatedAt,
      status,
      ...content,
      warnings: input.warnings ?? [],
    });
  });
}

/** Puts the acknowledged content into the platform cart again. */
function restore(context: StoreContext, { id, cartHandle, lines, discounts }: Cart): Promise<PlatformCart> {
  const request = { cartId: id, lines: heldLines(lines), discountCodes: discounts?.codes ?? [] };
  return context.platform.updateCart(cartHandle, request, context.caller);
}
