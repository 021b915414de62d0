import { type Cart, computeCartStatus } from '../../commerce/checkout/cart.ts';
import { type CommerceError, toNotFoundError } from '../../commerce/errors.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import type { Carts } from '../../storage/repositories/shopping/carts.ts';
import { createNoneError, requireLease, withLease } from '../call/lease.ts';
import { getInstant, type StoreContext } from '../call/store-context.ts';

type CartReader = Pick<StoreContext, 'carts' | 'store' | 'now'>;

/** Reads the cart as last acknowledged, canceled when it has expired. Throws `not_found`. */
export async function readCart(context: CartReader, id: string): Promise<Cart> {
  const cart = isUuid(id) ? await context.carts.find(context.store.id, id) : undefined;
  if (!cart) throw createNoneError('cart', id);
  return toCurrentCart(context, cart);
}

/** Throws `not_found` also for a canceled or expired cart. */
export async function readActiveCart(context: CartReader, id: string): Promise<Cart> {
  const cart = await readCart(context, id);
  if (cart.status === 'active') return cart;
  throw createEndedError(cart, 'was canceled or has expired');
}

/** Throws `not_found` also for a cart that was ordered. */
export async function readUnorderedCart(context: CartReader, id: string): Promise<Cart> {
  const cart = await readActiveCart(context, id);
  if (cart.orderedAt === null) return cart;
  throw createEndedError(cart, 'was ordered');
}

function createEndedError({ id }: Cart, how: string): CommerceError {
  return toNotFoundError(`The cart "${id}" ${how}. Create a new cart.`);
}

function toCurrentCart(context: Pick<StoreContext, 'now'>, cart: Cart): Cart {
  const status = computeCartStatus(cart, getInstant(context));
  // A copy would open what is encrypted.
  return status === cart.status ? cart : { ...cart, status, updatedAt: cart.expiresAt };
}

/** Changes a cart under its lease. A change `evenPaused` is taken while the merchant has paused the store. */
export async function changeCart(
  context: StoreContext,
  { id, evenPaused }: { id: string; evenPaused?: true },
  change: (leased: { cart: Cart; finish(changed: Cart): Promise<Cart> }) => Promise<Cart>,
): Promise<Cart> {
  const what = 'cart';
  const mustExist = () => readCart(context, id);
  const lease: Carts['lease'] = (storeId, cartId, lease) =>
    context.carts.leaseWhileOffered(storeId, cartId, lease, evenPaused);
  const table = { ...context.carts, lease };
  return withLease(context, id, { what, table, mustExist }, (leased) =>
    change({
      cart: toCurrentCart(context, leased.resource),
      finish: async (changed) =>
        requireLease(await context.carts.finish(changed, leased.owner, getInstant(context)), what),
    }),
  );
}
