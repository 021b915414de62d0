import type { OrderedLine } from '../../shop/orders.ts';
import type { Pricing } from '../../shop/pricing.ts';
import { findVariant } from '../../shop/stock.ts';
import type { Site } from '../site.ts';

/** Takes sold pieces off the stock, below zero where backorders are allowed, and counts them. */
export function sell(site: Site, lines: readonly OrderedLine[]): void {
  for (const { productId, variantId, quantity } of lines) {
    const variant = findVariant(site.products, variantId)?.variant;
    if (variant && variant.stock !== null) variant.stock -= quantity;
    for (const id of new Set([productId, variantId])) {
      site.traits.sold.set(id, (site.traits.sold.get(id) ?? 0) + quantity);
    }
  }
}

/** Each order uses a coupon once. */
export function useCoupons({ codes }: Pricing): void {
  for (const code of codes) {
    if (code.applied) code.coupon.used = (code.coupon.used ?? 0) + 1;
  }
}
