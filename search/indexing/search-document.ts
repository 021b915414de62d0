import { decodeVector, type Vector } from './vectors.ts';

/** Indexed members of a product. Texts are plain, without markup. */
export interface SearchDocument {
  /** Number of the product's row in the copy: results and cursors name products by it. */
  key: number;
  title: string;
  /** Names and values of options that leave a choice, and titles of variants. */
  options: readonly string[];
  brand: string;
  /** Paths such as `Home > Kitchen > Mugs`. */
  categories: readonly string[];
  /** Tags, and names and values of properties. */
  tags: readonly string[];
  description: string;
  /** SKUs, GTINs and MPNs of the product and its variants. */
  identifiers: readonly string[];
  available: boolean;
  /** Minor units, over all variants. */
  minPrice: number;
  maxPrice: number;
  /** Variants that need no delivery, such as files; absent for none. */
  undelivered?: 'some' | 'all';
  vector?: Vector;
}

/** Members of a product that the search reads. */
export interface SearchedProduct {
  title: string;
  description: string;
  tags: readonly string[];
  keywords?: readonly string[];
  categories?: readonly string[];
  brand?: string;
  sku?: string;
  availability: 'in_stock' | 'out_of_stock';
  priceRange: { min: number; max: number };
  options?: readonly Choice[];
  attributes?: readonly Choice[];
  variants: readonly SearchedVariant[];
}

interface Choice {
  name: string;
  values: readonly string[];
}

interface SearchedVariant {
  title: string;
  price: number;
  listPrice?: number;
  sale?: { price: number };
  /** The shop shows no price for `price_on_request`. */
  restriction?: string;
  needsDelivery?: false;
  sku?: string;
  barcode?: string;
  options?: readonly unknown[];
}

/** Returns the indexed text of a product in the catalog copy. `key`: number of its row; `embedding`: see `encodeVector`. */
export function toSearchDocument(
  key: number,
  product: SearchedProduct,
  embedding: string | null = null,
): SearchDocument {
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
    ...(embedding === null ? {} : { vector: decodeVector(embedding) }),
  };
}

/** Within no bounds of a price where the shop shows none. */
const NO_PRICE = -1;

/** Bounds of what the product costs until it is read again: the dates of a sale change its price. */
function toPrices({ priceRange: { min, max }, variants }: SearchedProduct) {
  if (variants.length > 0 && variants.every(({ restriction }) => restriction === 'price_on_request'))
    return { minPrice: NO_PRICE, maxPrice: NO_PRICE };
  const onSale = variants.flatMap(({ price, listPrice = price, sale }) =>
    sale ? [sale.price, listPrice] : [],
  );
  return { minPrice: Math.min(min, ...onSale), maxPrice: Math.max(max, ...onSale) };
}

function toUndelivered({ variants }: SearchedProduct): Pick<SearchDocument, 'undelivered'> {
  const needing = variants.filter(({ needsDelivery }) => needsDelivery !== false);
  if (needing.length === variants.length) return {};
  return { undelivered: needing.length === 0 ? 'all' : 'some' };
}

/** Names and values of options; titles of variants where options have no names. */
function toChoices({ title, variants, options = [] }: SearchedProduct): string[] {
  const titles = variants
    .filter((variant) => !variant.options)
    .map((variant) => variant.title)
    .filter((each) => each !== title && each !== 'Default Title');
  return [...options.filter(isChoice).flatMap(toTexts), ...titles];
}

/** Names and values of what all variants have: properties, and options without a choice. */
function toTraits({ options = [], attributes = [] }: SearchedProduct): string[] {
  return [...attributes, ...options.filter((option) => !isChoice(option))].flatMap(toTexts);
}

function isChoice({ values }: Choice): boolean {
  return values.length > 1;
}

function toTexts({ name, values }: Choice): string[] {
  return [name, ...values];
}

function toIdentifiers({ sku, variants }: SearchedProduct): string[] {
  const all = [sku, ...variants.flatMap((variant) => [variant.sku, variant.barcode])];
  return [...new Set(all)].filter((identifier) => identifier !== undefined);
}
