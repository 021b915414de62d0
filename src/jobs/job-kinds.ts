import { NOTIFY_AGENT_PLATFORM } from '../commerce/order.ts';
import { CHECK_DOMAIN } from '../commerce/store-domain.ts';
import {
  CATCH_UP,
  CHECK_SUBSCRIPTIONS,
  EMPTY_CART,
  ERASE_STORE,
  IMPORT_PRODUCTS,
  REFRESH_STORE,
  TAG_ORDER,
  UNSUBSCRIBE,
} from '../operations/store-jobs.ts';
import type { Caller, StorePlatform } from '../store-platforms/store-platform.ts';
import { catchUp } from './catch-up.ts';
import { checkDomain } from './check-domain.ts';
import { checkSubscriptions } from './check-subscriptions.ts';
import { emptyCart } from './empty-cart.ts';
import { importProducts } from './import-products.ts';
import { eraseStoreJob, type Leaving, unsubscribeJob } from './leave-shop.ts';
import { refreshOrder } from './refresh-order.ts';
import { refreshProduct } from './refresh-product.ts';
import { refreshStore } from './refresh-store.ts';
import { tagOrder } from './tag-order.ts';
import type { JobKind, JobKinds } from './job-kind.ts';
import { notifyAgentPlatform } from './notify-agent-platform.ts';
import type { StoreJob, JobContext } from './job-context.ts';

/** About two days of a shop that does not answer. What is missed then, the next read or the next whole reading finds. */
const MAX_ATTEMPTS = 100;

/** Everything that is done in the background. */
const STORE_JOBS = {
  /** Subject: the product's GID. */
  refresh_product: { run: refreshProduct, attempts: MAX_ATTEMPTS, asksShop: true },
  /** Subject: the platform's GID of the order. */
  refresh_order: { run: refreshOrder, attempts: MAX_ATTEMPTS, asksShop: true },
  [REFRESH_STORE]: { run: refreshStore, attempts: MAX_ATTEMPTS, asksShop: true },
  [TAG_ORDER]: { run: tagOrder, attempts: MAX_ATTEMPTS, asksShop: true },
  [EMPTY_CART]: { run: emptyCart, attempts: MAX_ATTEMPTS, asksShop: true },
  [NOTIFY_AGENT_PLATFORM]: { run: notifyAgentPlatform },
  [CHECK_DOMAIN]: { run: checkDomain },
  [CHECK_SUBSCRIPTIONS]: { run: checkSubscriptions, regular: true, asksShop: true },
  [CATCH_UP]: { run: catchUp, regular: true, asksShop: true },
  [IMPORT_PRODUCTS]: { run: importProducts, long: true, asksShop: true },
} satisfies Record<string, Omit<JobKind, 'run'> & { run: StoreJob }>;

export type JobName = keyof typeof STORE_JOBS;

/** What every store has from its connecting on, and is done regularly. */
export const RECURRING_JOBS: readonly JobName[] = [CHECK_SUBSCRIPTIONS, CATCH_UP, IMPORT_PRODUCTS];

/** Undefined for a store that is gone: nothing is left to be done for it. */
export type OpenStoreForJob = (storeId: string, caller: Caller) => Promise<JobContext | undefined>;

export function jobKinds(open: OpenStoreForJob, leaving: Leaving): JobKinds {
  const ofStores = Object.entries(STORE_JOBS).map(([name, kind]) => [
    name,
    { ...kind, run: forStore(open, kind.run) },
  ]);
  return {
    ...Object.fromEntries(ofStores),
    [UNSUBSCRIBE]: { run: unsubscribeJob(leaving), attempts: MAX_ATTEMPTS, asksShop: true },
    [ERASE_STORE]: { run: eraseStoreJob(leaving), long: true },
  };
}

/** The store has gone while something was done for it. */
const GONE = new Error('The store was disconnected.');

/** Whatever notes how far it is stops when its store was disconnected or deleted since. */
function forStore(open: OpenStoreForJob, run: StoreJob): JobKind['run'] {
  return async (job) => {
    const caller = { requestId: job.id, fresh: true };
    const context = await open(job.storeId, caller);
    if (!context) return undefined;
    const note = async (progress: unknown) => {
      await job.note(progress);
      if (!(await open(job.storeId, caller))) throw GONE;
    };
    const platform = heardUntil(job.abandoned, context.platform);
    return run({ ...context, platform }, { ...job, note }).catch((error: unknown) => {
      if (error === GONE) return undefined;
      throw error;
    });
  };
}

/** The shop's answers count until the run is given up: one that comes later changes nothing. */
function heardUntil(abandoned: AbortSignal, platform: StorePlatform): StorePlatform {
  const methods = Object.entries(platform).map(([name, method]) => [
    name,
    (...given: unknown[]) => {
      const answer = (method as (...given: unknown[]) => unknown)(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.then((value: unknown) => {
        abandoned.throwIfAborted();
        return value;
      });
    },
  ]);
  return Object.fromEntries(methods) as StorePlatform;
}
