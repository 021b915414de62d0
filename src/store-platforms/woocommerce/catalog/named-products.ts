import { z } from 'zod';
import type { Caller } from '../../store-platform.ts';
import { type Ask, chunksOfHundred, CORE, parseAnswer, withConcurrency } from '../client.ts';
import { NARROWED_HEADER } from '../connector-wire.ts';
import { askForProducts, type ListedProduct, publicProducts } from './product-list.ts';

const MAX_PER_CALL = 100;
/** Servers take request lines of 8 kB, and the fields that are asked for need a part of it. */
const MAX_LIST_LENGTH = 6_000;
/** WordPress has 200 bytes for a slug. */
const MAX_SLUG_LENGTH = 200;

/**
 * The published products that the names mean, in no order, a variation's number meaning its product: one call for a
 * hundred names. Without the connector's `ucp_host_items` core is asked in its own, longer way.
 */
export async function readNamedProducts(ask: Ask, names: Names, caller: Caller): Promise<ListedProduct[]> {
  const numbers = [...new Set(names.numbers)];
  const handles = [...new Set(names.handles)].filter(canBeSlug);
  const lists = listsOf([...numbers.map(String), ...handles.map((handle) => `slug:${handle}`)]);
  const answers = await withConcurrency(lists, (list) =>
    askForProducts(ask, { ucp_host_items: list, per_page: MAX_PER_CALL }, caller),
  );
  const isNarrowed = answers.every(({ headers }) => headers.has(NARROWED_HEADER));
  return isNarrowed ? answers.flatMap(publicProducts) : readProductsOfCore(ask, { numbers, handles }, caller);
}

/** A comma would end the name: WordPress keeps none in a slug. */
function canBeSlug(handle: string): boolean {
  return !handle.includes(',') && Buffer.byteLength(handle) <= MAX_SLUG_LENGTH;
}

/** Comma-separated, as few as the limits allow. */
function listsOf(names: readonly string[]): string[] {
  const lists: string[][] = [];
  let length = MAX_LIST_LENGTH;
  for (const name of names) {
    length += encodeURIComponent(name).length + 1;
    const last = lists.at(-1);
    if (last && last.length < MAX_PER_CALL && length <= MAX_LIST_LENGTH) {
      last.push(name);
    } else {
      lists.push([name]);
      length = encodeURIComponent(name).length;
    }
  }
  return lists.map((list) => list.join(','));
}

/** Numbers of products or variations, and slugs of products. */
export interface Names {
  numbers: readonly number[];
  handles: readonly string[];
}

/**
 * Named products from WooCommerce alone. `include` silently drops numbers of variations: each number that it has
 * dropped costs a call to learn its product, each slug costs one, and the products so learned cost one in all.
 */
export async function readProductsOfCore(
  ask: Ask,
  { numbers, handles }: Names,
  caller: Caller,
): Promise<ListedProduct[]> {
  const found = await included(ask, numbers, caller);
  const known = new Set(found.map(({ id }) => id));
  const strangers = numbers.filter((number) => !known.has(number));
  const parents = await withConcurrency(strangers, (number) => parentOf(ask, number, caller));
  const learned = [...new Set(parents)].filter((parent) => parent > 0 && !known.has(parent));
  const bySlug = await withConcurrency(handles, async (slug) =>
    publicProducts(await askForProducts(ask, { slug, per_page: 1 }, caller)),
  );
  const products = [...found, ...(await included(ask, learned, caller)), ...bySlug.flat()];
  return [...new Map(products.map((product) => [product.id, product])).values()];
}

async function included(ask: Ask, numbers: readonly number[], caller: Caller): Promise<ListedProduct[]> {
  const answers = await withConcurrency(chunksOfHundred(numbers), (chunk) =>
    askForProducts(ask, { include: chunk.join(','), per_page: chunk.length }, caller),
  );
  return answers.flatMap(publicProducts);
}

const post = z.object({ parent_id: z.int() });

/** By its own number a variation is found among the products. 0 for what is none, or unknown. */
async function parentOf(ask: Ask, number: number, caller: Caller): Promise<number> {
  const operation = 'GET /products/{id}';
  const path = `${CORE}/products/${number}?_fields=parent_id`;
  const answer = await ask({ operation, path, answers: ['woocommerce_rest_product_invalid_id'] }, caller);
  return answer.errorCode ? 0 : parseAnswer(post, answer, operation).parent_id;
}
