import { CommerceError } from '../commerce/errors.ts';
import type { CatalogPage, StorePlatform } from '../platforms/store-platform.ts';
import type { Products } from '../storage/products.ts';
import type { TaskAtWork, TaskKind, TaskOutcome } from './task-kind.ts';

export const IMPORT_PRODUCTS = 'import-products';

/** What an import needs of the service. */
export interface Importing {
  products: Products;
  /** The connection to a store's shop; undefined when the store is no more. */
  platformOf(storeId: string): Promise<StorePlatform | undefined>;
  now: () => number;
  newId: () => string;
  wait: (ms: number) => Promise<void>;
  /** A line for the log. */
  log: (facts: ImportFacts, message: string) => void;
}

export interface ImportFacts {
  storeId: string;
  done: number;
  total: number | null;
}

/** How far an import is; kept with its task. Instants are ISO. */
export interface ImportProgress {
  startedAt: string;
  done: number;
  /** How many there are in all, where the platform tells. */
  total: number | null;
  /** Where the next page begins. */
  after: string | null;
  /** Null while it goes on. */
  finishedAt: string | null;
}

/** A shop is asked for nothing for at least so long after each page, and never more than half of the time. */
const SHORTEST_PAUSE_MS = 100;
const LOG_EVERY_PRODUCTS = 1_000;
const AGAIN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Copies a store's whole catalog, page by page, and again every day: what the shop never announced is found then. Cut off
 * anywhere, it goes on with the page that was noted last. A shop that is down, or asks for fewer requests, is left alone
 * until the task's next attempt.
 */
export function importProducts(importing: Importing): TaskKind {
  return { long: true, run: (task) => importCatalog(importing, task) };
}

async function importCatalog(importing: Importing, task: TaskAtWork): Promise<TaskOutcome | undefined> {
  const { storeId } = task;
  const platform = await importing.platformOf(storeId);
  if (!platform) return undefined;
  let progress = begin(importing, task);
  for (;;) {
    const askedAt = importing.now();
    const { page, asOf, next } = await readPage(importing, platform, progress);
    await importing.products.upsert(storeId, page.products, asOf);
    progress = next;
    // The last page is not noted: cut off before the end is written, it is read again.
    if (progress.after === null) return finish(importing, task, progress);
    await task.note(progress);
    if (hasPassed(progress.done, page.products.length)) tell(importing, task, progress, 'Importing products');
    await importing.wait(Math.max(SHORTEST_PAUSE_MS, importing.now() - askedAt));
  }
}

/** Where an earlier attempt stopped, or at the beginning. */
function begin(importing: Importing, task: TaskAtWork): ImportProgress {
  const noted = readProgress(task.progress);
  if (noted && noted.finishedAt === null) {
    tell(importing, task, noted, 'Import of products goes on');
    return noted;
  }
  const progress = {
    startedAt: instant(importing.now()),
    done: 0,
    // Better than nothing until the platform has told: what the last import counted.
    total: noted?.done ?? null,
    after: null,
    finishedAt: null,
  };
  tell(importing, task, progress, 'Import of products begins');
  return progress;
}

/** The products of the next page are as of the moment before they were asked for; and never as of before the import. */
async function readPage(importing: Importing, platform: StorePlatform, progress: ImportProgress) {
  const asOf = instant(Math.max(importing.now(), Date.parse(progress.startedAt)));
  const { page, from } = await listFrom(importing, platform, progress);
  if (page.next !== null && page.next === from.after) {
    throw new CommerceError(
      'platform_error',
      'The store gives the same page of its catalog again and again.',
    );
  }
  const done = from.done + page.products.length;
  const next = { ...from, done, total: page.total ?? from.total, after: page.next };
  return { page, asOf, next };
}

/** An import that was cut off long ago may stand at a page that the platform no longer knows: it begins anew. */
async function listFrom(
  { newId }: Importing,
  platform: StorePlatform,
  from: ImportProgress,
): Promise<{ page: CatalogPage; from: ImportProgress }> {
  const list = (after: string | null) => platform.listProducts(after ?? undefined, { requestId: newId() });
  try {
    return { page: await list(from.after), from };
  } catch (error) {
    const isForgotten = error instanceof CommerceError && error.kind === 'invalid_input';
    if (!isForgotten || from.after === null) throw error;
    return { page: await list(null), from: { ...from, after: null, done: 0 } };
  }
}

async function finish(importing: Importing, task: TaskAtWork, read: ImportProgress): Promise<TaskOutcome> {
  const finishedAt = instant(importing.now());
  const { startedAt } = read;
  const removed = await importing.products.finishImport(task.storeId, { startedAt, finishedAt });
  const progress = { ...read, total: read.done, finishedAt };
  tell(importing, task, progress, `Import of products is complete; ${removed} are no longer sold`);
  return { progress, runAgainAt: instant(importing.now() + AGAIN_AFTER_MS) };
}

function hasPassed(done: number, added: number): boolean {
  return Math.floor(done / LOG_EVERY_PRODUCTS) > Math.floor((done - added) / LOG_EVERY_PRODUCTS);
}

function tell(importing: Importing, { storeId }: TaskAtWork, progress: ImportProgress, message: string) {
  importing.log({ storeId, done: progress.done, total: progress.total }, message);
}

/** What is noted with an import's task; undefined before its first page. */
export function readProgress(noted: unknown): ImportProgress | undefined {
  return typeof noted === 'object' && noted !== null && 'startedAt' in noted
    ? (noted as ImportProgress)
    : undefined;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
