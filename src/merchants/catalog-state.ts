import { type ImportProgress, readProgress } from '../operations/import-progress.ts';
import { IMPORT_PRODUCTS } from '../operations/store-jobs.ts';
import type { Job } from '../storage/repositories/jobs.ts';
import { type AtStore, mustBeConnected, nowAt } from './at-store.ts';
import type { MerchantContext } from './merchant-context.ts';

/** What the service holds of a store's catalog, and whether it is reading it right now. */
export interface CatalogState {
  products: number;
  /** ISO instant at which the last whole reading ended. */
  importedAt: string | null;
  /** `total` null: the platform does not tell. */
  importing: { done: number; total: number | null } | null;
  /** Why the last attempt stopped; it goes on from there by itself. */
  lastError: string | null;
  /** Why the copy does not hold the whole catalog, in words; null: it does, or was never read. */
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

/** Also while it only waits for its turn. */
function importingNow(job: Job, now: number): CatalogState['importing'] {
  const progress: ImportProgress | undefined = readProgress(job.progress);
  if (progress && progress.finishedAt === null) return { done: progress.done, total: progress.total };
  const isDue = job.running || Date.parse(job.runAt) <= now;
  return isDue ? { done: 0, total: progress?.done ?? null } : null;
}

/** Asked for while it goes on, nothing is added: the catalog is being read already. Any number may ask. */
export async function startImport(at: AtStore): Promise<CatalogState> {
  mustBeConnected(at);
  const { context, store } = at;
  const before = await catalogState(context, store.id);
  // One that waits for another attempt is asked for too: then it waits no longer.
  if (before.importing === null || before.lastError !== null) {
    await context.jobs.enqueue({ storeId: store.id, kind: IMPORT_PRODUCTS, isUrgent: true }, nowAt(at));
    await context.audit.write(at.actor, { storeId: store.id, action: 'catalog.import_started' }, nowAt(at));
    context.wake();
  }
  return catalogState(context, store.id);
}
