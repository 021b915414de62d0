import { hasPrice, type Product, type ProductOption } from '../../src/commerce/product/products.ts';
import type { SearchDocument } from './search-document.ts';

/** Returns the indexed text of a product in the catalog copy. `key`: number of its row. */
export function toSearchDocument(key: number, product: Product): SearchDocument {
  const { title, description, tags, keywords = [], brand = '', availability } = product;
  return {
    key,
    title,
    options: toChoices(product),
    brand,
    categories: product.categories ?? [],
    tags: [...tags, ...keywords, ...toTraits(product)],
    description,
    identifiers: toIdentifiers(product),
    available: availability === 'in_stock',
    ...toPrices(product),
    ...toUndelivered(product),
  };
}

/** Within no bounds of a price where the shop shows none. */
const NO_PRICE = -1;

/** Bounds of what the product costs until it is read again: the dates of a sale change its price. */
function toPrices({ priceRange: { min, max }, variants }: Product) {
  if (variants.length > 0 && !variants.some(hasPrice)) return { minPrice: NO_PRICE, maxPrice: NO_PRICE };
  const onSale = variants.flatMap(({ price, listPrice = price, sale }) =>
    sale ? [sale.price, listPrice] : [],
  );
  return { minPrice: Math.min(min, ...onSale), maxPrice: Math.max(max, ...onSale) };
}

function toUndelivered({ variants }: Product): Pick<SearchDocument, 'undelivered'> {
  const needing = variants.filter(({ needsDelivery }) => needsDelivery !== false);
  if (needing.length === variants.length) return {};
  return { undelivered: needing.length === 0 ? 'all' : 'some' };
}

/** Names and values of options; titles of variants where options have no names. */
function toChoices({ title, variants, options = [] }: Product): string[] {
  const titles = variants
    .filter((variant) => !variant.options)
    .map((variant) => variant.title)
    .filter((each) => each !== title && each !== 'Default Title');
  return [...options.filter(isChoice).flatMap(toTexts), ...titles];
}

/** Names and values of what all variants have: properties, and options without a choice. */
function toTraits({ options = [], attributes = [] }: Product): string[] {
  return [...attributes, ...options.filter((option) => !isChoice(option))].flatMap(toTexts);
}

function isChoice({ values }: ProductOption): boolean {
  return values.length > 1;
}

function toTexts({ name, values }: ProductOption): string[] {
  return [name, ...values];
}

function toIdentifiers({ sku, variants }: Product): string[] {
  const all = [sku, ...variants.flatMap((variant) => [variant.sku, variant.barcode])];
  return [...new Set(all)].filter((identifier) => identifier !== undefined);
}
