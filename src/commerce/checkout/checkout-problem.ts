import type { ItemRefusal } from '../errors.ts';

export const CHECKOUT_PROBLEMS = ['item_unavailable', 'cart_expired', 'checkout_refused'] as const;

/** Why the buyer of an open session cannot pay, as the shop reports it. A change of the session repairs it. */
export interface CheckoutProblem {
  code: (typeof CHECKOUT_PROBLEMS)[number];
  message: string;
  /** Items that stand in the way; empty where the shop names none. */
  items: ItemRefusal[];
}

export function createUnavailableProblem(items: ItemRefusal[]): CheckoutProblem {
  return { code: 'item_unavailable', message: items.map(({ message }) => message).join(' '), items };
}
