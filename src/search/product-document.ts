import type { Product } from '../commerce/products.ts';
import type { SearchDocument } from './search-document.ts';

/** Returns what is indexed of a product in the copy, by the number of its row. */
export function toSearchDocument(key: number, product: Product): SearchDocument {
  const { title, description, tags, variants, availability, priceRange } = product;
  return {
    key,
    title,
    options: variants
      .map((variant) => variant.title)
      .filter((each) => each !== title && each !== 'Default Title'),
    brand: '',
    categories: [],
    tags,
    description,
    identifiers: [],
    available: availability === 'in_stock',
    minPrice: priceRange.min,
    maxPrice: priceRange.max,
  };
}
