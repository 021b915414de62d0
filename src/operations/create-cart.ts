import { type Cart, type Warning, normalizeCodes } from '../commerce/cart.ts';
import { contentOf } from './cart-content.ts';
import { fillWithinRules } from './check-cart.ts';
import { fillCart, type RequestedLine } from './requested-lines.ts';
import { instant, type StoreContext } from './store-context.ts';

export interface CreateCart {
  lines: RequestedLine[];
  discountCodes?: string[];
  /** Passed on to the platform, never stored. */
  buyer?: { email?: string; name?: string };
  /** Members of the request that are not taken as asked. */
  warnings?: Warning[];
}

/**
 * Creates a cart on the platform, then stores it. Cut off in between, the platform cart expires unused and a retry creates
 * another one.
 */
export async function createCart(context: StoreContext, input: CreateCart): Promise<Cart> {
  const id = context.newId();
  const codes = normalizeCodes(input.discountCodes ?? []);
  const request = {
    cartId: id,
    ...(codes.length > 0 ? { discountCodes: codes } : {}),
    ...(input.buyer ? { buyer: input.buyer } : {}),
  };
  const made = await fillCart(context, input.lines, (lines) =>
    fillWithinRules(
      context,
      lines,
      () => context.platform.createCart({ ...request, lines }, context.caller),
      // An abandoned cart that is not emptied expires: its address was never returned.
      ({ handle }) => context.platform.abandonCart(handle, id, context.caller).catch(() => undefined),
    ),
  );
  const now = instant(context);
  const cart: Cart = {
    id,
    storeId: context.store.id,
    status: 'active',
    ...contentOf(context, made, codes),
    warnings: input.warnings ?? [],
    agent: context.caller.agent ?? null,
    createdAt: now,
    updatedAt: now,
  };
  await context.carts.insert(cart);
  return cart;
}
