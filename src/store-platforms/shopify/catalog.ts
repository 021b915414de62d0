import { z } from 'zod';
import { invalidMember } from '../../commerce/errors.ts';
import type { Product, ProductPage } from '../../commerce/products.ts';
import type { CatalogPage, ProductQuery } from '../store-platform.ts';
import { productNode, type ShopFacts, toProduct } from './catalog/to-product.ts';
import { type Answer, dataOf, type OperationTypes, type PartialRead, type Storefront } from './client.ts';
import type { GraphqlError } from './client/errors.ts';
import { LIST_PRODUCTS, LOOKUP_PRODUCTS, SEARCH_PRODUCTS } from './documents/catalog.ts';
import { isItemGid } from './items.ts';
import { nextOf, nodesOf, pageOf } from './wire.ts';

const productPage = pageOf(productNode);
const searchAnswer = z.object({ search: productPage });
const listAnswer = z.object({ products: productPage });

/** Fits the complexity limit of a tokenless query. */
const PAGE_SIZE = 100;

const productOfVariant = z.object({ product: productNode }).transform(({ product }) => product);
const lookupAnswer = nodesOf(z.union([productNode, productOfVariant]).nullable());

export function catalogOf(read: ReadProducts, shop: ShopFacts) {
  async function searchProducts(query: ProductQuery): Promise<ProductPage> {
    const { text, first, after } = query;
    const variables = { text, first, after: after ?? null };
    const answer = await read({ document: SEARCH_PRODUCTS, variables, answer: searchAnswer });
    if (after !== undefined && answer.errors.some(refusesCursor))
      throw invalidMember('after', 'is not a cursor of this store');
    const { nodes, pageInfo } = dataOf(answer).search;
    return { products: nodes.map((node) => toProduct(node, shop)), ...pageInfo };
  }

  async function lookupProducts(ids: readonly string[]): Promise<Product[]> {
    const known = [...new Set(ids.filter(isItemGid))];
    if (known.length === 0) return [];
    const variables = { ids: known };
    const answer = await read({ document: LOOKUP_PRODUCTS, variables, answer: lookupAnswer });
    const found = dataOf(answer).nodes.filter((node) => node !== null);
    const byId = new Map(found.map((node) => [node.id, toProduct(node, shop)]));
    return [...byId.values()];
  }

  async function listProducts(after: string | undefined): Promise<CatalogPage> {
    const variables = { first: PAGE_SIZE, after: after ?? null };
    const answer = await read({ document: LIST_PRODUCTS, variables, answer: listAnswer });
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
type ReadProducts = <Operation extends OperationTypes & { variables: Selection }, Data>(
  reading: PartialRead<'Storefront', Operation, Selection, Data>,
) => Promise<Answer<Data>>;

/** Stops selecting a field after its first refusal: only that reveals that the token lacks the scope. */
export function productReader(hasToken: boolean): (storefront: Storefront) => ReadProducts {
  const selected: Selection = {
    withTags: hasToken,
    withStock: hasToken,
    withRatings: hasToken,
    withUnitPrices: hasToken,
  };
  return (ask) =>
    async ({ variables, ...reading }) => {
      const read = () => ask({ ...reading, variables: { ...variables, ...selected }, effect: 'read' });
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
