import type { ShopProduct, ShopVariant } from './types.ts';

export interface Goods {
  product: ShopProduct;
  variant: ShopVariant;
}

/** Includes drafts; the platform filters them. */
export function findVariant(products: readonly ShopProduct[], variantId: number): Goods | undefined {
  for (const product of products) {
    const variant = product.variants.find((each) => each.id === variantId);
    if (variant) return { product, variant };
  }
  return undefined;
}

export function isAvailable(variant: ShopVariant): boolean {
  return variant.stock === null || variant.stock > 0;
}

/** `M / Red`; null for the only variant of a product without options. */
export function variantTitle(variant: ShopVariant): string | null {
  return variant.options.length === 0 ? null : variant.options.join(' / ');
}

/** Takes all pieces or none; returns the variants that lack stock. */
export function takeStock(
  products: readonly ShopProduct[],
  lines: readonly { variantId: number; quantity: number }[],
): { taken: true } | { taken: false; missing: number[] } {
  const quantities = new Map<number, number>();
  for (const { variantId, quantity } of lines)
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  const missing = [...quantities.keys()].filter((id) => stockOf(products, id) < (quantities.get(id) ?? 0));
  if (missing.length > 0) return { taken: false, missing };
  for (const line of lines) changeStock(products, line.variantId, -line.quantity);
  return { taken: true };
}

/** Returns pieces to stock after a cancellation. */
export function returnStock(
  products: readonly ShopProduct[],
  lines: readonly { variantId: number; quantity: number }[],
): void {
  for (const line of lines) changeStock(products, line.variantId, line.quantity);
}

function stockOf(products: readonly ShopProduct[], variantId: number): number {
  const entry = findVariant(products, variantId);
  if (!entry) return 0;
  return entry.variant.stock ?? Number.POSITIVE_INFINITY;
}

function changeStock(products: readonly ShopProduct[], variantId: number, by: number): void {
  const variant = findVariant(products, variantId)?.variant;
  if (variant && variant.stock !== null) variant.stock += by;
}
