import { IMPORT_PRODUCTS } from '../../commerce/job-names.ts';
import { type ImportProgress, readProgress } from '../../operations/import-progress.ts';
import type { Job } from '../../storage/repositories/job-queues.ts';
import { type AtStore, by, mustBeConnected } from '../at-store.ts';
import { type MerchantContext, nowOf } from '../visit.ts';

/** Copy of a store's catalog, and its running import. */
export interface CatalogState {
  products: number;
  /** ISO instant at which the last full import ended. */
  importedAt: string | null;
  /** `total` null: the store platform gives no count. */
  importing: { done: number; total: number | null } | null;
  /** Error of the last attempt, which is retried from where it stopped. */
  lastError: string | null;
  /** Reason in words why the copy is incomplete; null when it is complete or was never read. */
  limited: string | null;
}

type CatalogRepositories = Pick<MerchantContext, 'products' | 'jobs' | 'now'>;

export async function catalogState(context: CatalogRepositories, storeId: string): Promise<CatalogState> {
  const [products, last, jobs] = await Promise.all([
    context.products.count(storeId),
    context.products.lastImport(storeId),
    context.jobs.ofStore(storeId),
  ]);
  const job = jobs.find(({ kind }) => kind === IMPORT_PRODUCTS);
  return {
    products,
    importedAt: last?.finishedAt ?? null,
    importing: job ? importingNow(job, context.now()) : null,
    lastError: job?.lastError ?? null,
    limited: last?.limited ?? null,
  };
}

/** A due import counts as running while it waits for a worker. */
function importingNow(job: Job, now: number): CatalogState['importing'] {
  const progress: ImportProgress | undefined = readProgress(job.progress);
  if (progress && progress.finishedAt === null) return { done: progress.done, total: progress.total };
  const isDue = job.running || Date.parse(job.runAt) <= now;
  return isDue ? { done: 0, total: progress?.done ?? null } : null;
}

/** Starts a full import, unless one is running. Safe to call any number of times. */
export async function startImport(at: AtStore): Promise<CatalogState> {
  mustBeConnected(at);
  const { context, store } = at;
  const before = await catalogState(context, store.id);
  // A failed import that waits for its next attempt is made due now.
  if (before.importing === null || before.lastError !== null) {
    const job = { kind: IMPORT_PRODUCTS, isUrgent: true };
    await context.stores.enqueue(store.id, job, nowOf(at), by(at, 'catalog.import_started'));
    context.wake();
  }
  return catalogState(context, store.id);
}
