import { CommerceError } from '../commerce/errors.ts';
import { MAX_PRODUCT_BYTES } from '../commerce/product/catalog-limits.ts';
import { getInstant } from '../operations/call/store-context.ts';
import {
  addUnreadable,
  describeUnreadable,
  type ImportProgress,
  NOTHING_READ,
  readProgress,
} from '../operations/store/import-progress.ts';
import type { JobContext, StoreJob } from './job-kind.ts';

/** Pause after each page; a slower page is followed by a pause of its own length. */
const MIN_PAUSE_MS = 100;
const LOG_INTERVAL_PRODUCTS = 1_000;

/** Copies the whole catalog daily, to find changes without a webhook. Cut off anywhere, it resumes at the last recorded page. */
export const importProducts: StoreJob = async (context, job) => {
  let progress = begin(context, readProgress(job.progress));
  for (;;) {
    const askedAt = context.now();
    const { page, asOf, next } = await readPage(context, progress);
    const outcome = await context.products.upsert(context.store.id, page.products, asOf);
    const { tooLarge } = outcome;
    progress = {
      ...next,
      bytes: next.bytes + outcome.bytes,
      tooLarge: next.tooLarge + tooLarge.length,
      withoutRoom: next.withoutRoom + outcome.withoutRoom,
    };
    if (tooLarge.length > 0) {
      const details = { store: context.store.slug, products: tooLarge.slice(0, 10), count: tooLarge.length };
      context.log(details, 'Products are too large');
    }
    // The last page is not recorded: cut off before the end is written, it is read again.
    if (progress.after === null) return finish(context, progress, describeLeftOut(context, progress));
    const reached = limitReached(context, progress);
    if (reached !== null) return finish(context, progress, reached);
    await job.recordProgress(progress);
    const logged = Math.floor((progress.done - page.products.length) / LOG_INTERVAL_PRODUCTS);
    if (Math.floor(progress.done / LOG_INTERVAL_PRODUCTS) > logged)
      log(context, progress, 'Importing products');
    await context.wait(Math.max(MIN_PAUSE_MS, context.now() - askedAt));
  }
};

/** Resumes where an earlier attempt stopped; starts over when the store's currency has changed. */
function begin(context: JobContext, recorded: ImportProgress | undefined): ImportProgress {
  const { currency } = context.store.description;
  if (recorded && recorded.finishedAt === null && recorded.currency === currency) {
    log(context, recorded, 'The import of products goes on');
    return recorded;
  }
  const start = { startedAt: getInstant(context), after: null, finishedAt: null, currency };
  const progress = { ...NOTHING_READ, ...start, total: recorded?.done ?? null };
  log(context, progress, 'The import of products begins');
  return progress;
}

/** Reads the next page; its products count as read before the request, and never before the import. */
async function readPage(context: Pick<JobContext, 'caller' | 'now' | 'platform'>, progress: ImportProgress) {
  const now = getInstant(context);
  const asOf = [now, progress.startedAt].sort().at(-1) ?? now;
  const { page, from } = await listFrom(context, progress);
  if (page.next !== null && page.next === from.after)
    throw new CommerceError(
      'platform_error',
      'The store gives the same page of its catalog again and again.',
    );
  const done = from.done + page.products.length;
  const total = page.total ?? from.total;
  const progressed = { ...from, done, pages: from.pages + 1, total, after: page.next };
  return { page, asOf, next: addUnreadable(progressed, page.leftOut ?? []) };
}

/** Starts over when the platform no longer knows the cursor of an import that was cut off long ago. */
async function listFrom({ platform, caller }: Pick<JobContext, 'caller' | 'platform'>, from: ImportProgress) {
  try {
    return { page: await platform.listProducts(from.after ?? undefined, caller), from };
  } catch (error) {
    const isExpiredCursor = error instanceof CommerceError && error.kind === 'invalid_input';
    if (!isExpiredCursor || from.after === null) throw error;
    const page = await platform.listProducts(undefined, caller);
    return { page, from: { ...from, ...NOTHING_READ, after: null } };
  }
}

/** Assumed size of a page: bounds the pages of a shop that returns ever new ones. */
const MIN_PAGE_SIZE = 25;
const MIN_PAGES = 40;

/** Sentence that says which limit ends the import; null below the limits. */
function limitReached({ products: { limits } }: JobContext, progress: ImportProgress): string | null {
  const { maxProducts, maxBytes } = limits;
  const maxPages = Math.max(MIN_PAGES, Math.ceil(maxProducts / MIN_PAGE_SIZE));
  if (progress.done >= maxProducts)
    return `The catalog has more than the ${maxProducts.toLocaleString('en')} products that are copied of one store.`;
  if (progress.bytes >= maxBytes)
    return `The catalog takes more than the ${Math.round(maxBytes / 2 ** 20)} MB that are copied of one store.`;
  return progress.pages >= maxPages
    ? `The catalog did not end within ${maxPages.toLocaleString('en')} pages.`
    : null;
}

function describeLeftOut(context: JobContext, { tooLarge, withoutRoom }: ImportProgress): string | null {
  const limit = `${MAX_PRODUCT_BYTES / 1024} KB`;
  if (withoutRoom > 0) {
    const { maxProducts, maxBytes } = context.products.limits;
    const room = `${maxProducts.toLocaleString('en')} products and ${Math.round(maxBytes / 2 ** 20)} MB`;
    return `There was no room for ${withoutRoom} products: ${room} are copied of one store, within the limit of its organization. What was copied of them before stays.`;
  }
  return tooLarge > 0 ? `Products larger than ${limit} were left out: ${tooLarge}.` : null;
}

async function finish(context: JobContext, last: ImportProgress, limited: string | null) {
  const { startedAt, currency, done: total } = last;
  const end = { startedAt, finishedAt: getInstant(context), currency, limited };
  const removed = await context.products.finishImport(context.store.id, end);
  const progress = { ...last, after: null, total, finishedAt: end.finishedAt };
  const unreadable = describeUnreadable(progress);
  if (unreadable !== null) log(context, progress, unreadable);
  if (limited === null) log(context, progress, 'The import of products is complete', { removed });
  else log(context, progress, 'The import of products has left some out', { removed, limited });
  return { progress };
}

function log(context: JobContext, { done, total }: ImportProgress, message: string, more: object = {}) {
  context.log({ store: context.store.slug, done, total, ...more }, message);
}
