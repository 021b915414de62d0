import { type Cart, cartStatusAt } from '../commerce/cart.ts';
import { CommerceError } from '../commerce/errors.ts';
import { isUuid } from '../commerce/uuid.ts';
import { withLease, leaseLost } from './with-lease.ts';
import { instant, type StoreContext } from './store-context.ts';

/** The cart as it was last acknowledged, canceled once its time is over; the platform is not asked. Throws `not_found`. */
export async function readCart(context: StoreContext, id: string): Promise<Cart> {
  const cart = isUuid(id) ? await context.carts.find(context.store.id, id) : undefined;
  if (!cart) throw new CommerceError('not_found', `This store has no cart "${id.slice(0, 64)}".`);
  return standing(context, cart);
}

function standing(context: StoreContext, cart: Cart): Cart {
  return { ...cart, status: cartStatusAt(cart, instant(context)) };
}

export interface LeasedCart {
  cart: Cart;
  finish(changed: Cart): Promise<Cart>;
}

/** Changes a cart when its turn has come. */
export async function changeCart(
  context: StoreContext,
  id: string,
  change: (leased: LeasedCart) => Promise<Cart>,
): Promise<Cart> {
  const what = 'cart';
  const mustExist = () => readCart(context, id);
  return withLease(context, id, { what, table: context.carts, mustExist }, (turn) =>
    change({
      cart: standing(context, turn.resource),
      async finish(changed) {
        const finished = await context.carts.finish(changed, turn.by, instant(context));
        if (finished) return finished;
        throw leaseLost(what);
      },
    }),
  );
}
