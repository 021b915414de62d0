import type { FindNear, SearchIndexes } from '../../../search/index.ts';
import type { Caller, CallLog } from '../../commerce/call/caller.ts';
import type { Store } from '../../commerce/store/store.ts';
import { type Instant, toIso } from '../../commerce/time/time.ts';
import type { CountCalls } from '../../limits/rate-counters.ts';
import type { ProductRevisions } from '../../storage/repositories/catalog/product-revisions.ts';
import type { Products } from '../../storage/repositories/catalog/products.ts';
import type { IdempotencyRecords } from '../../storage/repositories/jobs/idempotency-records.ts';
import type { Jobs } from '../../storage/repositories/jobs/jobs.ts';
import type { CartOrders } from '../../storage/repositories/shopping/cart-orders.ts';
import type { Carts } from '../../storage/repositories/shopping/carts.ts';
import type { CheckoutSessions } from '../../storage/repositories/shopping/checkout-sessions.ts';
import type { Orders } from '../../storage/repositories/shopping/orders.ts';
import type { Stores } from '../../storage/repositories/stores/stores.ts';
import type { StorePlatform } from '../../store-platforms/store-platform.ts';
import type { FeedParts } from './feed-parts.ts';
import type { ItemCache } from './shown-products.ts';

/** Dependencies of the operations of one store and call. Repositories are types here; `service.ts` passes them in. */
export interface StoreContext {
  store: Store;
  platform: StorePlatform;
  sessions: CheckoutSessions;
  carts: Carts;
  cartOrders: CartOrders;
  orders: Orders;
  idempotencyRecords: IdempotencyRecords;
  jobs: Jobs;
  products: Products;
  productRevisions: ProductRevisions;
  searchIndexes: SearchIndexes;
  /** Undefined without a model. */
  findNear: FindNear | undefined;
  /** A search does not wait longer for an index that is being built: the shop is asked instead. */
  indexTimeoutMs: number;
  feedParts: FeedParts;
  itemCache: ItemCache;
  stores: Pick<Stores, 'describe' | 'findFeedToken' | 'setCheckoutWall'>;
  runOncePer: RunOncePer;
  baseUrl: string;
  /** `{baseUrl}/api/ucp/{slug}`. */
  storeUrl: string;
  /** Time after which another request may take over a change that is not renewed. */
  leaseMs: number;
  /** Epoch milliseconds. */
  now: () => number;
  /** A fresh UUID. */
  newId: () => string;
  wait: (ms: number) => Promise<void>;
  countCalls: CountCalls;
  caller: Caller;
  callLog: CallLog;
  /** Country of delivery that the request names, ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/**
 * Runs work of a key once in an interval of this process, and again after a failure or where it resolves to true. Returns the run
 * under way, which concurrent callers share; undefined once it is over.
 */
export type RunOncePer = (
  key: string,
  intervalMs: number,
  work: () => Promise<unknown>,
) => Promise<void> | undefined;

/** `offset`: milliseconds from now. */
export function getInstant(context: Pick<StoreContext, 'now'>, offset = 0): Instant {
  return toIso(context.now() + offset);
}
