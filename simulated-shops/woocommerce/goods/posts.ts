import type { ShopProduct, ShopVariant } from '../../shop/types.ts';

/** WordPress stores products and variations as posts in one range of ids. */
export interface Variation {
  product: ShopProduct;
  variant: ShopVariant;
}

export function isSimple(product: ShopProduct): boolean {
  return product.optionNames.length === 0;
}

/** A simple product's only variant; its WooCommerce id is the product's. */
export function onlyVariant(product: ShopProduct): ShopVariant {
  const [variant] = product.variants;
  if (variant === undefined) throw new Error(`Product ${product.id} has no variant`);
  return variant;
}

export function findProduct(products: readonly ShopProduct[], id: number): ShopProduct | undefined {
  return products.find((product) => product.id === id);
}

export function variationsOf(product: ShopProduct): Variation[] {
  return isSimple(product) ? [] : product.variants.map((variant) => ({ product, variant }));
}

export function findVariation(products: readonly ShopProduct[], id: number): Variation | undefined {
  return products.flatMap(variationsOf).find(({ variant }) => variant.id === id);
}

/** Id under which a variant is sold: the product's own without options. */
export function postIdOf({ product, variant }: Variation): number {
  return isSimple(product) ? product.id : variant.id;
}

/** `M, Red`; options that are left to the buyer ("any") are not named. */
export function variationTitle({ variant }: Variation): string {
  return variant.options.filter((option) => option !== '').join(', ');
}

/** `Organic Cotton Tee - M, Red`, as carts and orders name it. */
export function fullTitle(variation: Variation): string {
  const title = isSimple(variation.product) ? '' : variationTitle(variation);
  return title === '' ? variation.product.title : `${variation.product.title} - ${title}`;
}
