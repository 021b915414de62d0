import type { Discounts } from '../commerce/cart.ts';
import type { CallStats } from '../request-log/agent-call.ts';

/** Discount codes of this call that the shop refused, for the merchant's figures. */
export function rejectedCodeStats({ discounts }: { discounts: Discounts | null }): CallStats | undefined {
  return discounts && discounts.rejected.length > 0 ? { rejectedCodes: discounts.rejected } : undefined;
}
