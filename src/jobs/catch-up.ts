import { applyPlatformOrder } from '../operations/apply-platform-order.ts';
import { instant } from '../operations/store-context.ts';
import { IMPORT_PRODUCTS } from '../operations/store-jobs.ts';
import type { ChangedPage } from '../store-platforms/store-platform.ts';
import { refreshProducts } from './refresh-product.ts';
import { jitter } from './jitter.ts';
import type { StoreJob, JobContext } from './job-context.ts';

const CATCH_UP_INTERVAL_MS = 30 * 60_000;
/** Clocks of shops differ from ours, and their search indexes lag. */
const OVERLAP_MS = 15 * 60_000;
/** Above so many pages the whole catalog is read instead. */
const MAX_PRODUCT_PAGES = 20;
/** 10,000 orders: what a shop changes beyond that in one go is left to be read when an agent asks. */
const MAX_ORDER_PAGES = 100;

interface Progress {
  /** ISO: all that changed before then was read. Null before the first time. */
  readUpTo: string | null;
  /** Null between two runs. */
  run: Run | null;
}

/** One reading, so far. */
interface Run {
  since: string;
  startedAt: string;
  part: 'orders' | 'products';
  pages: number;
  after: string | null;
}

/**
 * Reads again the orders of our sessions and the products that have changed lately: a shop may have dropped its webhooks, and
 * events may have been lost while it or this service was down. Cut off anywhere, it goes on with the page that was noted last.
 */
export const catchUp: StoreJob = async (context, job) => {
  const noted = (job.progress ?? { readUpTo: null, run: null }) as Progress;
  let run = noted.run ?? begin(context, noted.readUpTo);
  for (let next: Run | null = run; next; ) {
    run = next;
    await job.note({ ...noted, run } satisfies Progress);
    next = await readPage(context, run);
  }
  const progress: Progress = { readUpTo: run.startedAt, run: null };
  return { progress, rerunAt: instant(context, jitter(CATCH_UP_INTERVAL_MS, context.store.id)) };
};

function begin(context: JobContext, readUpTo: string | null): Run {
  const from = readUpTo === null ? context.now() - CATCH_UP_INTERVAL_MS : Date.parse(readUpTo);
  const since = new Date(from - OVERLAP_MS).toISOString();
  return { since, startedAt: instant(context), part: 'orders', pages: 0, after: null };
}

/** The next thing to read after this page; null when nothing is left. */
async function readPage(context: JobContext, run: Run): Promise<Run | null> {
  return run.part === 'orders' ? readOrders(context, run) : readProducts(context, run);
}

async function readOrders(context: JobContext, run: Run): Promise<Run> {
  const { platform, caller, store } = context;
  const page = await platform.changedOrders(run.since, run.after ?? undefined, caller);
  for (const id of page.ids) {
    const placed = await platform.readOrder(id, caller);
    if (placed) await applyPlatformOrder(context, placed, 'webhook');
  }
  const next = nextPage(run, page);
  if (next && next.pages < MAX_ORDER_PAGES) return next;
  if (next) context.log({ store: store.slug }, 'More orders have changed than are read at once');
  return { ...run, part: 'products', pages: 0, after: null };
}

async function readProducts(context: JobContext, run: Run): Promise<Run | null> {
  const { platform, caller, store, products, jobs } = context;
  // Until then the import reads everything.
  if (!(await products.lastImport(store.id))) return null;
  const page = await platform.changedProducts(run.since, run.after ?? undefined, caller);
  await refreshProducts(context, page.ids);
  const next = nextPage(run, page);
  if (!next || next.pages < MAX_PRODUCT_PAGES) return next;
  await jobs.enqueue({ storeId: store.id, kind: IMPORT_PRODUCTS }, instant(context));
  return null;
}

/** A shop that gives the same place again has no more to say. */
function nextPage(run: Run, { next }: ChangedPage): Run | null {
  return next === null || next === run.after ? null : { ...run, pages: run.pages + 1, after: next };
}
