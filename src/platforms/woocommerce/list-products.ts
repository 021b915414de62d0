import { CommerceError } from '../../commerce/errors.ts';
import type { Caller, CatalogPage } from '../store-platform.ts';
import { readEntries } from './catalog-entries.ts';
import type { Ask } from './client.ts';
import { askForProducts, publicProducts } from './product-list.ts';
import { toProduct } from './to-product.ts';

const PER_PAGE = 100;

/**
 * All that lookup would find, oldest first, so that what is added meanwhile comes last. What is deleted meanwhile
 * moves the rest up, over the edge of the page: the next listing finds what this one has missed.
 */
export async function listProducts(
  ask: Ask,
  currencyOf: (caller: Caller) => Promise<string>,
  after: string | undefined,
  caller: Caller,
): Promise<CatalogPage> {
  const page = readPage(after);
  const currency = await currencyOf(caller);
  const answer = await askForProducts(ask, { orderby: 'id', order: 'asc', per_page: PER_PAGE, page }, caller);
  const entries = await readEntries(ask, publicProducts(answer), caller);
  const total = Number(answer.headers.get('x-wp-total') ?? Number.NaN);
  return {
    products: entries.map((entry) => toProduct(entry, currency)),
    next: page < Number(answer.headers.get('x-wp-totalpages') ?? 0) ? String(page + 1) : null,
    total: Number.isInteger(total) ? total : null,
  };
}

function readPage(after: string | undefined): number {
  if (after === undefined) return 1;
  if (/^[1-9]\d{0,8}$/.test(after)) return Number(after);
  throw new CommerceError('invalid_input', 'after is no place in the list of products of this store.');
}
