import type { Caller } from '../store-platform.ts';
import { type Ask, withConcurrency } from './client.ts';
import { NARROWED_HEADER } from './connector-wire.ts';
import { askForProducts, type ListedProduct, publicProducts } from './product-list.ts';
import { type Names, readProductsOfCore } from './products-of-core.ts';

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
