const REASONS: Record<string, string> = {
  discount_code_expired: 'Expired',
  discount_code_invalid: 'No such code',
  discount_code_already_applied: 'Already applied',
  discount_code_combination_disallowed: 'Cannot be combined with the other codes',
  discount_code_user_not_logged_in: 'Only for signed-in customers',
  discount_code_user_ineligible: 'Not valid for this customer or these products',
  discount_code_minimum_not_met: 'Minimum not reached',
  discount_code_usage_limit_reached: 'Usage limit reached',
};

/** Why the shop refused a code, for people. */
export function reasonInWords(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}
