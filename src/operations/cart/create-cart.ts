import { type Cart, computeCartExpiry, normalizeCodes } from '../../commerce/checkout/cart.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';
import { toCartContent } from './cart-content.ts';
import { makePlatformCart, type WantedCart } from './make-platform-cart.ts';

/**
 * Creates a cart on the platform, then stores it. Cut off in between, the platform cart expires unused and a retry creates
 * another one.
 */
export async function createCart(context: StoreContext, input: WantedCart): Promise<Cart> {
  const id = context.newId();
  const codes = normalizeCodes(input.discountCodes ?? []);
  const platformCart = await makePlatformCart(context, { cartId: id }, input, codes);
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
  await context.carts.insert(cart);
  return cart;
}
