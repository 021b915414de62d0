import { convert } from 'html-to-text';
import type { SearchDocument } from '../../search/indexing/search-document.ts';
import { seedProducts } from '../../simulated-shops/shop/catalog.ts';
import type { ShopProduct } from '../../simulated-shops/shop/types.ts';

/** Published products of the demo stores; the key of each document is the place of its product. */
export function demoCatalog(): { products: ShopProduct[]; documents: SearchDocument[] } {
  const products = seedProducts('USD').filter(({ published }) => published);
  return { products, documents: products.map(toDocument) };
}

function toDocument(product: ShopProduct, key: number): SearchDocument {
  const { variants, attributes = {}, optionNames } = product;
  const prices = variants.map(({ price }) => Math.round(Number(price) * 100));
  return {
    key,
    title: product.title,
    tags: [...product.tags, ...Object.entries(attributes).flatMap(([name, values]) => [name, ...values])],
    description: convert(product.descriptionHtml),
    options: [...optionNames, ...variants.flatMap(({ options }) => options)],
    brand: product.brand ?? '',
    categories: (product.categories ?? []).map((path) => path.join(' > ')),
    identifiers: variants.flatMap(({ sku, barcode = '' }) => [sku, barcode]),
    available: variants.some(({ stock }) => stock === null || stock > 0),
    minPrice: Math.min(...prices),
    maxPrice: Math.max(...prices),
  };
}
