import { type Cart, nextCartStatus } from '../commerce/cart.ts';
import { abandonNowOrLater } from './abandon-cart.ts';
import { changeCart, type LeasedCart } from './cart-lease.ts';
import type { StoreContext } from './store-context.ts';

/** Cancels a cart and empties its platform cart. Throws `conflict` when it is canceled already. */
export async function cancelCart(context: StoreContext, id: string): Promise<Cart> {
  const cancel = async ({ cart, finish }: LeasedCart) => {
    const status = nextCartStatus(cart.status, 'cancel');
    await abandonNowOrLater(context, { of: 'cart', id, cartHandle: cart.cartHandle });
    return finish({ ...cart, status });
  };
  return changeCart(context, id, cancel, true);
}
