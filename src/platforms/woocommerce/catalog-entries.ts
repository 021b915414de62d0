import { LRUCache } from 'lru-cache';
import type { Caller } from '../store-platform.ts';
import { type CatalogEntry, PRODUCT_FIELDS, type WooProduct, wooProducts } from './catalog-wire.ts';
import { type Ask, aFewAtOnce, CORE, parseAnswer, query, type SiteAnswer } from './client.ts';
import type { CatalogNumber } from './item-id.ts';
import { isVariable } from './to-product.ts';
import { variationReader } from './variations.ts';

const MOST_REMEMBERED = 50_000;
const MOST_PER_CALL = 100;
const PRODUCTS = 'GET /products';

/** Reads products with their variations. Remembers which product a variation belongs to, and nothing else. */
export function entryReader(ask: Ask) {
  const variations = variationReader(ask);
  const parents = new LRUCache<number, number>({ max: MOST_REMEMBERED });

  function remember(products: readonly WooProduct[]): void {
    for (const product of products) {
      for (const id of isVariable(product) ? product.variations : [product.id]) parents.set(id, product.id);
    }
  }

  return {
    /** One call when there are variable products among them. */
    products(products: readonly WooProduct[], caller: Caller): Promise<CatalogEntry[]> {
      remember(products);
      return variations.ofProducts(products, caller);
    },

    /**
     * For any mix of product and variation numbers: one call for products, one more for variations; one for each
     * handle. A variation that was never seen here costs another: the shop must first be asked for its product.
     */
    async items(
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
    },
  };
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
export function askForProducts(
  ask: Ask,
  params: Record<string, string | number>,
  caller: Caller,
): Promise<SiteAnswer> {
  const search = query({ ...params, status: 'publish', _fields: PRODUCT_FIELDS });
  return ask({ operation: PRODUCTS, path: `${CORE}/products?${search}` }, caller);
}

/** What any visitor may see: the filter is asked for, and checked, since a plugin may undo it. */
export function publicProducts(answer: SiteAnswer): WooProduct[] {
  const products = parseAnswer(wooProducts, answer, PRODUCTS);
  return products.filter((product) => product.status === 'publish' && product.post_password === '');
}
