import type { RejectionReason } from '../../../commerce/checkout/cart.ts';

/**
 * WooCommerce's coupon error numbers. Codes "not for these goods" (109, 110, 113, 114) and "order too large" (112) count as
 * invalid for this cart; the message says why.
 */
const REASONS: Readonly<Record<number, RejectionReason>> = {
  100: 'discount_code_invalid',
  101: 'discount_code_invalid',
  102: 'discount_code_user_ineligible',
  103: 'discount_code_already_applied',
  104: 'discount_code_combination_disallowed',
  105: 'discount_code_invalid',
  106: 'discount_code_usage_limit_reached',
  107: 'discount_code_expired',
  108: 'discount_code_minimum_not_met',
  109: 'discount_code_invalid',
  110: 'discount_code_invalid',
  111: 'discount_code_invalid',
  112: 'discount_code_invalid',
  113: 'discount_code_invalid',
  114: 'discount_code_invalid',
  115: 'discount_code_usage_limit_reached',
  116: 'discount_code_usage_limit_reached',
};

/** Patterns of English messages without a number; the first match counts. */
const BY_WORDS: readonly (readonly [RegExp, RejectionReason])[] = [
  [/expired/i, 'discount_code_expired'],
  [/minimum spend/i, 'discount_code_minimum_not_met'],
  [/usage limit/i, 'discount_code_usage_limit_reached'],
  [/in conjunction with/i, 'discount_code_combination_disallowed'],
  [/already (been )?applied/i, 'discount_code_already_applied'],
  [/log(ged)? in/i, 'discount_code_user_not_logged_in'],
  [/valid email|not yours/i, 'discount_code_user_ineligible'],
];

/** Maps a refusal; unknown numbers and messages are an invalid code. `message` is plain text. */
export function reasonFor(errorCode: number | null, message: string): RejectionReason {
  const numbered = errorCode === null ? undefined : REASONS[errorCode];
  const worded = BY_WORDS.find(([words]) => words.test(message))?.[1];
  return numbered ?? worded ?? 'discount_code_invalid';
}
