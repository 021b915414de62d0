import type { Embedder } from '../commerce/product/embedder.ts';
import type { Store } from '../commerce/store/store.ts';
import type { StoreDomain } from '../commerce/store/store-domain.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import type { AccessReport } from '../operations/store/observe-health.ts';
import type { ShopOrderDays } from '../storage/repositories/activity/shop-order-days.ts';
import type { ProductEmbeddings } from '../storage/repositories/catalog/product-revisions.ts';
import type { JobKind, JobOutcome, RunningJob } from './job-kind.ts';

/** Dependencies of a store's jobs, besides those of operations. */
export interface JobContext extends StoreContext {
  shopOrderDays: ShopOrderDays;
  /** Undefined without a model. */
  embedder: Embedder | undefined;
  productEmbeddings: ProductEmbeddings;
  /** Secret with which the shop signs its webhooks. */
  webhookSecret(): Promise<string>;
  /** Undefined when the store has no such domain any more. */
  checkCustomDomain(store: Store, id: string): Promise<StoreDomain | undefined>;
  /** Asks `lastDomain`, or else the shop's domains, for the store's manifest; null where agents have never found it there. */
  checkShopDomain(store: Store, lastDomain: string | null): Promise<AccessReport['domain']>;
  log(details: object, message: string): void;
}

export interface RunningStoreJob extends Omit<RunningJob, 'recordProgress'> {
  /** As for any job; resolves to the store as it is now, and throws when it was disconnected or deleted. */
  recordProgress(progress: unknown): Promise<Store>;
}

/** `everyMs`: interval until the next run, instead of its kind's. */
interface StoreJobOutcome extends JobOutcome {
  everyMs?: number;
}

export type StoreJob = (context: JobContext, job: RunningStoreJob) => Promise<StoreJobOutcome | undefined>;

export interface StoreJobKind extends Omit<JobKind, 'run'> {
  run: StoreJob;
  /** Every connected store has this job, without a subject; it recurs in this interval, less a part of its own for each store. */
  everyMs?: number;
  /** Delay of its first run after the store was connected; `everyMs` when left out. */
  firstMs?: number;
}
