import type { Discounts } from '../commerce/checkout/cart.ts';
import type { Product } from '../commerce/product/products.ts';
import type { CallStats } from '../request-log/agent-call.ts';

/** Discount codes of this call that the shop refused, for the merchant's figures. */
export function toRejectedCodeStats({ discounts }: { discounts: Discounts | null }): CallStats | undefined {
  return discounts && discounts.rejected.length > 0 ? { rejectedCodes: discounts.rejected } : undefined;
}

export const lookupStats: CallStats = { isCatalogRead: true };

/** Search of an agent, for the merchant's figures: its text counts on the first page, each product on the page that shows it. */
export function searchStats(
  { text, after }: { text: string; after?: string | undefined },
  products: readonly Product[],
  visible = products,
): CallStats {
  return {
    ...lookupStats,
    ...(after === undefined ? { search: { text, found: products.length } } : {}),
    productIds: visible.map(({ id }) => id),
  };
}
