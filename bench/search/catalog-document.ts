import { convert } from 'html-to-text';
import type { SearchDocument } from '../../search/indexing/search-document.ts';
import type { CatalogLine } from '../../simulated-shops/shop/catalog-file.ts';

/** Returns what the service would index of a product of a catalog file. */
export function toDocument(line: CatalogLine, key: number): SearchDocument {
  const price = Math.round(Number(line.price) * 100);
  return {
    key,
    title: line.title,
    options: Object.entries(line.options).flatMap(([name, values]) => [name, ...values]),
    brand: line.brand,
    categories: line.categories,
    tags: [],
    description: convert(line.description, { wordwrap: false }),
    identifiers: [line.sku, line.gtin].filter((identifier) => identifier !== ''),
    available: line.stock === undefined || line.stock > 0,
    minPrice: price,
    maxPrice: price,
  };
}
