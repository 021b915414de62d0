import type { Warning } from '../commerce/cart.ts';
import type { CheckoutSession } from '../commerce/checkout-session.ts';
import { CommerceError } from '../commerce/errors.ts';
import { readCart } from './cart-lease.ts';
import { createCheckout } from './create-checkout.ts';
import type { StoreContext } from './store-context.ts';

/** So often one cart can be bought, one purchase after the other. */
const MAX_PURCHASES = 100;

/**
 * Makes a session of what a cart holds, its codes included, or finds the open one that was made of it before: one at a time,
 * also when raced. Throws `not_found` for a cart that is gone or canceled, `conflict` for an empty one.
 */
export async function convertCart(
  context: StoreContext,
  cartId: string,
  { buyer, warnings = [] }: { buyer?: { email?: string; name?: string }; warnings?: Warning[] } = {},
): Promise<{ session: CheckoutSession; created: boolean }> {
  const cart = await readCart(context, cartId);
  if (cart.status !== 'active') throw new CommerceError('not_found', `The cart "${cart.id}" is gone.`);
  if (cart.lines.length === 0)
    throw new CommerceError('conflict', 'The cart is empty: there is nothing to buy.');
  const wanted = {
    lines: cart.lines.map(({ variantId, quantity }) => ({ itemId: variantId, quantity })),
    discountCodes: cart.discounts?.codes ?? [],
    warnings: [...cart.warnings, ...warnings],
    ...(buyer ? { buyer } : {}),
  };
  // The key that a session holds is its cart's: the same that makes raced retries one session.
  let idempotencyKey = `cart ${cart.id}`;
  for (let purchase = 0; purchase < MAX_PURCHASES; purchase += 1) {
    const made = await createCheckout(context, { ...wanted, idempotencyKey });
    if (made.created || isOpen(made.session)) return made;
    idempotencyKey = `cart ${cart.id} ${made.session.id}`;
  }
  throw new CommerceError('conflict', 'This cart was bought very often. Create a new cart.');
}

/** A session that failed holds no key, so it is never found by it. */
function isOpen({ status, payment }: CheckoutSession): boolean {
  return status !== 'completed' && payment !== 'verified';
}
