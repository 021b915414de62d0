/** Pages that may stand before a shop's checkout when a buyer comes, by the last check of the access. */
export const CHECKOUT_WALLS = ['log_in', 'account', 'maintenance', 'age_gate', 'firewall', 'other'] as const;
export type CheckoutWall = (typeof CHECKOUT_WALLS)[number];

/** Finds the wall before the checkout; null without one, and where the check did not come so far. */
export function findWall(diagnostics: readonly { wall?: CheckoutWall | undefined }[]): CheckoutWall | null {
  return diagnostics.find(({ wall }) => wall !== undefined)?.wall ?? null;
}
