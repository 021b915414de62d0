import type { Product, Variant } from '../../../src/commerce/product/products.ts';

/** A product of a shop called `instant`; what a test does not care for is plain. */
export function product(number: number, title: string, extras: Partial<Product> = {}): Product {
  const variants = extras.variants ?? [variant(number * 10)];
  return {
    id: `gid://instant/Product/${number}`,
    title,
    description: '',
    handle: `product-${number}`,
    url: `https://instant.example/products/product-${number}`,
    priceRange: { min: 1000, max: 1000, currency: 'USD' },
    variants,
    media: [],
    availability: variants.some((each) => each.available) ? 'in_stock' : 'out_of_stock',
    tags: [],
    ...extras,
  };
}

export function variant(number: number, extras: Partial<Variant> = {}): Variant {
  return {
    id: `gid://instant/ProductVariant/${number}`,
    title: 'Default Title',
    price: 1000,
    currency: 'USD',
    available: true,
    ...extras,
  };
}

export const soldOut = (number: number) => variant(number, { available: false });
