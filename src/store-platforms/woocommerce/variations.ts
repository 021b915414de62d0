import { z } from 'zod';
import type { Caller } from '../store-platform.ts';
import { type WooProduct, type WooVariation, wooVariation } from './catalog-wire.ts';
import { type Ask, withConcurrency, CORE, chunksOfHundred, parseAnswer, query } from './client.ts';

/** Of one product: ten calls. */
const MAX_VARIATIONS = 1_000;
const OPERATION = 'GET /products/{id}/variations';
const FIELDS = Object.keys(wooVariation.shape).join(',');

/** All variations of these products from WooCommerce alone: one call for each product, and for each hundred of its own. */
export async function readVariations(
  ask: Ask,
  products: readonly WooProduct[],
  caller: Caller,
): Promise<WooVariation[]> {
  const batches = products.flatMap(({ id, variations }) =>
    chunksOfHundred(variations.slice(0, MAX_VARIATIONS)).map((include) => ({ parent: id, include })),
  );
  const pages = await withConcurrency(batches, async ({ parent, include }) => {
    const params = query({ include: include.join(','), per_page: include.length, _fields: FIELDS });
    const path = `${CORE}/products/${parent}/variations?${params}`;
    return parseAnswer(z.array(wooVariation), await ask({ operation: OPERATION, path }, caller), OPERATION);
  });
  return pages.flat();
}
