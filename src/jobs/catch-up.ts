import { CommerceError } from '../commerce/errors.ts';
import { IMPORT_PRODUCTS, MAX_WAITING_JOBS, REFRESH_ORDER } from '../commerce/job/job-names.ts';
import { type Instant, MINUTE_MS, toIso } from '../commerce/time/time.ts';
import { getInstant } from '../operations/call/store-context.ts';
import type { ChangedPage } from '../store-platforms/store-platform.ts';
import type { JobContext, StoreJob } from './job-kind.ts';
import { refreshOrder, refreshProducts } from './refresh.ts';

export const CATCH_UP_INTERVAL_MS = 30 * MINUTE_MS;
/** Covers clock differences and the lag of shops' search indexes. */
const OVERLAP_MS = 15 * MINUTE_MS;
/** More changed products lead to an import of the whole catalog. */
const MAX_PRODUCT_PAGES = 20;
/** 10,000 orders: further ones are read when an agent asks for them. */
const MAX_ORDER_PAGES = 100;

interface Progress {
  /** All earlier changes were read. Null before the first run. */
  readUpTo: Instant | null;
  run: Run | null;
}

interface Run {
  since: string;
  startedAt: string;
  part: 'orders' | 'products';
  pages: number;
  after: string | null;
}

/** Reads changed orders and products again, since webhooks get lost. Cut off anywhere, it resumes at the last recorded page. */
export const catchUp: StoreJob = async (context, job) => {
  const recorded = (job.progress ?? { readUpTo: null, run: null }) as Progress;
  const from =
    recorded.readUpTo === null ? context.now() - CATCH_UP_INTERVAL_MS : Date.parse(recorded.readUpTo);
  const fresh = { since: toIso(from - OVERLAP_MS), startedAt: getInstant(context), pages: 0, after: null };
  let run: Run = recorded.run ?? { ...fresh, part: 'orders' };
  for (let next: Run | null = run; next; ) {
    run = next;
    await job.recordProgress({ ...recorded, run } satisfies Progress);
    next = await (run.part === 'orders' ? readOrders(context, run) : readProducts(context, run));
  }
  return { progress: { readUpTo: run.startedAt, run: null } satisfies Progress };
};

async function readOrders(context: JobContext, run: Run): Promise<Run> {
  const { platform, caller, store, jobs } = context;
  const page = await platform.changedOrders(run.since, run.after ?? undefined, caller);
  for (const subject of page.ids) {
    const own = { storeId: store.id, kind: REFRESH_ORDER, subject };
    await refreshOrder(context, own).catch(async (error) => {
      const isUnreadable = error instanceof CommerceError && error.kind === 'platform_error';
      if (!isUnreadable || !(await jobs.hasRoom(own, MAX_WAITING_JOBS))) throw error;
      // Must not hold up all others for ever: its own job tries again.
      await jobs.enqueue({ ...own, keepsBackoff: true }, getInstant(context));
    });
  }
  const next = nextPage(run, page);
  if (next && next.pages < MAX_ORDER_PAGES) return next;
  if (next) context.log({ store: store.slug }, 'Too many orders have changed to read in one go');
  return { ...run, part: 'products', pages: 0, after: null };
}

async function readProducts(context: JobContext, run: Run): Promise<Run | null> {
  const { platform, caller, store, products, jobs } = context;
  // Before the first import there is no copy to update.
  if (!(await products.findLastImport(store.id))) return null;
  const page = await platform.changedProducts(run.since, run.after ?? undefined, caller);
  await refreshProducts(context, page.ids);
  const next = nextPage(run, page);
  if (!next || next.pages < MAX_PRODUCT_PAGES) return next;
  await jobs.enqueue({ storeId: store.id, kind: IMPORT_PRODUCTS, keepsBackoff: true }, getInstant(context));
  return null;
}

/** A shop that repeats a cursor has no further page. */
function nextPage(run: Run, { next }: ChangedPage): Run | null {
  return next === null || next === run.after ? null : { ...run, pages: run.pages + 1, after: next };
}
