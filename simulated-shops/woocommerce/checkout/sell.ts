import type { OrderedLine } from '../../shop/orders.ts';
import { findVariant } from '../../shop/stock.ts';
import type { Site } from '../site.ts';

/** Reduces the stock, below zero for backorders, and counts sales. */
export function sell(site: Site, lines: readonly OrderedLine[]): void {
  for (const { productId, variantId, quantity } of lines) {
    const variant = findVariant(site.products, variantId)?.variant;
    if (variant && variant.stock !== null) variant.stock -= quantity;
    for (const id of new Set([productId, variantId])) {
      site.traits.sold.set(id, (site.traits.sold.get(id) ?? 0) + quantity);
    }
  }
}
