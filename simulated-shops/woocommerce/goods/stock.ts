import type { ShopProduct } from '../../shop/types.ts';
import { isSimple, onlyVariant, postIdOf, type Variation, variationsOf } from './posts.ts';
import type { Traits } from './traits.ts';

export type StockStatus = 'instock' | 'outofstock' | 'onbackorder';

export function stockStatus(traits: Traits, { product, variant }: Variation): StockStatus {
  if (variant.stock === null || variant.stock > 0) return 'instock';
  return traits.backorders.has(postIdOf({ product, variant })) ? 'onbackorder' : 'outofstock';
}

/** A product with a choice is in stock while one of its enabled variations is. */
export function productStockStatus(traits: Traits, product: ShopProduct): StockStatus {
  if (isSimple(product)) return stockStatus(traits, { product, variant: onlyVariant(product) });
  const enabled = variationsOf(product).filter(({ variant }) => !traits.disabled.has(variant.id));
  const statuses = enabled.map((variation) => stockStatus(traits, variation));
  if (statuses.includes('instock')) return 'instock';
  return statuses.includes('onbackorder') ? 'onbackorder' : 'outofstock';
}

/** A parent with choices counts nothing itself. */
export function stockFields(traits: Traits, variation: Variation): object {
  const { stock } = variation.variant;
  const allowed = traits.backorders.has(postIdOf(variation));
  return {
    manage_stock: stock !== null,
    stock_quantity: stock,
    backorders: allowed ? 'notify' : 'no',
    backorders_allowed: allowed,
    backordered: stockStatus(traits, variation) === 'onbackorder',
    low_stock_amount: null,
  };
}
