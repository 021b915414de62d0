import { type Cart, computeCartExpiry, normalizeCodes } from '../../commerce/checkout/cart.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { toCartContent } from './cart-content.ts';
import { readCart } from './cart-lease.ts';
import { makePlatformCart, type WantedCart } from './make-platform-cart.ts';
import { readLines } from './requested-lines.ts';

/**
 * Creates a cart on the platform, then stores it. Cut off in between, a retry with the same id fills the cart of that id where a platform
 * makes one for each, and else the first platform cart expires unused.
 */
export async function createCart(
  context: StoreContext,
  input: WantedCart,
  id = context.newId(),
): Promise<Cart> {
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
