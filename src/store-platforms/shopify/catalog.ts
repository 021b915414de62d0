import { CommerceError, createMemberError } from '../../commerce/errors.ts';
import type { Product, ProductPage } from '../../commerce/product/products.ts';
import type { CatalogPage, ProductQuery } from '../store-platform.ts';
import { type ShopFacts, toProduct } from './catalog/to-product.ts';
import { type Answer, type Storefront, unwrapData } from './client.ts';
import { LIST_PRODUCTS, LOOKUP_PRODUCTS, SEARCH_PRODUCTS } from './documents/catalog.ts';
import { isItemGid } from './items.ts';
import { nextOf } from './wire.ts';

/** Fits the complexity limit of a tokenless query. */
const PAGE_SIZE = 100;

export function createCatalog(storefront: Storefront, read: ReadProducts, shop: ShopFacts) {
  function searchProducts({ text, ...page }: ProductQuery): Promise<ProductPage> {
    return readPage(page, async ({ first, after }) => {
      const answer = await read((selection) =>
        storefront(SEARCH_PRODUCTS, { text, first, after: after ?? null, ...selection }),
      );
      if (after !== undefined && answer.errors.some(({ message }) => /\bcursor\b/i.test(message)))
        throw createMemberError('after', 'is not a cursor of this store');
      const { nodes, pageInfo } = unwrapData(answer).search;
      return { products: nodes.map((node) => toProduct(node, shop)), ...pageInfo };
    });
  }

  async function lookupProducts(ids: readonly string[]): Promise<Product[]> {
    const gids = [...new Set(ids.filter(isItemGid))];
    const products = gids.length === 0 ? [] : await fetchInHalves(gids);
    return [...new Map(products.map((product) => [product.id, product])).values()];
  }

  async function fetchInHalves(ids: string[]): Promise<Product[]> {
    try {
      const answer = await read((selection) => storefront(LOOKUP_PRODUCTS, { ids, ...selection }));
      return unwrapData(answer)
        .nodes.slice(0, ids.length)
        .filter((node) => node !== null)
        .map((node) => toProduct('product' in node ? node.product : node, shop));
    } catch (error) {
      if (!isTooLarge(error) || ids.length === 1) throw error;
    }
    const middle = Math.ceil(ids.length / 2);
    const begin = await fetchInHalves(ids.slice(0, middle));
    return [...begin, ...(await fetchInHalves(ids.slice(middle)))];
  }

  async function listProducts(after: string | undefined): Promise<CatalogPage> {
    const { products, ...pageInfo } = await readPage({ first: PAGE_SIZE, after }, async (page) => {
      const answer = await read((selection) =>
        storefront(LIST_PRODUCTS, { ...page, after: page.after ?? null, ...selection }),
      );
      const { nodes, pageInfo } = unwrapData(answer).products;
      return { products: nodes.map((node) => toProduct(node, shop)), ...pageInfo };
    });
    return { products, next: nextOf(pageInfo), total: null };
  }

  return { searchProducts, lookupProducts, listProducts };
}

type PagePlace = Omit<ProductQuery, 'text'>;

/** Reads a page, or its halves where the answer is larger than what is read. */
async function readPage(
  { first, after }: PagePlace,
  read: (place: PagePlace) => Promise<ProductPage>,
): Promise<ProductPage> {
  try {
    return await read({ first, after });
  } catch (error) {
    if (!isTooLarge(error) || first === 1) throw error;
  }
  const middle = Math.ceil(first / 2);
  const begin = await readPage({ first: middle, after }, read);
  if (!begin.hasNextPage || begin.endCursor === null) return begin;
  const rest = await readPage({ first: first - middle, after: begin.endCursor }, read);
  return { ...rest, products: [...begin.products, ...rest.products] };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof CommerceError && error.tooLarge;
}

/** Variables that select fields for clients with a token, and these fields. */
const OPTIONAL_FIELDS = [
  ['withTags', ['tags']],
  ['withStock', ['quantityAvailable']],
  ['withRatings', ['rating', 'ratingCount']],
  ['withUnitPrices', ['unitPrice', 'unitPriceMeasurement']],
  ['withQuantityRules', ['quantityRule']],
] as const satisfies [string, string[]][];

type Selection = Record<(typeof OPTIONAL_FIELDS)[number][0], boolean>;
type ReadProducts = <Data>(ask: (selection: Selection) => Promise<Answer<Data>>) => Promise<Answer<Data>>;

/** Stops selecting a field after its first refusal: only that reveals that the token lacks the scope. */
export function createProductReader(hasToken: boolean): ReadProducts {
  const selected = Object.fromEntries(OPTIONAL_FIELDS.map(([variable]) => [variable, hasToken])) as Selection;
  return async (ask) => {
    const answer = await ask(selected);
    const errors = answer.errors.filter(({ code }) => code === 'ACCESS_DENIED');
    const denied = new Set(errors.map(({ path }) => String(path.at(-1))));
    const refused = OPTIONAL_FIELDS.filter(([, fields]) => fields.some((field) => denied.has(field)));
    for (const [variable] of refused) selected[variable] = false;
    return refused.length === 0 ? answer : ask(selected);
  };
}
