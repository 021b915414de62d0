import { z } from 'zod';
import { IMPORT_PRODUCTS } from '../../commerce/job/job-names.ts';
import { describeUnreadable, readProgress } from '../../operations/store/import-progress.ts';
import type { Job } from '../../storage/repositories/jobs/job-queue.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { instantOrNull, integerOrNull, textOrNull } from '../fields.ts';
import type { DomainOf } from '../to-wire.ts';
import { type AtStore, getNow, type MerchantContext, mustBeConnected, toAuditEntry } from '../visit.ts';

/** Copy of a store's catalog, and its running import. */
export const catalogWire = nameObject('CatalogState', {
  products: z.int(),
  imported_at: instantOrNull.describe('Time of the last complete import of the catalog.'),
  importing: z
    .object({ read: z.int(), total: integerOrNull.describe('Null: the platform does not report it.') })
    .nullable()
    .describe('Null while nothing is being read.'),
  last_error: textOrNull.describe('Why the last import stopped. It is retried automatically.'),
  limited: textOrNull.describe('Why the copy does not hold the whole catalog. Null: it does.'),
});

type CatalogState = DomainOf<typeof catalogWire>;

async function findCatalogState(context: MerchantContext, storeId: string): Promise<CatalogState> {
  return (await findCatalogStates(context, [storeId]))(storeId);
}

/** Reads by the same number of statements for any number of stores. */
export async function findCatalogStates(context: MerchantContext, storeIds: readonly string[]) {
  const [counts, imports, jobs] = await Promise.all([
    context.products.countByStore(storeIds),
    context.products.findLastImports(storeIds),
    context.jobs.listOfKind(storeIds, IMPORT_PRODUCTS),
  ]);
  const jobsByStore = new Map(jobs.map((job) => [job.storeId, job]));
  return (storeId: string): CatalogState => {
    const [last, job] = [imports.get(storeId), jobsByStore.get(storeId)];
    const progress = readProgress(job?.progress);
    return {
      products: counts.get(storeId) ?? 0,
      importedAt: last?.finishedAt ?? null,
      importing: job ? toImporting(job, context.now()) : null,
      lastError: job?.lastError ?? null,
      limited: last?.limited ?? (progress ? describeUnreadable(progress) : null),
    };
  };
}

/** A due import counts as running while it waits for a worker. */
function toImporting(job: Job, now: number): CatalogState['importing'] {
  const progress = readProgress(job.progress);
  if (progress && progress.finishedAt === null) return { read: progress.done, total: progress.total };
  const isDue = job.running || Date.parse(job.runAt) <= now;
  return isDue ? { read: 0, total: progress?.done ?? null } : null;
}

/** Starts a full import, unless one is running. Safe to call any number of times. */
export async function startImport(at: AtStore): Promise<CatalogState> {
  mustBeConnected(at);
  const { context, store } = at;
  const before = await findCatalogState(context, store.id);
  // A failed import that waits for its next attempt is made due now.
  if (before.importing === null || before.lastError !== null) {
    const job = { kind: IMPORT_PRODUCTS, isUrgent: true };
    await context.stores.enqueue(store.id, job, getNow(at), toAuditEntry(at, 'catalog.import_started'));
    context.wake();
  }
  return findCatalogState(context, store.id);
}

export const importEndpoints = [
  forStore({
    id: 'getStoreImport',
    route: 'GET /stores/{slug}/import',
    summary: 'Returns the progress of the catalog import.',
    output: catalogWire,
    run: ({ context, store }) => findCatalogState(context, store.id),
  }),

  forStore({
    id: 'importStoreProducts',
    route: 'POST /stores/{slug}/import',
    summary: 'Imports the whole catalog of the shop again. Changes nothing while an import is running.',
    output: catalogWire,
    inBulk: {
      id: 'importProductsOfStores',
      route: 'POST /stores/import',
      summary: 'Import the whole catalogs again',
      command: { name: 'import', jobs: [IMPORT_PRODUCTS] },
      example: 'import --all',
      describeOutcome: ({ importing }) => [importing !== null, 'The catalog is being imported.'],
    },
    run: startImport,
  }),
];
