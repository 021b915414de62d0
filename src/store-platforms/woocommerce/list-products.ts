import { CommerceError } from '../../commerce/errors.ts';
import type { Caller, CatalogPage } from '../store-platform.ts';
import { readEntries } from './catalog-entries.ts';
import type { Ask, SiteAnswer } from './client.ts';
import type { ConvertPage } from './convert-products.ts';
import { askForProducts, hasPageAfter, publicProducts } from './product-list.ts';

const PER_PAGE = 100;

interface Listing {
  ask: Ask;
  currencyOf(caller: Caller): Promise<string>;
  convert: ConvertPage;
}

/**
 * All that lookup would find, oldest first, so that what is added meanwhile comes last. What is deleted meanwhile moves
 * the rest up, over the edge of the page: then the page before is read once more, and some products come twice.
 */
export async function listProducts(
  { ask, currencyOf, convert }: Listing,
  after: string | undefined,
  caller: Caller,
): Promise<CatalogPage> {
  const { page, totalBefore } = readPlace(after);
  const currency = await currencyOf(caller);
  const answer = await askForPage(ask, page, caller);
  const total = numberIn(answer, 'x-wp-total');
  const hasShrunk = page > 1 && total !== null && total < totalBefore;
  const again = hasShrunk ? publicProducts(await askForPage(ask, page - 1, caller)) : [];
  const entries = await readEntries(ask, [...again, ...publicProducts(answer)], caller);
  return {
    products: await convert(entries, currency),
    next: hasPageAfter(answer, { page, perPage: PER_PAGE }) ? `${page + 1}-of-${total ?? 0}` : null,
    total,
  };
}

function askForPage(ask: Ask, page: number, caller: Caller): Promise<SiteAnswer> {
  return askForProducts(ask, { orderby: 'id', order: 'asc', per_page: PER_PAGE, page }, caller);
}

/** Where plugins or caches swallow a header nothing is known. */
function numberIn({ headers }: SiteAnswer, name: string): number | null {
  const number = Number(headers.get(name) ?? Number.NaN);
  return Number.isInteger(number) ? number : null;
}

/** The number of a page, and of how many products there were when the page before was read. */
function readPlace(after: string | undefined): { page: number; totalBefore: number } {
  if (after === undefined) return { page: 1, totalBefore: 0 };
  const [, page, totalBefore] = /^([1-9]\d{0,8})-of-(\d{1,12})$/.exec(after) ?? [];
  if (page !== undefined) return { page: Number(page), totalBefore: Number(totalBefore) };
  throw new CommerceError('invalid_input', 'after is no place in the list of products of this store.');
}
