/** Said where the shop takes no orders of guests. */
export const ACCOUNT_REQUIRED =
  'This store takes orders only from buyers with an account: the buyer signs in or registers there before paying.';
