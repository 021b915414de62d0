import { pickRequestedLines } from '../../commerce/checkout/cart.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import { toConflictError } from '../../commerce/errors.ts';
import type { StoreContext } from '../call/store-context.ts';
import { readActiveCart } from '../cart/cart-lease.ts';
import type { WantedCart } from '../cart/make-platform-cart.ts';
import { createCheckout } from './create-checkout.ts';

/** Purchases of one cart, one after the other. */
const MAX_PURCHASES = 100;

/** Creates a session of a cart, or returns the cart's open one, also when raced. Throws `conflict` for an empty cart. */
export async function convertCart(
  context: StoreContext,
  cartId: string,
  { buyer, fulfillment, warnings = [] }: Pick<WantedCart, 'buyer' | 'fulfillment' | 'warnings'>,
): Promise<{ session: CheckoutSession; created: boolean }> {
  const cart = await readActiveCart(context, cartId);
  if (cart.lines.length === 0) throw toConflictError('The cart is empty: there is nothing to buy.');
  const request = {
    cartId: cart.id,
    lines: pickRequestedLines(cart.lines).map(({ variantId, quantity }) => ({ itemId: variantId, quantity })),
    discountCodes: cart.discounts?.codes ?? [],
    warnings: [...cart.warnings, ...warnings],
    buyer,
    fulfillment,
  };
  // Uses the session's idempotency key: raced conversions of one cart make one session.
  let idempotencyKey = `cart ${cart.id}`;
  for (let purchase = 0; purchase < MAX_PURCHASES; purchase += 1) {
    const checkout = await createCheckout(context, { ...request, idempotencyKey });
    const { status, payment } = checkout.session;
    // A failed session holds no key, so it is never found here.
    if (checkout.created || (status !== 'completed' && payment !== 'verified')) return checkout;
    idempotencyKey = `cart ${cart.id} ${checkout.session.id}`;
  }
  throw toConflictError('This cart was bought very often. Create a new cart.');
}
