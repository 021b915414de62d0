import { toMinorUnits } from '../../../src/commerce/money/money.ts';
import type { ShopProduct } from '../../shop/types.ts';
import { categoriesOf } from '../goods/categories.ts';
import { isSimple, type Variation, variationsOf } from '../goods/posts.ts';
import { productStockStatus } from '../goods/stock.ts';
import { PUBLISHED_AT } from '../render/dates.ts';
import { productPriceFields } from '../render/price.ts';
import type { Site } from '../site.ts';
import { PAGING, type Page } from './listing.ts';
import { idList, oneOf, type Query, readParams, text, textList } from './query-params.ts';
import { fold, searchWords } from './search-words.ts';

export interface ProductFilters extends Page {
  search: string;
  status: (typeof STATUSES)[number];
  type: (typeof TYPES)[number];
  include: number[];
  exclude: number[];
  slug: string;
  sku: string[];
  category: number[];
  stock_status: '' | 'instock' | 'outofstock' | 'onbackorder';
  min_price: string;
  max_price: string;
  modified_after: string;
  orderby: (typeof ORDERS)[number];
  order: 'asc' | 'desc';
}

const STATUSES = ['any', 'future', 'trash', 'draft', 'pending', 'private', 'publish'] as const;
const TYPES = ['', 'simple', 'grouped', 'external', 'variable'] as const;
const ORDERS = ['date', 'modified', 'id', 'include', 'title', 'slug', 'price', 'popularity'] as const;

export function readProductFilters(query: Query): ProductFilters {
  return readParams<ProductFilters>(query, {
    ...PAGING,
    search: text(),
    status: oneOf(STATUSES, 'any'),
    type: oneOf(TYPES, ''),
    include: idList(),
    exclude: idList(),
    slug: text(),
    sku: textList(),
    category: idList(),
    stock_status: oneOf(['', 'instock', 'outofstock', 'onbackorder'], ''),
    min_price: text(),
    max_price: text(),
    modified_after: text(),
    orderby: oneOf(ORDERS, 'date'),
    order: oneOf(['asc', 'desc'], 'desc'),
  });
}

/** Includes drafts unless a status is given; ids of variations are dropped silently. */
export function findProducts(
  site: Site,
  filters: ProductFilters,
  among: readonly ShopProduct[] = site.products,
): ShopProduct[] {
  const words = searchWords(filters.search);
  const matches = among.filter(
    (product) =>
      hasStatus(product, filters.status) &&
      hasWords(product, words) &&
      isAmong(filters.include, product.id) &&
      !filters.exclude.includes(product.id) &&
      hasCategory(product, filters.category) &&
      isAfter(modifiedAt(site, product), filters.modified_after) &&
      hasDetails(site, product, filters),
  );
  return inOrder(matches, filters, site);
}

/** An instant without a zone is in the site's time, here UTC; compared in whole seconds. */
export function isAfter(modified: string, bound: string): boolean {
  if (bound === '') return true;
  const instant = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(bound) ? bound : `${bound}Z`);
  return Math.floor(Date.parse(modified) / 1000) > Math.floor(instant / 1000);
}

function modifiedAt(site: Site, product: ShopProduct): string {
  return site.modifiedAt(product) ?? `${PUBLISHED_AT}Z`;
}

/** `sku=A,B` is exact and finds variations too. */
export function findSkus(site: Site, skus: readonly string[]): (ShopProduct | Variation)[] {
  return site.products.flatMap((product): (ShopProduct | Variation)[] => {
    if (isSimple(product)) return product.variants.some((only) => skus.includes(only.sku)) ? [product] : [];
    return variationsOf(product).filter(({ variant }) => skus.includes(variant.sku));
  });
}

function hasStatus(product: ShopProduct, status: ProductFilters['status']): boolean {
  return status === 'any' || status === (product.published ? 'publish' : 'draft');
}

/** Title and descriptions only: neither SKU nor attribute values. */
function hasWords(product: ShopProduct, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const searched = searchedText(product);
  return words.every((word) => searched.includes(word));
}

const searchedTexts = new WeakMap<ShopProduct, { of: string; text: string }>();

/** Folded once per content: a search looks at every product. */
function searchedText(product: ShopProduct): string {
  const of = `${product.title}\n${product.descriptionHtml}`;
  const entry = searchedTexts.get(product);
  if (entry?.of === of) return entry.text;
  const text = fold(of);
  searchedTexts.set(product, { of, text });
  return text;
}

function hasCategory(product: ShopProduct, categories: readonly number[]): boolean {
  return categories.length === 0 || categoriesOf(product).some(({ id }) => categories.includes(id));
}

function isAmong(ids: readonly number[], id: number): boolean {
  return ids.length === 0 || ids.includes(id);
}

function hasDetails(site: Site, product: ShopProduct, filters: ProductFilters): boolean {
  const { slug, type, stock_status: stock } = filters;
  return (
    (slug === '' || (product.published && product.handle === slug)) &&
    (type === '' || type === (isSimple(product) ? 'simple' : 'variable')) &&
    (stock === '' || productStockStatus(site.traits, product) === stock) &&
    hasPriceBetween(site, product, filters)
  );
}

function hasPriceBetween(site: Site, product: ShopProduct, filters: ProductFilters): boolean {
  const { min_price: from, max_price: to } = filters;
  if (from === '' && to === '') return true;
  const price = priceOf(site, product);
  const { currency } = site.settings;
  return (
    (from === '' || price >= toMinorUnits(from, currency)) &&
    (to === '' || price <= toMinorUnits(to, currency))
  );
}

function priceOf(site: Site, product: ShopProduct): number {
  return toMinorUnits(productPriceFields(site, product).price || '0', site.settings.currency);
}

function inOrder(products: ShopProduct[], filters: ProductFilters, site: Site): ShopProduct[] {
  if (products.length < 2) return products;
  if (filters.orderby === 'include') {
    return products.sort((a, b) => filters.include.indexOf(a.id) - filters.include.indexOf(b.id));
  }
  const sign = filters.order === 'asc' ? 1 : -1;
  const compare = COMPARISONS[filters.orderby](site);
  return products.sort((a, b) => sign * (compare(a, b) || a.id - b.id));
}

type Comparison = (a: ShopProduct, b: ShopProduct) => number;

/** All goods have one date, so that newest first falls back to the highest id. */
const COMPARISONS: Record<Exclude<ProductFilters['orderby'], 'include'>, (site: Site) => Comparison> = {
  date: () => () => 0,
  modified: () => () => 0,
  id: () => () => 0,
  title: () => (a, b) => a.title.localeCompare(b.title, 'en'),
  slug: () => (a, b) => a.handle.localeCompare(b.handle, 'en'),
  popularity:
    ({ traits }) =>
    (a, b) =>
      (traits.sold.get(a.id) ?? 0) - (traits.sold.get(b.id) ?? 0),
  price: (site) => (a, b) => priceOf(site, a) - priceOf(site, b),
};
