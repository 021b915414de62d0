import { type Cart, cartExpiry, normalizeCodes } from '../../commerce/checkout/cart.ts';
import { instant, type StoreContext } from '../call/store-context.ts';
import { contentOf } from './cart-content.ts';
import { makePlatformCart, type WantedCart } from './make-platform-cart.ts';

/**
 * Creates a cart on the platform, then stores it. Cut off in between, the platform cart expires unused and a retry creates
 * another one.
 */
export async function createCart(context: StoreContext, input: WantedCart): Promise<Cart> {
  const id = context.newId();
  const codes = normalizeCodes(input.discountCodes ?? []);
  const platformCart = await makePlatformCart(context, { cartId: id }, input, codes);
  const now = instant(context);
  const cart: Cart = {
    id,
    storeId: context.store.id,
    status: 'active',
    ...contentOf(context, platformCart, codes),
    expiresAt: cartExpiry(platformCart.expiresAt, context.now()),
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
