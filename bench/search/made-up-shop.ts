import { z } from 'zod';
import type { Product } from '../../src/commerce/product/products.ts';
import type { PlatformKind } from '../../src/store-platforms/platform-kind.ts';
import type { CatalogPage } from '../../src/store-platforms/store-platform.ts';
import { INSTANT_STORE, instant, instantPlatform } from '../instant-platform.ts';
import { words } from './made-up-words.ts';

const PAGE_SIZE = 100;
/** Catalogs of at least this size are kept in memory, so that making their products takes no time of a search. */
const MIN_KEPT_PRODUCTS = 10_000;

/** `seed` makes catalogs differ: each has products and words of its own. */
const credentials = z.object({ slug: z.string(), products: z.number().int(), seed: z.number().int() });
export type MadeUpShop = z.infer<typeof credentials>;

/** Shop in this process that answers at once, with a catalog of made-up words. */
export const madeUpShop: PlatformKind<MadeUpShop> = {
  ...instant,
  credentials,
  connect: (shop) => {
    const description = { ...INSTANT_STORE, hosts: [`${shop.slug}.example`] };
    const productOf = productsOf(shop);
    return {
      ...instantPlatform(),
      describeStore: async () => description,
      readDescription: async () => description,
      lookupProducts: async (ids) => ids.map((id) => productOf(Number(id.split('/').at(-1)))),
      listProducts: async (after) => pageOf(shop, productOf, Number(after ?? 0)),
    };
  },
};

type ProductOf = (number: number) => Product;

function productsOf({ products, seed }: MadeUpShop): ProductOf {
  const make = (number: number) => makeProduct(number, seed);
  if (products < MIN_KEPT_PRODUCTS) return make;
  const copies = Array.from({ length: products }, (_, index) => make(index + 1));
  return (number) => copies[number - 1] ?? make(number);
}

function pageOf({ products }: MadeUpShop, productOf: ProductOf, from: number): CatalogPage {
  const end = Math.min(from + PAGE_SIZE, products);
  const page = Array.from({ length: end - from }, (_, index) => productOf(from + index + 1));
  return { products: page, next: end < products ? String(end) : null, total: products };
}

function makeProduct(number: number, seed: number): Product {
  const title = words(seed + number * 13, 6);
  const price = 100 + (number % 900) * 10;
  const variants = [
    { id: `gid://instant/ProductVariant/${number}`, title, price, currency: 'USD', available: true },
  ];
  return {
    id: `gid://instant/Product/${number}`,
    title,
    description: words(seed + number * 31, 80),
    handle: `product-${number}`,
    url: `https://instant.example/products/${number}`,
    priceRange: { min: price, max: price, currency: 'USD' },
    variants,
    media: [{ url: 'https://instant.example/picture.jpg', alt: null }],
    availability: 'in_stock',
    tags: [words(seed + number, 1)],
  };
}
