import type { Discounts } from '../../commerce/cart.ts';
import type { CallStats } from '../../request-log/agent-call.ts';

/** Codes that were just supplied and did not work. */
export function recordRejection({ discounts }: { discounts: Discounts | null }): CallStats | undefined {
  return discounts && discounts.rejected.length > 0 ? { rejectedCodes: discounts.rejected } : undefined;
}
