import { z } from 'zod';
import { sum, toMinorUnits } from '../../commerce/money/money.ts';
import { DAY_MS, toIso } from '../../commerce/time/time.ts';
import type { ShopOrder, ShopOrderPage, Span } from '../store-platform.ts';
import { BY_ID, readPage } from './changes.ts';
import { requireReadable } from './client/errors.ts';
import type { Ask } from './client.ts';
import { createReadableList, lenientDecimal } from './lenient.ts';
import { toInstant } from './orders/parcels.ts';
import { wooOrder } from './orders/wire.ts';
import { DIGITS } from './orders.ts';

const listedOrder = wooOrder
  .pick({ status: true, currency: true, total: true, date_created_gmt: true, date_paid_gmt: true })
  .extend({ refunds: createReadableList(z.object({ total: lenientDecimal })) });

/** Statuses of void orders; orders that were never placed are not paid. */
const VOID = new Set(['cancelled', 'refunded', 'trash']);

/**
 * Lists by id, so that pages neither overlap nor move. `reports/sales` is of no use: it answers zeros with order tables of their
 * own, which are the default.
 */
export async function listOrders(
  ask: Ask,
  { since, until }: Span,
  after: string | undefined,
): Promise<ShopOrderPage> {
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
