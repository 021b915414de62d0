import { z } from 'zod';
import type { Caller } from '../store-platform.ts';
import { type Ask, withConcurrency, CORE, chunksOfHundred, parseAnswer } from './client.ts';
import { askForProducts, type ListedProduct, publicProducts } from './product-list.ts';

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
