import { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import { sum, toMinorUnits } from '../../commerce/money/money.ts';
import { DAY_MS, toIso } from '../../commerce/time/time.ts';
import type { ChangedPage, ShopOrder, ShopOrderPage, Span } from '../store-platform.ts';
import { hasPageAfter, type PageNumber } from './catalog/product-list.ts';
import { requireReadable } from './client/errors.ts';
import { type Ask, type Params, readList, type SiteAnswer } from './client.ts';
import { orderGid, toProductGid } from './items.ts';
import { createReadableList, lenientDecimal, lenientInt } from './lenient.ts';
import { CART_META, readMetaText, SESSION_META } from './orders/platform-order.ts';
import { toInstant } from './orders/progress.ts';
import { wooOrder } from './orders/wire.ts';
import { DIGITS } from './orders.ts';

const PER_PAGE = 100;

/** First page of a list, to which later changes only add at its end. */
const BY_ID: Params = { orderby: 'id', order: 'asc', per_page: PER_PAGE, page: 1 };

const changedProduct = z.object({ id: lenientInt });
const changedOrder = wooOrder.pick({ id: true, parent_id: true, meta_data: true });

/** Includes drafts and private products, so that unpublishing is seen. */
export async function fetchChangedProducts(ask: Ask, since: string, after?: string): Promise<ChangedPage> {
  const params = { ...toChangedSince(since), status: 'any' };
  const { entries, next } = await readPage(ask, '/products', changedProduct, params, after);
  return { ids: entries.map(({ id }) => toProductGid(id)), next };
}

export async function fetchChangedOrders(ask: Ask, since: string, after?: string): Promise<ChangedPage> {
  const { entries, next } = await readPage(ask, '/orders', changedOrder, toChangedSince(since), after);
  const ours = entries.filter((order) =>
    [SESSION_META, CART_META].some((key) => readMetaText(order, key) !== undefined),
  );
  return { ids: ours.map(({ id }) => orderGid(id)), next };
}

/** `Z` marks UTC; without a zone the site's own time would be meant. */
function toChangedSince(since: string): Params {
  return { modified_after: `${since.slice(0, 19)}Z`, ...BY_ID };
}

/** Reads the page `after`, its number, of a list that is sorted by id. */
async function readPage<Entry extends z.ZodObject>(
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

/** Reads a page, or its halves when it is too large: plugins may write kilobytes to each order. */
async function readInParts<Entry>(
  number: PageNumber,
  read: (number: PageNumber) => Promise<{ entries: Entry[]; answer: SiteAnswer }>,
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

const listedOrder = wooOrder
  .pick({ status: true, currency: true, total: true, date_created_gmt: true, date_paid_gmt: true })
  .extend({ refunds: createReadableList(z.object({ total: lenientDecimal })) });

/** Statuses of void orders; orders that were never placed are not paid. */
const VOID = new Set(['cancelled', 'refunded', 'trash']);

/** Lists by id, so that pages do not move. `reports/sales` answers zeros with order tables of their own, the default. */
export async function listOrders(ask: Ask, { since, until }: Span, after?: string): Promise<ShopOrderPage> {
  const params = {
    // A day more on both sides: versions differ in whether they read these in the site's time zone.
    after: toIso(Date.parse(since) - DAY_MS),
    before: toIso(Date.parse(until) + DAY_MS),
    ...BY_ID,
    ...DIGITS,
  };
  const { entries, next } = await readPage(ask, '/orders', listedOrder, params, after);
  return {
    orders: entries
      .filter(({ status, date_paid_gmt: paidAt }) => Boolean(paidAt) && !VOID.has(status))
      .map((order) => requireReadable('GET /orders', () => toShopOrder(order)))
      .filter(({ at }) => at >= since && at < until),
    next,
    history: null,
  };
}

function toShopOrder(order: z.output<typeof listedOrder>): ShopOrder {
  const currency = order.currency.toUpperCase();
  // Amounts of refunds are negative.
  const amounts = [order, ...order.refunds].map(({ total }) => toMinorUnits(total, currency));
  return { at: toInstant(order.date_created_gmt), currency, total: Math.max(0, sum(amounts)) };
}
