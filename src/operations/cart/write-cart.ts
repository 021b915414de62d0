import {
  type Cart,
  type CartLine,
  computeCartExpiry,
  nextCartStatus,
  normalizeCodes,
  pickRequestedLines,
} from '../../commerce/checkout/cart.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { toCartContent, toHeldLines } from './cart-content.ts';
import { changeCart, readCart } from './cart-lease.ts';
import { makePlatformCart, replaceInPlatformCart, type WantedCart } from './make-platform-cart.ts';
import { type CartLines, fillCart, type RequestedLine, readLines } from './requested-lines.ts';

/** Creates a cart on the platform, then stores it. Cut off in between, a retry with the same id fills that cart, or it expires. */
export async function createCart(context: StoreContext, input: WantedCart, id = context.newId()) {
  const lines = await readLines(context, input.lines);
  const codes = normalizeCodes(input.discountCodes ?? []);
  const platformCart = await makePlatformCart(context, { cartId: id }, lines, { ...input, codes });
  const now = getInstant(context);
  const cart: Cart = {
    id,
    storeId: context.store.id,
    status: 'active',
    ...toCartContent(context, platformCart, codes),
    expiresAt: computeCartExpiry(platformCart.expiresAt, context.now()),
    warnings: input.warnings ?? [],
    agent: context.caller.agent ?? null,
    agentVerified: context.caller.verified ?? null,
    orderedAt: null,
    platformOrderId: null,
    createdAt: now,
    updatedAt: now,
  };
  if (await context.carts.insert(cart)) return cart;
  // A request that was cut off before its answer has stored the cart.
  return readCart(context, id);
}

/** A missing member stays as it is; an empty list empties (docs/contract.md, Carts). */
interface UpdateCart extends Pick<WantedCart, 'discountCodes' | 'buyer' | 'warnings'> {
  lines?: RequestedLine[] | ((lines: readonly CartLine[]) => RequestedLine[]) | undefined;
}

/** Updates a cart under a lease. Always sends all lines and codes, to repair a change that was cut off or a vanished cart. */
export async function updateCart(context: StoreContext, id: string, input: UpdateCart): Promise<Cart> {
  return changeCart(context, { id }, async ({ cart, finish }) => {
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
    return finish({
      ...cart,
      status,
      ...toCartContent(context, platformCart, codes),
      expiresAt: computeCartExpiry(platformCart.expiresAt, context.now()),
      warnings: input.warnings ?? [],
    });
  });
}
