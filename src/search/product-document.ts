import type { Product } from '../commerce/product/products.ts';
import type { SearchDocument } from './search-document.ts';

/** Returns the indexed text of a product in the catalog copy. `key`: number of its row. */
export function toSearchDocument(key: number, product: Product): SearchDocument {
  const { title, description, tags, keywords = [], brand = '', availability, priceRange } = product;
  return {
    key,
    title,
    options: optionTexts(product),
    brand,
    categories: product.categories ?? [],
    tags: [...tags, ...keywords],
    description,
    identifiers: identifiersOf(product),
    available: availability === 'in_stock',
    minPrice: priceRange.min,
    maxPrice: priceRange.max,
  };
}

/** Names and values of options and properties; titles of variants where options have no names. */
function optionTexts({ title, variants, options = [], attributes = [] }: Product): string[] {
  const named = [...options, ...attributes].flatMap(({ name, values }) => [name, ...values]);
  const titles = variants
    .filter((variant) => !variant.options)
    .map((variant) => variant.title)
    .filter((each) => each !== title && each !== 'Default Title');
  return [...named, ...titles];
}

function identifiersOf({ sku, variants }: Product): string[] {
  const all = [sku, ...variants.flatMap((variant) => [variant.sku, variant.barcode])];
  return [...new Set(all)].filter((identifier) => identifier !== undefined);
}
