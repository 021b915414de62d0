import type { Discounts } from '../../commerce/cart.ts';
import type { Noted } from '../../request-log/agent-call.ts';

/** Codes that were just supplied and did not work, for the merchant's count. */
export function noteRejected(discounts: Discounts | null): Noted | undefined {
  return discounts && discounts.rejected.length > 0 ? { rejectedCodes: discounts.rejected } : undefined;
}
