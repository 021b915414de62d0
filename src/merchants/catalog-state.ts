import { type ImportProgress, readProgress } from '../operations/import-progress.ts';
import { IMPORT_PRODUCTS } from '../operations/store-jobs.ts';
import type { Task } from '../storage/repositories/jobs.ts';
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

type CatalogRepositories = Pick<MerchantContext, 'products' | 'tasks' | 'now'>;

export async function catalogState(context: CatalogRepositories, storeId: string): Promise<CatalogState> {
  const [products, last, tasks] = await Promise.all([
    context.products.count(storeId),
    context.products.lastImport(storeId),
    context.tasks.ofStore(storeId),
  ]);
  const task = tasks.find(({ kind }) => kind === IMPORT_PRODUCTS);
  return {
    products,
    importedAt: last?.finishedAt ?? null,
    importing: task ? importingNow(task, context.now()) : null,
    lastError: task?.lastError ?? null,
    limited: last?.limited ?? null,
  };
}

/** Also while it only waits for its turn. */
function importingNow(task: Task, now: number): CatalogState['importing'] {
  const progress: ImportProgress | undefined = readProgress(task.progress);
  if (progress && progress.finishedAt === null) return { done: progress.done, total: progress.total };
  const isDue = task.running || Date.parse(task.runAt) <= now;
  return isDue ? { done: 0, total: progress?.done ?? null } : null;
}

/** Asked for while it goes on, nothing is added: the catalog is being read already. Any number may ask. */
export async function startImport(at: AtStore): Promise<CatalogState> {
  mustBeConnected(at);
  const { context, store } = at;
  const before = await catalogState(context, store.id);
  // One that waits for another attempt is asked for too: then it waits no longer.
  if (before.importing === null || before.lastError !== null) {
    await context.tasks.enqueue({ storeId: store.id, kind: IMPORT_PRODUCTS, isUrgent: true }, nowAt(at));
    await context.audit.write(at.actor, { storeId: store.id, action: 'catalog.import_started' }, nowAt(at));
    context.wake();
  }
  return catalogState(context, store.id);
}
