import type { z } from 'zod';
import { invalidMember } from '../../commerce/errors.ts';
import type { Product, ProductPage } from '../../commerce/product/products.ts';
import type { CatalogPage, ProductQuery } from '../store-platform.ts';
import { type ShopFacts, toProduct } from './catalog/to-product.ts';
import type { GraphqlError } from './client/errors.ts';
import { type Answer, completed, dataOf, type PartialRead, type Storefront } from './client.ts';
import { LIST_PRODUCTS, LOOKUP_PRODUCTS, SEARCH_PRODUCTS } from './documents/catalog.ts';
import { isItemGid } from './items.ts';
import { nextOf } from './wire.ts';

/** Fits the complexity limit of a tokenless query. */
const PAGE_SIZE = 100;

export function catalogOf(ask: ReadProducts, shop: ShopFacts) {
  async function searchProducts(query: ProductQuery): Promise<ProductPage> {
    const { text, first, after } = query;
    const variables = { text, first, after: after ?? null };
    const answer = await ask({ document: SEARCH_PRODUCTS, variables });
    if (after !== undefined && answer.errors.some(refusesCursor))
      throw invalidMember('after', 'is not a cursor of this store');
    const { nodes, pageInfo } = dataOf(answer).search;
    return { products: nodes.map((node) => toProduct(node, shop)), ...pageInfo };
  }

  async function lookupProducts(ids: readonly string[]): Promise<Product[]> {
    const gids = [...new Set(ids.filter(isItemGid))];
    if (gids.length === 0) return [];
    const variables = { ids: gids };
    const answer = await ask({ document: LOOKUP_PRODUCTS, variables });
    const nodes = dataOf(answer)
      .nodes.slice(0, gids.length)
      .filter((node) => node !== null)
      .map((node) => ('product' in node ? node.product : node));
    const byId = new Map(nodes.map((node) => [node.id, toProduct(node, shop)]));
    return [...byId.values()];
  }

  async function listProducts(after: string | undefined): Promise<CatalogPage> {
    const variables = { first: PAGE_SIZE, after: after ?? null };
    const answer = await ask({ document: LIST_PRODUCTS, variables });
    const { nodes, pageInfo } = dataOf(answer).products;
    return {
      products: nodes.map((node) => toProduct(node, shop)),
      next: nextOf(pageInfo),
      total: null,
    };
  }

  return { searchProducts, lookupProducts, listProducts };
}

/** Variables that select fields for clients with a token, and these fields. */
const OPTIONAL_FIELDS = [
  ['withTags', ['tags']],
  ['withStock', ['quantityAvailable']],
  ['withRatings', ['rating', 'ratingCount']],
  ['withUnitPrices', ['unitPrice', 'unitPriceMeasurement']],
] as const satisfies [string, string[]][];

type Selection = Record<(typeof OPTIONAL_FIELDS)[number][0], boolean>;
type ReadProducts = <Variables extends Selection, Schema extends z.ZodType>(
  reading: PartialRead<'Storefront', Variables, Selection, Schema>,
) => Promise<Answer<z.output<Schema>>>;

/** Stops selecting a field after its first refusal: only that reveals that the token lacks the scope. */
export function productReader(hasToken: boolean): (storefront: Storefront) => ReadProducts {
  const selected: Selection = {
    withTags: hasToken,
    withStock: hasToken,
    withRatings: hasToken,
    withUnitPrices: hasToken,
  };
  return (ask) => async (reading) => {
    const read = () => ask(completed(reading, selected));
    const answer = await read();
    const denied = new Set(answer.errors.filter(isDenied).map(({ path }) => String(path.at(-1))));
    const refused = OPTIONAL_FIELDS.filter(([, fields]) => fields.some((field) => denied.has(field)));
    for (const [variable] of refused) selected[variable] = false;
    return refused.length === 0 ? answer : read();
  };
}

function isDenied({ code }: GraphqlError): boolean {
  return code === 'ACCESS_DENIED';
}

function refusesCursor({ message }: GraphqlError): boolean {
  return /\bcursor\b/i.test(message);
}
