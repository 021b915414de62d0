import { z } from 'zod';
import { money, nodesOf } from '../wire.ts';

/** Key of a discount, on the cart and on its lines. */
const named = { targetType: z.string(), code: z.string().optional(), title: z.string().optional() };

/** `CartFields`, with the product's title in documents that select it. */
export const cartNode = z.object({
  id: z.string(),
  checkoutUrl: z.url({ protocol: /^https?$/ }),
  discountCodes: z.array(z.object({ code: z.string(), applicable: z.boolean() })),
  discountApplications: z.array(z.object({ ...named, totalAllocatedAmount: money })),
  appliedGiftCards: z.array(z.object({ presentmentAmountUsed: money })),
  cost: z.object({ totalAmount: money }),
  lines: nodesOf(
    z.object({
      id: z.string(),
      quantity: z.int(),
      cost: z.object({ amountPerQuantity: money, subtotalAmount: money }),
      discountAllocations: z.array(z.object({ ...named, discountedAmount: money })),
      merchandise: z.object({
        id: z.string(),
        title: z.string(),
        image: z.object({ url: z.string() }).nullable(),
        product: z.object({ title: z.string() }).optional(),
      }),
    }),
  ),
});

export const cartProblem = z.object({
  code: z.string().nullable(),
  field: z.array(z.string()).nullable(),
  message: z.string(),
});

export const cartWarning = z.object({ code: z.string(), message: z.string() });

/** Answer of `cartCreate`. */
export function createdCart<Cart extends z.ZodType>(cart: Cart) {
  const problems = { userErrors: z.array(cartProblem), warnings: z.array(cartWarning) };
  return z.object({ cart: cart.nullable(), ...problems }).nullable();
}

export type CartNode = z.output<typeof cartNode>;
export type CartLineNode = CartNode['lines']['nodes'][number];
export type CartProblem = z.output<typeof cartProblem>;
export type CartWarning = z.output<typeof cartWarning>;

/** Compares cart ids without their secret key: a mutation on an unknown cart silently returns a new one. */
export function isSameCart(one: string, other: string): boolean {
  return withoutKey(one) === withoutKey(other);
}

/** Reads the cart's token, under which orders are indexed, from its id. */
export function cartToken(cartId: string): string {
  const id = withoutKey(cartId);
  return id.slice(id.lastIndexOf('/') + 1);
}

function withoutKey(cartId: string): string {
  return cartId.split('?', 1)[0] ?? '';
}

export function toLineInputs(lines: readonly { variantId: string; quantity: number }[]) {
  return lines.map(({ variantId, quantity }) => ({ merchandiseId: variantId, quantity }));
}
