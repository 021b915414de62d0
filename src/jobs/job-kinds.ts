import { hash } from 'node:crypto';
import type { Caller } from '../commerce/call/caller.ts';
import * as names from '../commerce/job/job-names.ts';
import { searchEvent, toHourUntil } from '../commerce/order/search-report.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toIso } from '../commerce/time/time.ts';
import type { SearchReports } from '../storage/repositories/activity/search-reports.ts';
import { wrapPlatform } from '../store-platforms/around-platform.ts';
import type { StorePlatform } from '../store-platforms/store-platform.ts';
import { CATCH_UP_INTERVAL_MS, catchUp } from './catch-up.ts';
import { checkAccess, checkDomain, checkFeeds, checkShop, checkSubscriptions } from './checks.ts';
import { type Delivering, deliverEvents } from './deliver-events.ts';
import { embedProducts } from './embed-products.ts';
import { emptyCart } from './empty-cart.ts';
import { importProducts } from './import-products.ts';
import type { JobContext, JobKind, JobKinds, RunningJob, StoreJobKind } from './job-kind.ts';
import { eraseStoreJob, type Leaving, unsubscribeJob } from './leave-shop.ts';
import { readShopOrders } from './read-shop-orders.ts';
import { refreshOrder, refreshProduct, refreshStore, tagOrder } from './refresh.ts';
import { type Alerting, sendAlerts } from './send-alerts.ts';

/** About two days of an outage of the shop. The next import or catch-up finds what is missed. */
const MAX_ATTEMPTS = 100;

const RECURRING = { lane: 'recurring', asksShop: true } as const;

const STORE_JOBS = {
  [names.REFRESH_PRODUCT]: { run: refreshProduct, maxAttempts: MAX_ATTEMPTS, asksShop: true },
  [names.REFRESH_ORDER]: { run: refreshOrder, maxAttempts: MAX_ATTEMPTS, asksShop: true },
  [names.REFRESH_STORE]: { run: refreshStore, maxAttempts: MAX_ATTEMPTS, asksShop: true },
  [names.TAG_ORDER]: { run: tagOrder, maxAttempts: MAX_ATTEMPTS, asksShop: true },
  [names.EMPTY_CART]: { run: emptyCart, maxAttempts: MAX_ATTEMPTS, asksShop: true },
  [names.CHECK_DOMAIN]: { run: checkDomain },
  [names.CHECK_SUBSCRIPTIONS]: { run: checkSubscriptions, everyMs: 30 * MINUTE_MS, firstMs: 0, ...RECURRING },
  [names.CATCH_UP]: { run: catchUp, everyMs: CATCH_UP_INTERVAL_MS, firstMs: 0, ...RECURRING },
  [names.READ_SHOP_ORDERS]: { run: readShopOrders, everyMs: HOUR_MS, firstMs: 10 * MINUTE_MS, ...RECURRING },
  /** With the minute for which an outage must hold, an outage is reported within five minutes. */
  [names.CHECK_SHOP]: { run: checkShop, everyMs: 3 * MINUTE_MS, lane: 'probing', asksShop: true },
  [names.CHECK_ACCESS]: { run: checkAccess, everyMs: 6 * HOUR_MS, firstMs: 30 * MINUTE_MS, ...RECURRING },
  [names.IMPORT_PRODUCTS]: { run: importProducts, everyMs: DAY_MS, firstMs: 0, lane: 'long', asksShop: true },
  [names.CHECK_FEEDS]: { run: checkFeeds, everyMs: DAY_MS, lane: 'long' },
  [names.EMBED_PRODUCTS]: { run: embedProducts, lane: 'long', maxAttempts: MAX_ATTEMPTS },
} satisfies Record<string, StoreJobKind>;

export type JobName = keyof typeof STORE_JOBS;

const FIRST_RUNS = Object.entries<StoreJobKind>(STORE_JOBS).flatMap(
  ([kind, { everyMs, firstMs = everyMs }]) => (firstMs === undefined ? [] : { kind, firstMs }),
);

/** Jobs that a store begins with when it is connected, and that recur. */
export const RECURRING_JOBS = FIRST_RUNS.filter(({ firstMs }) => firstMs === 0).map(({ kind }) => kind);

/** Returns all jobs that every connected store has, with their first runs: connecting has just tested the shop. */
export const buildRecurringJobs = (now: number): { kind: string; runAt: Instant }[] =>
  FIRST_RUNS.map(({ kind, firstMs }) => ({ kind, runAt: toIso(now + firstMs) }));

/** Dependencies of jobs that report to merchants and agent platforms, also for disconnected stores. */
interface Reporting {
  delivering: Delivering;
  alerting: Alerting;
  searchReports: SearchReports;
  now: () => number;
}

/** Undefined for a store that is disconnected or deleted. */
export type OpenStoreForJob = (storeId: string, caller: Caller) => Promise<JobContext | undefined>;

export function createJobKinds(
  open: OpenStoreForJob,
  leaving: Leaving,
  { delivering, alerting, searchReports, now }: Reporting,
): JobKinds {
  const ofStores = Object.entries<StoreJobKind>(STORE_JOBS).map(([name, kind]) => [
    name,
    { ...kind, run: bindStoreJob(open, kind, now) },
  ]);
  return {
    ...Object.fromEntries(ofStores),
    [names.REPORT_SEARCHES]: {
      run: async ({ storeId, subject }) => {
        await searchReports.report(storeId, toHourUntil(subject), toIso(now()), searchEvent);
        return undefined;
      },
    },
    [names.SEND_ALERTS]: { run: sendAlerts(alerting) },
    [names.DELIVER_EVENTS]: { run: deliverEvents(delivering), lane: 'delivering' },
    [names.UNSUBSCRIBE]: { run: unsubscribeJob(leaving), maxAttempts: MAX_ATTEMPTS, asksShop: true },
    [names.ERASE_STORE]: { run: eraseStoreJob(leaving), lane: 'long' },
  };
}

const GONE = new Error('The store was disconnected.');

/** Stops a run whose store was disconnected. Catching up keeps its progress: a store connected again has missed every event since. */
function bindStoreJob(open: OpenStoreForJob, { run, everyMs }: StoreJobKind, now: () => number) {
  return async (job: RunningJob): ReturnType<JobKind['run']> => {
    const caller = { requestId: job.id, fresh: true };
    const { kind, progress } = job;
    const buildEnding = () =>
      kind === names.CATCH_UP ? { progress, rerunAt: toIso(now() + DAY_MS) } : undefined;
    const context = await open(job.storeId, caller);
    if (!context) return buildEnding();
    const recordProgress = async (progress: unknown) => {
      await job.recordProgress(progress);
      const current = await open(job.storeId, caller);
      if (!current) throw GONE;
      return current.store;
    };
    const platform = rejectLateAnswers(job.abandoned, context.platform);
    try {
      const outcome = await run({ ...context, platform }, { ...job, recordProgress });
      const intervalMs = outcome?.everyMs ?? everyMs;
      if (intervalMs === undefined || job.subject !== '') return outcome;
      return { rerunAt: toIso(now() + staggerInterval(intervalMs, job.storeId)), ...outcome };
    } catch (error) {
      if (error === GONE) return buildEnding();
      throw error;
    }
  };
}

/** Rejects the shop's answers after the run's deadline, so that a late answer changes nothing. */
function rejectLateAnswers(abandoned: AbortSignal, platform: StorePlatform): StorePlatform {
  return wrapPlatform(platform, (_name, call) =>
    call().then((answer) => {
      abandoned.throwIfAborted();
      return answer;
    }),
  );
}

const MAX_PART = 0.2;
const STEPS = 2 ** 16;

/** Shortens the interval of a store's recurring job, always the same for a store: jobs that fell due together spread again. */
export function staggerInterval(ms: number, storeId: string): number {
  const place = Number.parseInt(hash('sha256', storeId).slice(0, 4), 16) / STEPS;
  return Math.round(ms * (1 - MAX_PART * place));
}
