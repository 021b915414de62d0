import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { FindNear, SearchIndexes } from '../../search/index.ts';
import { type Caller, createCallLog } from '../commerce/call/caller.ts';
import { CommerceError } from '../commerce/errors.ts';
import { limitEntries } from '../commerce/paging/max-entries.ts';
import type { Embedder } from '../commerce/product/embedder.ts';
import type { Store } from '../commerce/store/store.ts';
import type { OpenStore } from '../http/requests/caller.ts';
import type { JobContext } from '../jobs/job-kind.ts';
import type { OpenStoreForJob } from '../jobs/job-kinds.ts';
import type { Leaving } from '../jobs/leave-shop.ts';
import type { CountCalls } from '../limits/rate-counters.ts';
import type { ServiceLog } from '../observability/log.ts';
import { createFeedParts } from '../operations/call/feed-parts.ts';
import { createItemCache, createProductConfirmation } from '../operations/call/shown-products.ts';
import type { OrderCheck, StoreContext } from '../operations/call/store-context.ts';
import type { Config } from '../settings/config.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import { wrapPlatform } from '../store-platforms/around-platform.ts';
import type { Connections } from '../store-platforms/connections.ts';
import type { WebhookRequest } from '../store-platforms/platform-kind.ts';
import type { StorePlatform } from '../store-platforms/store-platform.ts';
import { createKnownSlugs } from './known-slugs.ts';
import { createSuspectedOutages } from './suspected-outages.ts';

interface StoreContextParts extends Pick<JobContext, 'checkCustomDomain' | 'checkShopDomain' | 'log'> {
  config: Config;
  repositories: Repositories;
  searchIndexes: SearchIndexes;
  embedder: Embedder | undefined;
  findNear: FindNear | undefined;
  indexTimeoutMs: number;
  shops: Connections;
  logError: ServiceLog['error'];
  countCalls: CountCalls;
  now: () => number;
  newId: () => string;
  /** Final once the service listens. */
  baseUrl: () => string;
}

/** Maximum calls of one change to the store platform: items and cart, each retried once. */
const MAX_CALLS = 4;

/** Minimum interval, per store and process, of refreshing the description after an unexpected currency. */
const DESCRIPTION_CHECK_INTERVAL_MS = 60_000;
const DESCRIPTION_CHECKS = 10_000;
const ORDER_CHECKS = 10_000;

/** Opens stores for agents, for jobs, and for the jobs that remain after a store is disconnected or deleted. */
export function storeOpeners(parts: StoreContextParts) {
  const { config, repositories, shops, embedder, checkCustomDomain, checkShopDomain, log, now } = parts;
  const { stores } = repositories;
  const suspecting = createSuspectedOutages({ ...repositories, now, log: { error: parts.logError } });
  const newContext = createContexts(parts);
  const { remember, isStore } = createKnownSlugs();

  const openStore: OpenStore = async (slug, caller) => {
    const limited = withDeadline(caller, config);
    const connectable = await stores.findConnectable(slug);
    const isOpen = connectable !== undefined && connectable.store.disconnectedAt === null;
    remember(slug, isOpen);
    if (!isOpen) return undefined;
    const { store, openCredentials } = connectable;
    const watchPlatform = (platform: StorePlatform) => suspecting(platform, store.id);
    const connected = shops.getOpened(store);
    // Most reads do not ask the shop, and need no connection to it.
    const platform = connected
      ? watchPlatform(connected)
      : wrapPlatform(() => watchPlatform(shops.connect(store, openCredentials())));
    return newContext(store, limited, platform);
  };
  const createStoreContext = async (store: Store, caller: Caller): Promise<StoreContext> => {
    const platform = shops.getOpened(store) ?? shops.connect(store, await stores.findCredentials(store.id));
    return newContext(store, caller, platform);
  };
  const createJobContext = async (store: Store, caller: Caller): Promise<JobContext> => ({
    ...(await createStoreContext(store, caller)),
    shopOrderDays: repositories.shopOrderDays,
    productEmbeddings: repositories.productEmbeddings,
    embedder,
    webhookSecret: () => stores.findWebhookSecret(store.id),
    checkCustomDomain,
    checkShopDomain,
    log,
  });
  const openForJob: OpenStoreForJob = async (storeId, caller) => {
    const store = await stores.findById(storeId);
    return store && store.disconnectedAt === null ? createJobContext(store, caller) : undefined;
  };
  return {
    createStoreContext,
    openStore,
    isStore,
    openForJob,
    leaving: createLeaving(parts, createJobContext),
  };
}

function createLeaving(
  { repositories, searchIndexes, now }: StoreContextParts,
  jobContextOf: (store: Store, caller: Caller) => Promise<JobContext>,
): Leaving {
  return {
    ...repositories,
    searchIndexes,
    now,
    async open(storeId, requestId) {
      const store = await repositories.stores.findEvenDeleted(storeId);
      if (!store) throw new CommerceError('invalid_input', 'The store is gone.');
      return jobContextOf(store, { requestId, fresh: true });
    },
  };
}

/** Creates the operations' context per store and caller. */
function createContexts(parts: StoreContextParts) {
  const { config, repositories, searchIndexes, findNear, indexTimeoutMs } = parts;
  const { countCalls, now, newId, baseUrl } = parts;
  const { stores, sessions, carts, cartOrders, orders, idempotencyRecords } = repositories;
  const { jobs, products, productRevisions } = repositories;
  const everywhere = {
    ...{ stores, sessions, carts, cartOrders, orders, idempotencyRecords, jobs, products, productRevisions },
    ...{ searchIndexes, findNear, indexTimeoutMs },
    feedParts: createFeedParts(),
    itemCache: createItemCache(),
    confirmProducts: createProductConfirmation(repositories),
    descriptionChecks: new LRUCache<string, Promise<void>>({
      ...limitEntries(DESCRIPTION_CHECKS),
      ttl: DESCRIPTION_CHECK_INTERVAL_MS,
    }),
    orderChecks: new LRUCache<string, OrderCheck>(limitEntries(ORDER_CHECKS)),
    countCalls,
    now,
    newId,
  };
  return (store: Store, caller: Caller, platform: StorePlatform): StoreContext => ({
    ...everywhere,
    store,
    platform,
    baseUrl: baseUrl(),
    storeUrl: `${baseUrl()}/api/ucp/${store.slug}`,
    leaseMs: MAX_CALLS * config.platformTimeoutMs + 2_000,
    wait: sleep,
    caller,
    callLog: caller.log ?? createCallLog(),
  });
}

/** Caps the agent's deadline at the time that the maximum calls of one request take. */
function withDeadline(caller: Caller, { platformTimeoutMs }: Config): Caller {
  const last = performance.now() + MAX_CALLS * platformTimeoutMs;
  return { ...caller, deadline: Math.min(caller.deadline ?? last, last) };
}

/** Verifies webhooks with each store's own secrets. */
export function createWebhookReader({ stores }: Repositories, shops: Connections) {
  return {
    headersOf: ({ platform }: Store) => shops.webhookHeaders(platform),
    read: async (store: Store, request: WebhookRequest) =>
      shops.readWebhook(store.platform, request, {
        credentials: await stores.findCredentials(store.id),
        secret: await stores.findWebhookSecret(store.id),
      }),
  };
}
