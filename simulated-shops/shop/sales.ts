import type { Instant } from '../../src/commerce/time/time.ts';
import type { ShopProduct, ShopVariant } from './types.ts';

/** Begins and ends the sales with dates that are due; returns the products whose prices have changed. */
export function applyDueSales(products: readonly ShopProduct[], now: Instant): ShopProduct[] {
  return products.filter(({ variants }) => variants.map((each) => applyDueSale(each, now)).includes(true));
}

/** True when the price has changed. */
function applyDueSale(variant: ShopVariant, now: Instant): boolean {
  const { sale, price, listPrice } = variant;
  if (!sale) return false;
  const { from = '', until = '9' } = sale;
  if (until <= now) {
    delete variant.sale;
    if (listPrice === undefined) return false;
    delete variant.listPrice;
    variant.price = listPrice;
    return true;
  }
  if (from > now || listPrice !== undefined) return false;
  Object.assign(variant, { price: sale.price, listPrice: price });
  return true;
}
