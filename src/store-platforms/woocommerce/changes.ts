import { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import type { ChangedPage } from '../store-platform.ts';
import { hasPageAfter, type PageNumber } from './catalog/product-list.ts';
import { type Params, readList } from './client/core.ts';
import type { Ask, SiteAnswer } from './client.ts';
import { orderGid, toProductGid } from './items.ts';
import { lenientInt } from './lenient.ts';
import { readCartId, readSessionId } from './orders/platform-order.ts';
import { wooOrder } from './orders/wire.ts';

const PER_PAGE = 100;

/** First page of a list, to which later changes only add at its end. */
export const BY_ID: Params = { orderby: 'id', order: 'asc', per_page: PER_PAGE, page: 1 };

const changedProduct = z.object({ id: lenientInt });
const changedOrder = wooOrder.pick({ id: true, parent_id: true, meta_data: true });

/** Includes drafts and private products, so that unpublishing is seen. */
export async function fetchChangedProducts(
  ask: Ask,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const params = { ...toChangedSince(since), status: 'any' };
  const { entries, next } = await readPage(ask, '/products', changedProduct, params, after);
  return { ids: entries.map(({ id }) => toProductGid(id)), next };
}

/** Filters out orders without a session or cart. */
export async function fetchChangedOrders(
  ask: Ask,
  since: string,
  after: string | undefined,
): Promise<ChangedPage> {
  const { entries, next } = await readPage(ask, '/orders', changedOrder, toChangedSince(since), after);
  const ours = entries.filter((order) => (readSessionId(order) ?? readCartId(order)) !== undefined);
  return { ids: ours.map(({ id }) => orderGid(id)), next };
}

/** `Z` marks UTC; without a zone the site's own time would be meant. */
function toChangedSince(since: string): Params {
  return { modified_after: `${since.slice(0, 19)}Z`, ...BY_ID };
}

/** Reads the page `after`, its number, of a list that is sorted by id. */
export async function readPage<Entry extends z.ZodObject>(
  ask: Ask,
  path: string,
  entry: Entry,
  params: Params,
  after: string | undefined,
): Promise<{ entries: z.output<Entry>[]; next: string | null }> {
  const page = Number(after ?? 1);
  const read = (number: PageNumber) =>
    readList(ask, path, entry, { ...params, page: number.page, per_page: number.perPage });
  const { entries, isLast } = await readInParts({ page, perPage: PER_PAGE }, read);
  return { entries, next: isLast ? null : String(page + 1) };
}

interface Listed<Entry> {
  entries: Entry[];
  answer: SiteAnswer;
}

/** Reads a page, or its halves when it is too large: plugins may write kilobytes to each order. */
async function readInParts<Entry>(
  number: PageNumber,
  read: (number: PageNumber) => Promise<Listed<Entry>>,
): Promise<{ entries: Entry[]; isLast: boolean }> {
  const { page, perPage } = number;
  try {
    const { entries, answer } = await read(number);
    return { entries, isLast: entries.length === 0 || !hasPageAfter(answer, number) };
  } catch (error) {
    if (!(error instanceof CommerceError && error.tooLarge) || perPage % 2 === 1) throw error;
  }
  const [half, second] = [perPage / 2, page * 2];
  const first = await readInParts({ page: second - 1, perPage: half }, read);
  if (first.isLast) return first;
  const rest = await readInParts({ page: second, perPage: half }, read);
  return { entries: [...first.entries, ...rest.entries], isLast: rest.isLast };
}
