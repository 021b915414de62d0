import { z } from 'zod';
import type { Caller } from '../store-platform.ts';
import {
  type CatalogEntry,
  VARIATION_FIELDS,
  type WooProduct,
  type WooVariation,
  wooVariation,
  wooVariations,
} from './catalog-wire.ts';
import { type Ask, aFewAtOnce, CORE, parseAnswer, query } from './client.ts';
import { isVariable } from './to-product.ts';

const PER_CALL = 100;
/** In one answer to an agent: ten calls, four at once. Beyond that each product shows its share. */
const MOST_IN_ALL = 1_000;

interface Wanted {
  id: number;
  parent: number | undefined;
}

/** Reads variations in as few calls as the shop's version allows: one for each hundred. */
export function variationReader(ask: Ask) {
  /** `GET /variations` is there since WooCommerce 10.3; that it is missing is learned once per connection. */
  let routeIsMissing = false;

  async function read(wanted: readonly Wanted[], caller: Caller): Promise<WooVariation[]> {
    if (wanted.length === 0) return [];
    if (!routeIsMissing) {
      const found = await acrossProducts(ask, wanted, caller);
      if (found) return found;
      routeIsMissing = true;
    }
    return productByProduct(ask, wanted, caller);
  }

  return {
    /** Variations whose product is not known yet; numbers that are no variation are left out. */
    byNumber: (numbers: readonly number[], caller: Caller) =>
      read(
        numbers.map((id) => ({ id, parent: undefined })),
        caller,
      ),

    /** No call when no product is variable, or all that is wanted is among `known`. */
    async ofProducts(
      products: readonly WooProduct[],
      caller: Caller,
      known: readonly WooVariation[] = [],
    ): Promise<CatalogEntry[]> {
      const limit = limitPerProduct(products);
      const found = new Map(known.map((variation) => [variation.id, variation]));
      const missing = products
        .filter(isVariable)
        .flatMap((product) => product.variations.slice(0, limit).map((id) => ({ id, parent: product.id })))
        .filter(({ id }) => !found.has(id));
      for (const variation of await read(missing, caller)) found.set(variation.id, variation);
      return products.map((product) => toEntry(product, found, limit));
    },
  };
}

function limitPerProduct(products: readonly WooProduct[]): number {
  const counts = products.filter(isVariable).map((product) => product.variations.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total <= MOST_IN_ALL ? MOST_IN_ALL : Math.floor(MOST_IN_ALL / counts.length);
}

/** The shop answers in its own order and lists disabled variations too. */
function toEntry(product: WooProduct, found: ReadonlyMap<number, WooVariation>, limit: number): CatalogEntry {
  if (!isVariable(product)) return { product, variations: [], complete: true };
  const variations = product.variations
    .flatMap((id) => found.get(id) ?? [])
    .filter((variation) => variation.status === 'publish');
  return { product, variations, complete: product.variations.length <= limit };
}

/** Undefined when this WooCommerce is too old to have the route. */
async function acrossProducts(
  ask: Ask,
  wanted: readonly Wanted[],
  caller: Caller,
): Promise<WooVariation[] | undefined> {
  const operation = 'GET /variations';
  const pages = await aFewAtOnce(chunks(wanted), async (chunk) => {
    const path = `${CORE}/variations?${includeOf(chunk)}`;
    const answer = await ask({ operation, path, answers: ['rest_no_route'] }, caller);
    return answer.errorCode ? undefined : parseAnswer(wooVariations, answer, operation);
  });
  return pages.some((page) => page === undefined) ? undefined : pages.flatMap((page) => page ?? []);
}

/** For older shops: one call for each product, or for each variation whose product is not known. */
async function productByProduct(
  ask: Ask,
  wanted: readonly Wanted[],
  caller: Caller,
): Promise<WooVariation[]> {
  const byParent = Map.groupBy(wanted, (each) => each.parent);
  const orphans = byParent.get(undefined) ?? [];
  const batches = [...byParent].flatMap(([parent, group]) =>
    parent === undefined ? [] : chunks(group).map((chunk) => ({ parent, chunk })),
  );
  const pages = await aFewAtOnce(batches, async ({ parent, chunk }) => {
    const operation = 'GET /products/{id}/variations';
    const path = `${CORE}/products/${parent}/variations?${includeOf(chunk)}`;
    const answer = await ask({ operation, path }, caller);
    return parseAnswer(
      z.array(wooVariation.extend({ parent_id: z.int().default(parent) })),
      answer,
      operation,
    );
  });
  const alone = await aFewAtOnce(orphans, ({ id }) => oneByOne(ask, id, caller));
  return [...pages.flat(), ...alone.flat()];
}

const goods = z.object({ type: z.string() });

/** By its own number a variation is found among the products, where a simple product would be found as well. */
async function oneByOne(ask: Ask, id: number, caller: Caller): Promise<WooVariation[]> {
  const operation = 'GET /products/{id}';
  const path = `${CORE}/products/${id}?_fields=type,${VARIATION_FIELDS}`;
  const answer = await ask({ operation, path, answers: ['woocommerce_rest_product_invalid_id'] }, caller);
  if (answer.errorCode || parseAnswer(goods, answer, operation).type !== 'variation') return [];
  return [parseAnswer(wooVariation, answer, operation)];
}

function includeOf(wanted: readonly Wanted[]): string {
  const include = wanted.map(({ id }) => id).join(',');
  return query({ include, per_page: PER_CALL, _fields: VARIATION_FIELDS });
}

function chunks<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / PER_CALL);
  return Array.from({ length: count }, (_, index) => items.slice(index * PER_CALL, (index + 1) * PER_CALL));
}
