import { CommerceError } from '../commerce/errors.ts';
import { type ImportProgress, readProgress } from '../operations/import-progress.ts';
import { instant } from '../operations/store-context.ts';
import type { CatalogPage } from '../platforms/store-platform.ts';
import { spread } from './spread.ts';
import type { TaskOutcome } from './task-kind.ts';
import type { StoreTask, UpkeepContext } from './upkeep-context.ts';

/** A shop is asked for nothing for at least so long after each page, and never more than half of the time. */
const SHORTEST_PAUSE_MS = 100;
const LOG_EVERY_PRODUCTS = 1_000;
const AGAIN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Copies a store's whole catalog, page by page, and again every day: what the shop never announced is found then. Cut off
 * anywhere, it goes on with the page that was noted last. A shop that is down, or asks for fewer requests, is left alone
 * until the task's next attempt.
 */
export const importProducts: StoreTask = async (context, task) => {
  let progress = begin(context, readProgress(task.progress));
  for (;;) {
    const askedAt = context.now();
    const { page, asOf, next } = await readPage(context, progress);
    await context.products.upsert(context.store.id, page.products, asOf);
    progress = next;
    // The last page is not noted: cut off before the end is written, it is read again.
    if (progress.after === null) return finish(context, progress);
    await task.note(progress);
    if (hasPassed(progress.done, page.products.length)) tell(context, progress, 'Importing products');
    await context.wait(Math.max(SHORTEST_PAUSE_MS, context.now() - askedAt));
  }
};

/** Where an earlier attempt stopped, or at the beginning; one in another currency begins anew. */
function begin(context: UpkeepContext, noted: ImportProgress | undefined): ImportProgress {
  const { currency } = context.store.description;
  if (noted && noted.finishedAt === null && noted.currency === currency) {
    tell(context, noted, 'The import of products goes on');
    return noted;
  }
  const total = noted?.done ?? null;
  const progress = { startedAt: instant(context), done: 0, total, after: null, finishedAt: null, currency };
  tell(context, progress, 'The import of products begins');
  return progress;
}

/** The products of the next page are as of the moment before they were asked for; and never as of before the import. */
async function readPage(context: UpkeepContext, progress: ImportProgress) {
  const now = instant(context);
  const asOf = [now, progress.startedAt].sort().at(-1) ?? now;
  const { page, from } = await listFrom(context, progress);
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
  { platform, caller }: UpkeepContext,
  from: ImportProgress,
): Promise<{ page: CatalogPage; from: ImportProgress }> {
  try {
    return { page: await platform.listProducts(from.after ?? undefined, caller), from };
  } catch (error) {
    const isForgotten = error instanceof CommerceError && error.kind === 'invalid_input';
    if (!isForgotten || from.after === null) throw error;
    return {
      page: await platform.listProducts(undefined, caller),
      from: { ...from, after: null, done: 0 },
    };
  }
}

async function finish(context: UpkeepContext, read: ImportProgress): Promise<TaskOutcome> {
  const finishedAt = instant(context);
  const { startedAt, currency } = read;
  const removed = await context.products.finishImport(context.store.id, { startedAt, finishedAt, currency });
  const progress = { ...read, total: read.done, finishedAt };
  tell(context, progress, 'The import of products is complete', { removed });
  return { progress, runAgainAt: instant(context, spread(AGAIN_AFTER_MS, context.store.id)) };
}

function hasPassed(done: number, added: number): boolean {
  return Math.floor(done / LOG_EVERY_PRODUCTS) > Math.floor((done - added) / LOG_EVERY_PRODUCTS);
}

function tell(context: UpkeepContext, { done, total }: ImportProgress, message: string, more: object = {}) {
  context.log({ store: context.store.slug, done, total, ...more }, message);
}
