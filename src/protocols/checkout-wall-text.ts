import type { CheckoutWall } from '../commerce/store/checkout-wall.ts';

/** Sentence for the buyer, said while the last check of the shop has found the wall. */
export const CHECKOUT_WALL_TEXTS: Record<CheckoutWall, string> = {
  log_in: 'This store’s site asks visitors to log in before its checkout: the buyer needs an account there.',
  account:
    'This store sends buyers to its account page before the checkout: the buyer signs in or registers there before paying.',
  maintenance:
    'This store’s site last showed a maintenance page in place of its checkout: the buyer may have to wait until it opens again.',
  age_gate: 'This store asks for the buyer’s age before its checkout.',
  firewall: 'This store’s site last refused to show its checkout to a visitor: the buyer may be refused too.',
  other: 'Another page last stood in place of this store’s checkout: the buyer may not be able to pay there.',
};
