import { READ_SHOP_ORDERS } from '../../commerce/job/job-names.ts';
import { sum } from '../../commerce/money/money.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import { addDays, type Day, getDays, type Period, toDay } from '../../commerce/time/days.ts';
import {
  computeReadableDays,
  readReport,
  SHOP_ORDER_DAYS,
  type ShopOrdersReport,
} from '../../operations/order/shop-orders-report.ts';
import type { ShopOrderDay } from '../../storage/repositories/activity/shop-order-days.ts';
import type { CountedPeriod, OrderSum } from '../../storage/repositories/activity/statistics.ts';
import type { AtStore } from '../visit.ts';
import type { Overview } from './overview-wire.ts';

/** Part of agents in all orders of the shop in a period, up to the last reading. Either the figures or a reason is there. */
export async function orderShare(visit: AtStore, { from, to, timeZone, tests }: CountedPeriod) {
  const { context, store } = visit;
  const today = toDay(context.now(), timeZoneOf(store));
  if (from > today) return toUnknownShare('The period has not begun.');
  const passed = { from, to: to < today ? to : today, timeZone };
  const { currency } = store.description;
  const days = getDays(passed);
  const dayReadings = readDays(days, await findCurrentRows(visit, passed, today));
  const firstMissing = days[dayReadings.length];
  const missing = firstMissing ? await explainMissing(visit, firstMissing.day, today) : null;
  if (dayReadings.length === 0) return toUnknownShare(missing);
  const orders = await context.statistics.sumOrders(store.id, dayReadings, tests);
  const verified = orders.filter(({ payment }) => payment === 'verified');
  return { ...shareOf(dayReadings, verified, currency), missing };
}

/** Rows of a period in the store's currency and time zone; days that can no longer be read again keep their zone's bounds. */
async function findCurrentRows({ context, store }: AtStore, period: Period, today: string) {
  const rows = await context.shopOrderDays.read(store.id, period);
  const inCurrency = rows.filter(({ currency }) => currency === store.description.currency);
  // Days without a zone are from before an upgrade, and read again within the hour.
  const isMoved = (row: ShopOrderDay) => row.timeZone !== null && row.timeZone !== period.timeZone;
  if (!inCurrency.some(isMoved)) return inCurrency;
  const { history } = readReport(await context.jobs.progressOf(store.id, READ_SHOP_ORDERS));
  const oldest = addDays(today, 1 - computeReadableDays(history));
  return inCurrency.filter((row) => row.day < oldest || !isMoved(row));
}

type ReadDay = Day & ShopOrderDay;

/** First days of a period without a gap; a day that was read before its end is the last, and ends at its reading. */
function readDays(days: readonly Day[], rows: readonly ShopOrderDay[]): ReadDay[] {
  const rowsByDay = new Map(rows.map((row) => [row.day, row]));
  const readings: ReadDay[] = [];
  for (const day of days) {
    const row = rowsByDay.get(day.day);
    if (!row) break;
    const isWhole = row.readAt >= day.end;
    readings.push({ ...day, ...row, end: isWhole ? day.end : row.readAt });
    if (!isWhole) break;
  }
  return readings;
}

const UNKNOWN = { orders: null, revenue: null, agentOrders: null, shopOrders: null, shopRevenue: null };

function toUnknownShare(reason: string | null): Overview['share'] {
  return { ...UNKNOWN, asOf: null, missing: null, reason };
}

async function explainMissing({ context, store }: AtStore, day: string, today: string): Promise<string> {
  if (store.disconnectedAt !== null) return 'The store is disconnected.';
  const [outage, report] = await Promise.all([
    context.outages.findAttempt({ storeId: store.id }),
    context.jobs.progressOf(store.id, READ_SHOP_ORDERS),
  ]);
  return outage?.reason ?? explainNotRead(day, today, readReport(report));
}

function explainNotRead(day: string, today: string, { reason, history }: ShopOrdersReport): string {
  if (reason !== null) return reason;
  if (day === today) return 'Today’s orders have not been read from the shop yet. This happens every hour.';
  if (history && day <= addDays(today, -history.days)) return history.reason;
  if (day <= addDays(today, -SHOP_ORDER_DAYS))
    return `The orders of the last ${SHOP_ORDER_DAYS} days are read from the shop, and this period begins earlier.`;
  return 'The orders are still being read from the shop.';
}

/** The shop has at least the orders of agents, which may be known before the next reading. */
function shareOf(days: readonly ReadDay[], verified: readonly OrderSum[], currency: string) {
  const agentOrders = sum(verified.map(({ count }) => count));
  const agentRevenue = sum(verified.map((each) => (each.currency === currency ? each.revenue : 0)));
  const shopOrders = Math.max(agentOrders, sum(days.map(({ orders }) => orders)));
  const shopRevenue = Math.max(agentRevenue, sum(days.map(({ revenue }) => revenue)));
  return {
    orders: shopOrders === 0 ? null : roundShare(agentOrders / shopOrders),
    revenue: shopRevenue === 0 ? null : roundShare(agentRevenue / shopRevenue),
    agentOrders,
    shopOrders,
    shopRevenue,
    asOf: days.at(-1)?.readAt ?? null,
    reason: null,
  };
}

/** To hundredths of a percent. */
export function roundShare(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
