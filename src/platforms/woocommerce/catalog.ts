import { LRUCache } from 'lru-cache';
import type { ItemReference, Product, ProductPage, ResolvedItem } from '../../commerce/products.ts';
import type { Caller, ProductQuery } from '../store-platform.ts';
import { type CatalogEntry, PRODUCT_FIELDS, type WooProduct, wooProducts } from './catalog-wire.ts';
import { type Ask, aFewAtOnce, CORE, parseAnswer, query, type SiteAnswer } from './client.ts';
import { type CatalogNumber, readableSlug, readGid } from './item-id.ts';
import { readCursor, toCursor } from './search-cursor.ts';
import { isVariable, toProduct, toResolvedItem } from './to-product.ts';
import { variationReader } from './variations.ts';

const MOST_REMEMBERED = 50_000;
const MOST_PER_CALL = 100;
const PRODUCTS = 'GET /products';

type CurrencyOf = (caller: Caller) => Promise<string>;

/** The catalog of one shop. Remembers which product a variation belongs to, and nothing else. */
export function catalogOf(ask: Ask, currencyOf: CurrencyOf) {
  const variations = variationReader(ask);
  const parents = new LRUCache<number, number>({ max: MOST_REMEMBERED });

  function remember(products: readonly WooProduct[]): void {
    for (const product of products) {
      for (const id of isVariable(product) ? product.variations : [product.id]) parents.set(id, product.id);
    }
  }

  /**
   * Products for any mix of product and variation numbers: one call, one more for variations. A variation that was
   * never seen here costs a third: the shop must first be asked which product it belongs to.
   */
  async function entriesFor(
    wanted: readonly CatalogNumber[],
    handles: readonly string[],
    caller: Caller,
  ): Promise<CatalogEntry[]> {
    const variants = wanted.filter(({ kind }) => kind === 'variant').map(({ number }) => number);
    const strangers = [...new Set(variants.filter((number) => !parents.has(number)))];
    const found = await variations.byNumber(strangers, caller);
    for (const { id, parent_id } of found) parents.set(id, parent_id);
    const numbers = wanted.map(({ kind, number }) =>
      kind === 'product' ? number : (parents.get(number) ?? number),
    );
    const [byNumber, bySlug] = await Promise.all([
      productsByNumber(ask, [...new Set(numbers)], caller),
      aFewAtOnce([...new Set(handles)], (handle) => productsBySlug(ask, handle, caller)),
    ]);
    const products = new Map([...byNumber, ...bySlug.flat()].map((product) => [product.id, product]));
    remember([...products.values()]);
    return variations.ofProducts([...products.values()], caller, found);
  }

  return {
    async searchProducts(search: ProductQuery, caller: Caller): Promise<ProductPage> {
      const page = readCursor(search.after, search.first);
      const [currency, answer] = await Promise.all([
        currencyOf(caller),
        askForProducts(ask, { search: search.text, per_page: search.first, page }, caller),
      ]);
      const products = publicProducts(answer).filter(isListed);
      remember(products);
      const entries = await variations.ofProducts(products, caller);
      const hasNextPage = page < Number(answer.headers.get('x-wp-totalpages') ?? 0);
      return {
        products: entries.map((entry) => toProduct(entry, currency)),
        hasNextPage,
        endCursor: hasNextPage ? toCursor(page + 1, search.first) : null,
      };
    },

    async lookupProducts(ids: readonly string[], caller: Caller): Promise<Product[]> {
      const wanted = ids.flatMap((id) => readGid(id) ?? []);
      const [currency, entries] = await Promise.all([currencyOf(caller), entriesFor(wanted, [], caller)]);
      const meant = wanted.flatMap((number) => entries.find((entry) => isMeant(entry, number)) ?? []);
      return [...new Set(meant)].map((entry) => toProduct(entry, currency));
    },

    async resolveItems(
      references: readonly ItemReference[],
      caller: Caller,
    ): Promise<(ResolvedItem | undefined)[]> {
      const numbers = references.flatMap((each) => (each.kind === 'handle' ? [] : (readGid(each.id) ?? [])));
      const handles = references.flatMap((each) => (each.kind === 'handle' ? [each.handle] : []));
      const [currency, entries] = await Promise.all([
        currencyOf(caller),
        entriesFor(numbers, handles, caller),
      ]);
      return references.map((reference) => resolve(reference, entries, currency));
    },
  };
}

function resolve(
  reference: ItemReference,
  entries: readonly CatalogEntry[],
  currency: string,
): ResolvedItem | undefined {
  if (reference.kind === 'handle') {
    const entry = entries.find(({ product }) => sameSlug(product.slug, reference.handle));
    return entry && toResolvedItem(entry, currency);
  }
  const wanted = readGid(reference.id);
  const entry = wanted && entries.find((each) => isMeant(each, wanted));
  return entry && toResolvedItem(entry, currency, wanted.kind === 'variant' ? wanted.number : undefined);
}

/** A product's number is also that of its only variant, unless the product leaves a choice. */
function isMeant({ product, variations }: CatalogEntry, { kind, number }: CatalogNumber): boolean {
  if (kind === 'variant' && isVariable(product)) return variations.some(({ id }) => id === number);
  return product.id === number;
}

function sameSlug(stored: string, handle: string): boolean {
  return readableSlug(stored).toLowerCase() === readableSlug(handle).toLowerCase();
}

/** `include` silently drops numbers that are variations, unpublished or unknown. */
async function productsByNumber(ask: Ask, numbers: readonly number[], caller: Caller): Promise<WooProduct[]> {
  const pages = Array.from({ length: Math.ceil(numbers.length / MOST_PER_CALL) }, (_, page) =>
    numbers.slice(page * MOST_PER_CALL, (page + 1) * MOST_PER_CALL),
  );
  const answers = await aFewAtOnce(pages, (page) =>
    askForProducts(ask, { include: page.join(','), per_page: MOST_PER_CALL }, caller),
  );
  return answers.flatMap(publicProducts);
}

async function productsBySlug(ask: Ask, slug: string, caller: Caller): Promise<WooProduct[]> {
  return publicProducts(await askForProducts(ask, { slug, per_page: 1 }, caller));
}

/** Without `status=publish` the shop lists drafts and private products too. */
function askForProducts(
  ask: Ask,
  params: Record<string, string | number>,
  caller: Caller,
): Promise<SiteAnswer> {
  const search = query({ ...params, status: 'publish', _fields: PRODUCT_FIELDS });
  return ask({ operation: PRODUCTS, path: `${CORE}/products?${search}` }, caller);
}

/** What any visitor may see: the filter is asked for, and checked, since a plugin may undo it. */
function publicProducts(answer: SiteAnswer): WooProduct[] {
  const products = parseAnswer(wooProducts, answer, PRODUCTS);
  return products.filter((product) => product.status === 'publish' && product.post_password === '');
}

/** Hidden from the shop's own search, sold elsewhere (external), or no goods but a group of others. */
function isListed({ catalog_visibility, type }: WooProduct): boolean {
  const findable = catalog_visibility === 'visible' || catalog_visibility === 'search';
  return findable && type !== 'grouped' && type !== 'external';
}
