import type { LRUCache } from 'lru-cache';
import type { Store } from '../commerce/store.ts';
import type { Caller, StorePlatform } from '../store-platforms/store-platform.ts';
import type { Carts } from '../storage/repositories/carts.ts';
import type { CheckoutSessions } from '../storage/repositories/checkout-sessions.ts';
import type { IdempotencyRecords } from '../storage/repositories/idempotency-records.ts';
import type { Orders } from '../storage/repositories/orders.ts';
import type { Products } from '../storage/repositories/products.ts';
import type { Stores } from '../storage/repositories/stores.ts';
import type { Jobs } from '../storage/repositories/jobs.ts';
import type { ItemCache } from './item-cache.ts';

/** What every operation of one store works with. Repositories are types here; `service.ts` brings them. */
export interface StoreContext {
  store: Store;
  platform: StorePlatform;
  sessions: CheckoutSessions;
  carts: Carts;
  orders: Orders;
  /** Of changes that an agent may ask for again. */
  answers: IdempotencyRecords;
  jobs: Jobs;
  products: Products;
  itemCache: ItemCache;
  stores: Pick<Stores, 'describe'>;
  /** Refreshes of descriptions within the last minute, by store and currency. */
  descriptionChecks: LRUCache<string, Promise<void>>;
  /** Sessions of which this process is asking the shop for an order: who reads one meanwhile waits for the same answer. */
  orderChecks: Map<string, Promise<void>>;
  baseUrl: string;
  /** `{baseUrl}/api/ucp/{slug}`. */
  storeUrl: string;
  /** How long a change of a session or cart may take before another may take it over. */
  leaseMs: number;
  /** The outside world: instants as epoch milliseconds, and fresh UUIDs. */
  now: () => number;
  newId: () => string;
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>;
  caller: Caller;
}

/** ISO instant, `offset` milliseconds from now. */
export function instant(context: Pick<StoreContext, 'now'>, offset = 0): string {
  const at = context.now() + offset;
  if (at !== written.at) written = { at, text: new Date(at).toISOString() };
  return written.text;
}

/** Many ask within one millisecond. */
let written = { at: 0, text: new Date(0).toISOString() };
