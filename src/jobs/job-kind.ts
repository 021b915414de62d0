import type { Embedder } from '../commerce/product/embedder.ts';
import type { Store } from '../commerce/store/store.ts';
import type { StoreDomain } from '../commerce/store/store-domain.ts';
import type { Instant } from '../commerce/time/time.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import type { AccessReport } from '../operations/store/health.ts';
import type { ShopOrderDays } from '../storage/repositories/activity/shop-order-days.ts';
import type { ProductEmbeddings } from '../storage/repositories/catalog/product-revisions.ts';
import type { LeasedJob } from '../storage/repositories/jobs/job-queue.ts';

/** Outcome of a run. `rerunAt`: next run of a recurring job; `progress` is stored until then. */
interface JobOutcome {
  rerunAt?: Instant;
  progress?: unknown;
}

export interface RunningJob extends LeasedJob {
  /** Stores the progress and renews the lease. Throws when the lease is lost, the process ends, or other jobs have waited longer. */
  recordProgress(progress: unknown): Promise<void>;
  /** Aborted at the deadline of the run: another worker has the job then, and this run must not write. */
  abandoned: AbortSignal;
}

/** `probing`: short calls that watch all shops. `delivering`: calls to addresses of others, which may hang. `long`: takes minutes. */
export type Lane = 'urgent' | 'recurring' | 'probing' | 'delivering' | 'long';

/** A kind of job. A run may be repeated after a crash, so it must be idempotent. */
export interface JobKind {
  run(job: RunningJob): Promise<JobOutcome | undefined>;
  /** Jobs of one lane do not wait for jobs of another. Absent: urgent. */
  lane?: Lane;
  /** Calls the store's shop: during an outage one job at a time probes it. */
  asksShop?: boolean;
  /** Attempts before the job is dropped: a recurring job finds what it would have found. Unlimited when absent. */
  maxAttempts?: number;
}

/** Kinds by name. A process leaves unknown kinds to a newer one. */
export type JobKinds = Readonly<Record<string, JobKind>>;

export interface JobContext extends StoreContext {
  shopOrderDays: ShopOrderDays;
  embedder: Embedder | undefined;
  productEmbeddings: ProductEmbeddings;
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
export type StoreJob = (
  context: JobContext,
  job: RunningStoreJob,
) => Promise<(JobOutcome & { everyMs?: number }) | undefined>;

export interface StoreJobKind extends Omit<JobKind, 'run'> {
  run: StoreJob;
  /** Every connected store has this job, without a subject; it recurs in this interval, less a part of its own for each store. */
  everyMs?: number;
  /** Delay of its first run after the store was connected; `everyMs` when left out. */
  firstMs?: number;
}
