import { toCategoryName, toCategoryNames } from '../../../../search/index.ts';
import { type Product, type Variant, withPrices } from '../../../commerce/product/products.ts';
import type { CatalogSearch } from '../../../operations/catalog/found-page.ts';
import { createInfo, type Message } from '../messages.ts';
import type { Narrowing } from './catalog-schemas.ts';

/** Leaves out products without variants, which nothing could buy, and what has no price, which the schema requires. */
export function filterSellable(products: readonly Product[]): Product[] {
  return withPrices(products).filter(({ variants }) => variants.length > 0);
}

export function withVariants(products: readonly Product[], fits: (variant: Variant) => boolean): Product[] {
  return filterSellable(products.map((product) => ({ ...product, variants: product.variants.filter(fits) })));
}

/**
 * Filters products by category, and variants by price; products without any left are dropped. A price in another currency and
 * categories that the store does not have are not applied, and a message says so.
 */
export function narrowProducts(
  candidates: readonly Product[],
  { filters, context }: Narrowing,
  storeCurrency: string,
): { products: Product[]; messages: Message[] } {
  const { products, messages } = filterByCategories(candidates, filters?.categories ?? []);
  const { price } = filters ?? {};
  if (!price) return { products, messages };
  const currency = getCurrency(context, storeCurrency);
  if (currency !== storeCurrency) {
    const content = `Prices are in ${storeCurrency}: the price filter in ${currency.slice(0, 3)} was not applied.`;
    return {
      products,
      messages: [...messages, createInfo('filter_not_applied', content, '$.filters.price')],
    };
  }
  const isInPriceRange = (variant: Variant) =>
    variant.price >= (price.min ?? 0) && variant.price <= (price.max ?? Infinity);
  return { products: withVariants(products, isInPriceRange), messages };
}

function filterByCategories(products: readonly Product[], names: readonly string[]) {
  if (names.length === 0) return { products: [...products], messages: [] };
  if (products.every(({ categories = [] }) => categories.length === 0)) {
    const content = 'No product found here has a category: the filter was not applied.';
    return {
      products: [...products],
      messages: [createInfo('filter_not_applied', content, '$.filters.categories')],
    };
  }
  const categoryNames = new Set(names.map(toCategoryName));
  const isWanted = (path: string) => toCategoryNames(path).some((name) => categoryNames.has(name));
  return { products: products.filter(({ categories = [] }) => categories.some(isWanted)), messages: [] };
}

/**
 * Returns the conditions that an index applies before paging; undefined for none, as for prices in another currency.
 * `fulfilling`: those of fulfillment.
 */
export function indexFilter(
  { filters, context }: Narrowing,
  storeCurrency: string,
  fulfilling: CatalogSearch['filter'] | 'nothing',
): CatalogSearch['filter'] {
  const { categories = [] } = filters ?? {};
  const isComparable = getCurrency(context, storeCurrency) === storeCurrency;
  const { min, max } = (isComparable && filters?.price) || {};
  const isUnbounded = min === undefined && max === undefined && categories.length === 0;
  if (isUnbounded && fulfilling === undefined) return undefined;
  return {
    ...(min === undefined ? {} : { minPrice: min }),
    ...(max === undefined ? {} : { maxPrice: max }),
    ...(categories.length > 0 ? { categories } : {}),
    ...(fulfilling === 'nothing' ? {} : fulfilling),
  };
}

function getCurrency(context: Narrowing['context'], storeCurrency: string): string {
  return context?.currency?.toUpperCase() ?? storeCurrency;
}
