const REASONS: Record<string, string> = {
  discount_code_expired: 'It has expired',
  discount_code_invalid: 'There is no such code',
  discount_code_already_applied: 'It was applied already',
  discount_code_combination_disallowed: 'It cannot be combined with the others',
  discount_code_user_not_logged_in: 'Only for signed-in customers',
  discount_code_user_ineligible: 'Not for this customer or these goods',
  discount_code_minimum_not_met: 'The minimum was not reached',
  discount_code_usage_limit_reached: 'It is used up',
};

/** Why the shop refused a code, for people. */
export function reasonInWords(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}
