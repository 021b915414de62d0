import type { z } from 'zod';
import type { Line } from '../../../commerce/checkout/set-quantities.ts';
import type { storefrontAnswers } from '../client/operations.generated.ts';

type Created = NonNullable<z.output<typeof storefrontAnswers.CreateCart>['cartCreate']>;

/** `CartFields`, with the product's title in documents that select it. */
export type CartNode = NonNullable<Created['cart']>;
export type CartLineNode = CartNode['lines']['nodes'][number];
export type CartProblem = Created['userErrors'][number];
export type CartWarning = Created['warnings'][number];

/** Compares cart ids without their secret key: a mutation on an unknown cart silently returns a new one. */
export function isSameCart(one: string, other: string): boolean {
  return withoutKey(one) === withoutKey(other);
}

/** Reads the cart's token, under which orders are indexed, from its id. */
export function readCartToken(cartId: string): string {
  const id = withoutKey(cartId);
  return id.slice(id.lastIndexOf('/') + 1);
}

function withoutKey(cartId: string): string {
  return cartId.split('?', 1)[0] ?? '';
}

export function toLineInputs(lines: readonly Line[]) {
  return lines.map(({ variantId, quantity }) => ({ merchandiseId: variantId, quantity }));
}
