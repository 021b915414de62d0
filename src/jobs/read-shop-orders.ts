import { CommerceError } from '../commerce/errors.ts';
import { timeZoneOf } from '../commerce/store/store.ts';
import { addDays, type Day, getDays, type Period, toDay, toSpan } from '../commerce/time/days.ts';
import { DAY_MS, MINUTE_MS, toIso } from '../commerce/time/time.ts';
import { getInstant } from '../operations/call/store-context.ts';
import {
  computeReadableDays,
  readReport,
  type ShopOrdersReading,
  type ShopOrdersReport,
} from '../operations/order/shop-orders-report.ts';
import type { ShopOrderPage } from '../store-platforms/store-platform.ts';
import type { JobContext, RunningStoreJob, StoreJob } from './job-kind.ts';

/** Pause after each page; a slower page is followed by a pause of its own length. */
const MIN_PAUSE_MS = 100;
/** Days of one reading, the newest first. */
const MAX_DAYS = 30;
/** 60,000 orders or more. */
const MAX_PAGES = 600;
/** Shorter than the interval of the job. */
const RECENT_AGE_MS = 40 * MINUTE_MS;
/** Older orders are canceled and refunded too. */
const OLD_AGE_MS = 7 * DAY_MS;

const NO_ACCESS = 'The connection gives no access to the orders of the shop.';
const TOO_MANY = `The shop has more orders than are read: ${MAX_PAGES} pages in ${MAX_DAYS} days.`;

/** Sums the shop's orders by day: the newest two every hour, earlier days weekly. Cut off anywhere, it resumes at the last recorded page. */
export const readShopOrders: StoreJob = async (context, job) => {
  const report = readReport(job.progress);
  const progress = await readDueDays(context, job, report).catch((error: unknown) => {
    // The shop has answered: that is no outage.
    if (!(error instanceof CommerceError) || error.kind !== 'platform_error') throw error;
    return { ...report, reason: error.message, reading: null };
  });
  return progress.reason === TOO_MANY ? { progress, everyMs: DAY_MS } : { progress };
};

async function readDueDays(context: JobContext, job: RunningStoreJob, lastReport: ShopOrdersReport) {
  let { history, reading: current } = lastReport;
  if (!current || !isOfStore(context, current)) current = await nextReading(context, history);
  while (current) {
    const report: ShopOrdersReport = { reason: null, history, reading: current };
    const store = await job.recordProgress(report);
    if (!isOfStore({ store }, current)) return readDueDays({ ...context, store }, job, report);
    if (isComplete(current)) {
      await context.shopOrderDays.write(store.id, buildDaysRead(context, current, history));
      current = await nextReading(context, history);
      continue;
    }
    const askedAt = context.now();
    const page = await readPage(context, current);
    if (!page) return { reason: NO_ACCESS, history: null, reading: null };
    history = page.history;
    current = withPage(current, page);
    if (!isComplete(current) && current.pages >= MAX_PAGES)
      return { reason: TOO_MANY, history, reading: null };
    await context.wait(Math.max(MIN_PAUSE_MS, context.now() - askedAt));
  }
  return { reason: null, history, reading: null };
}

function isComplete({ pages, after }: ShopOrdersReading): boolean {
  return pages > 0 && after === null;
}

/** False for a reading that began under another time zone or currency. */
function isOfStore({ store }: Pick<JobContext, 'store'>, { timeZone, currency }: ShopOrdersReading): boolean {
  return timeZone === timeZoneOf(store) && currency === store.description.currency;
}

async function readPage({ platform, caller }: JobContext, reading: ShopOrdersReading) {
  const { begin: since, end: until } = toSpan(reading);
  const page = await platform.listOrders({ since, until }, reading.after ?? undefined, caller);
  if (page?.next && page.next === reading.after)
    throw new CommerceError('platform_error', 'The store gives the same page of its orders again and again.');
  return page;
}

/** Ignores orders of other days, because a shop may ignore the filter, and those placed after the reading began. */
function withPage(reading: ShopOrdersReading, page: ShopOrderPage): ShopOrdersReading {
  const { from, to, timeZone, startedAt } = reading;
  const sums = { ...reading.sums };
  for (const { at, currency, total } of page.orders) {
    const day = toDay(Date.parse(at), timeZone);
    if (day < from || day > to || Date.parse(at) >= Date.parse(startedAt)) continue;
    const { orders, revenue } = sums[day] ?? NO_ORDERS;
    const counted = currency === reading.currency ? total : 0;
    sums[day] = { orders: orders + 1, revenue: Math.min(revenue + counted, Number.MAX_SAFE_INTEGER) };
  }
  return { ...reading, sums, pages: reading.pages + 1, after: page.next };
}

const NO_ORDERS = { orders: 0, revenue: 0 };

type History = ShopOrdersReport['history'];

/** All days of a reading that the platform shows whole, those without an order too. */
function buildDaysRead(context: JobContext, reading: ShopOrdersReading, history: History) {
  const { currency, timeZone, startedAt: readAt, sums } = reading;
  const { from: oldest } = computeShownDays(context, history);
  return getDays(reading)
    .filter(({ day }) => day >= oldest)
    .map(({ day }) => ({ day, timeZone, currency, readAt, ...(sums[day] ?? NO_ORDERS) }));
}

function computeShownDays({ store, now }: JobContext, history: History): Period {
  const timeZone = timeZoneOf(store);
  const to = toDay(now(), timeZone);
  return { from: addDays(to, 1 - computeReadableDays(history)), to, timeZone };
}

/** Returns a reading of the newest days that are due; null when none is. */
async function nextReading(context: JobContext, history: History) {
  const { store, shopOrderDays } = context;
  const { currency } = store.description;
  const period = computeShownDays(context, history);
  const readings = new Map((await shopOrderDays.read(store.id, period)).map((row) => [row.day, row]));
  const newestFirst = getDays(period).reverse();
  /** Never read in this currency and time zone, read before its end, or too long ago. */
  const isDue = ({ day, end }: Day) => {
    const reading = readings.get(day);
    if (reading?.currency !== currency || reading.timeZone !== period.timeZone) return true;
    const [now, endsAt] = [context.now(), Date.parse(end)];
    const freshFrom = toIso(now - (endsAt > now - DAY_MS ? RECENT_AGE_MS : OLD_AGE_MS));
    return reading.readAt < freshFrom || (endsAt <= now && reading.readAt < end);
  };
  const first = newestFirst.findIndex(isDue);
  const to = newestFirst[first];
  if (!to) return null;
  const others = newestFirst.slice(first);
  const length = others.findIndex((day) => !isDue(day));
  const due = others.slice(0, Math.min(length === -1 ? others.length : length, MAX_DAYS));
  return {
    ...{ from: due.at(-1)?.day ?? to.day, to: to.day, timeZone: period.timeZone, currency },
    ...{ startedAt: getInstant(context), pages: 0, after: null, sums: {} },
  };
}
