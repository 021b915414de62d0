import type { Caller } from '../store-platform.ts';
import { type Ask, aFewAtOnce } from './client.ts';
import { NARROWED_HEADER } from './connector-wire.ts';
import { askForProducts, type ListedProduct, publicProducts } from './product-list.ts';
import { type Names, readProductsOfCore } from './products-of-core.ts';

const MOST_PER_CALL = 100;
/** Servers take request lines of 8 kB, and the fields that are asked for need a part of it. */
const LONGEST_LIST = 6_000;
/** WordPress has 200 bytes for a slug. */
const LONGEST_SLUG = 200;

/**
 * The published products that the names mean, in no order, a variation's number meaning its product: one call for a
 * hundred names. Without the connector's `ucp_host_items` core is asked in its own, longer way.
 */
export async function readNamedProducts(ask: Ask, names: Names, caller: Caller): Promise<ListedProduct[]> {
  const numbers = [...new Set(names.numbers)];
  const handles = [...new Set(names.handles)].filter(canBeSlug);
  const lists = listsOf([...numbers.map(String), ...handles.map((handle) => `slug:${handle}`)]);
  const answers = await aFewAtOnce(lists, (list) =>
    askForProducts(ask, { ucp_host_items: list, per_page: MOST_PER_CALL }, caller),
  );
  const isNarrowed = answers.every(({ headers }) => headers.has(NARROWED_HEADER));
  return isNarrowed ? answers.flatMap(publicProducts) : readProductsOfCore(ask, { numbers, handles }, caller);
}

/** A comma would end the name: WordPress keeps none in a slug. */
function canBeSlug(handle: string): boolean {
  return !handle.includes(',') && Buffer.byteLength(handle) <= LONGEST_SLUG;
}

/** Comma-separated, as few as the limits allow. */
function listsOf(names: readonly string[]): string[] {
  const lists: string[][] = [];
  let length = LONGEST_LIST;
  for (const name of names) {
    length += encodeURIComponent(name).length + 1;
    const last = lists.at(-1);
    if (last && last.length < MOST_PER_CALL && length <= LONGEST_LIST) {
      last.push(name);
    } else {
      lists.push([name]);
      length = encodeURIComponent(name).length;
    }
  }
  return lists.map((list) => list.join(','));
}
