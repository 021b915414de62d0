import { type Instant, toIso } from '../time/time.ts';
import { PRODUCT_LIMITS } from './product-limits.ts';
import { hasPrice, type Product, type Sale, type Variant } from './products.ts';

/** Returns the instants behind a reading at which the dates of sales change a price, in order. */
export function listPriceChanges({ variants }: Product, readAt: Instant): Instant[] {
  const dates = variants.flatMap(({ sale }) => [sale?.from ?? '', sale?.until ?? '']);
  return [...new Set(dates)].filter((date) => date > readAt).sort();
}

/** True when the dates of a sale have changed a price since the product was read. */
export function hasPriceChanged(product: Product, readAt: Instant, now: number): boolean {
  return hasSale(product) && (listPriceChanges(product, readAt)[0] ?? '9') <= toIso(now);
}

function hasSale({ variants }: Product): boolean {
  return variants.some(({ sale }) => sale !== undefined);
}

/** Returns a product that was read before with the prices of now, as far as they follow from the dates of its sales; sales that are over are left out. */
export function applySales(product: Product, readAt: Instant, now: number): Product {
  if (!hasSale(product)) return product;
  const variants = product.variants.map((variant) => applySale(variant, readAt, toIso(now)));
  if (!hasPriceChanged(product, readAt, now)) return { ...product, variants };
  return { ...product, variants, priceRange: toPriceRange(product, variants) };
}

function applySale(variant: Variant, readAt: Instant, now: Instant): Variant {
  const { sale, listPrice, ...rest } = variant;
  if (!sale) return variant;
  const hasPassed = (date: Instant | undefined) => date !== undefined && date > readAt && date <= now;
  if (hasPassed(sale.until)) return { ...rest, price: listPrice ?? rest.price };
  if (hasPassed(sale.from) && sale.price < rest.price)
    return { ...rest, price: sale.price, listPrice: rest.price, sale };
  return isOver(sale, listPrice, now)
    ? { ...rest, ...(listPrice === undefined ? {} : { listPrice }) }
    : variant;
}

/** A sale that should run and does not is as good as over: the shop has ended it, or is late. */
function isOver({ from = '', until = '9' }: Sale, listPrice: number | undefined, now: Instant): boolean {
  return until <= now || (from <= now && listPrice === undefined);
}

/** Keeps the range of a product that may have more variants than are listed. */
function toPriceRange({ priceRange }: Product, variants: readonly Variant[]): Product['priceRange'] {
  if (variants.length >= PRODUCT_LIMITS.variants) return priceRange;
  const prices = variants.filter(hasPrice).map(({ price }) => price);
  return { ...priceRange, min: Math.min(...prices), max: Math.max(...prices) };
}
