import type { RejectionReason } from '../../../commerce/checkout/cart.ts';

/** WooCommerce's coupon error numbers. Others, "not for these goods" among them, are an invalid code; the message says why. */
const REASONS: Readonly<Record<number, RejectionReason>> = {
  102: 'discount_code_user_ineligible',
  103: 'discount_code_already_applied',
  104: 'discount_code_combination_disallowed',
  106: 'discount_code_usage_limit_reached',
  107: 'discount_code_expired',
  108: 'discount_code_minimum_not_met',
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

/** `message` is plain text. */
export function toRejectionReason(errorCode: number | null, message: string): RejectionReason {
  const numbered = errorCode === null ? undefined : REASONS[errorCode];
  const worded = BY_WORDS.find(([words]) => words.test(message))?.[1];
  return numbered ?? worded ?? 'discount_code_invalid';
}
