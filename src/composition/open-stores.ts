import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Caller, createCallLog } from '../commerce/call/caller.ts';
import { CommerceError, isShopFailure } from '../commerce/errors.ts';
import { CHECK_SHOP } from '../commerce/job/job-names.ts';
import { limitEntries } from '../commerce/paging/max-entries.ts';
import type { Store } from '../commerce/store/store.ts';
import type { OpenStore } from '../http/requests/caller.ts';
import type { JobContext } from '../jobs/job-kind.ts';
import type { OpenStoreForJob } from '../jobs/job-kinds.ts';
import type { Leaving } from '../jobs/leave-shop.ts';
import { countCalls } from '../limits/rate-counters.ts';
import { createFeedParts } from '../operations/call/feed-parts.ts';
import { createItemCache, createProductConfirmation } from '../operations/call/shown-products.ts';
import type { OrderCheck, StoreContext } from '../operations/call/store-context.ts';
import type { Config } from '../settings/config.ts';
import { wrapPlatform } from '../store-platforms/around-platform.ts';
import type { StorePlatform } from '../store-platforms/store-platform.ts';
import { createOnceAMinute } from './once-a-minute.ts';
import type { WithOutboundClients } from './outbound-clients.ts';

interface StoreOpening extends WithOutboundClients {
  search: Pick<JobContext, 'searchIndexes' | 'findNear' | 'embedder'>;
  domainChecks: Pick<JobContext, 'checkCustomDomain' | 'checkShopDomain'>;
}

/** Maximum calls of one change to the store platform: items and cart, each retried once. */
const MAX_CALLS = 4;

/** Minimum interval, per store and process, of refreshing the description after an unexpected currency. */
const DESCRIPTION_CHECK_INTERVAL_MS = 60_000;
const DESCRIPTION_CHECKS = 10_000;
const ORDER_CHECKS = 10_000;
/** A small store's index takes less. */
const INDEX_TIMEOUT_MS = 300;
const MAX_SLUGS = 20_000;

/** Creates the openers of stores for agents, for jobs, and for the jobs that remain after a store is disconnected or deleted. */
export function createStoreOpeners(parts: StoreOpening) {
  const { config, infrastructure, search, domainChecks, log } = parts;
  const { shops } = parts.outbound;
  const { repositories, now } = infrastructure;
  const { stores, shopOrderDays, productEmbeddings } = repositories;
  const watchPlatform = createOutageWatch(parts);
  const newContext = createContexts(parts);
  /** Querying the database before admission would cost what the rate limiter saves. */
  const knownSlugs = new LRUCache<string, true>(limitEntries(MAX_SLUGS));

  const openStore: OpenStore = async (slug, caller) => {
    const limited = withDeadline(caller, config);
    const connectable = await stores.findConnectable(slug);
    const isOpen = connectable !== undefined && connectable.store.disconnectedAt === null;
    if (!isOpen) knownSlugs.delete(slug);
    else if (!knownSlugs.has(slug)) knownSlugs.set(slug, true);
    if (!isOpen) return undefined;
    const { store, openCredentials } = connectable;
    const connected = shops.getOpened(store);
    // Most reads do not ask the shop, and need no connection to it.
    const platform = connected
      ? watchPlatform(connected, store.id)
      : wrapPlatform(() => watchPlatform(shops.connect(store, openCredentials()), store.id));
    return newContext(store, limited, platform);
  };
  const createStoreContext = async (store: Store, caller: Caller): Promise<StoreContext> => {
    const platform = shops.getOpened(store) ?? shops.connect(store, await stores.findCredentials(store.id));
    return newContext(store, caller, platform);
  };
  const createJobContext = async (store: Store, caller: Caller): Promise<JobContext> => ({
    ...(await createStoreContext(store, caller)),
    ...{ shopOrderDays, productEmbeddings, embedder: search.embedder, ...domainChecks, log: log.info },
    webhookSecret: () => stores.findWebhookSecret(store.id),
  });
  const openForJob: OpenStoreForJob = async (storeId, caller) => {
    const store = await stores.findById(storeId);
    return store && store.disconnectedAt === null ? createJobContext(store, caller) : undefined;
  };
  const leaving: Leaving = {
    ...{ ...repositories, ...search, now },
    async open(storeId, requestId) {
      const store = await stores.findEvenDeleted(storeId);
      if (!store) throw new CommerceError('invalid_input', 'The store is gone.');
      return createJobContext(store, { requestId, fresh: true });
    },
  };
  // The rate limiter counts slugs together that no request has found.
  const isStore = (slug: string) => knownSlugs.has(slug);
  return { createStoreContext, openStore, isStore, openForJob, leaving };
}

/** Has a shop checked when an agent's call fails there: at most once a minute for each store and process. */
function createOutageWatch(parts: WithOutboundClients) {
  const job = { kind: CHECK_SHOP, subject: 'failed call' };
  const suspect = createOnceAMinute(parts, job, 'A check of a shop could not be enqueued');
  return (platform: StorePlatform, storeId: string): StorePlatform =>
    wrapPlatform(platform, (_name, call) => {
      const answer = call();
      answer.catch((error: unknown) => {
        if (isShopFailure(error)) suspect(storeId);
      });
      return answer;
    });
}

/** Creates the operations' context per store and caller. */
function createContexts({ config, overrides, infrastructure, search, baseUrl }: StoreOpening) {
  const { repositories, counters, now, newId } = infrastructure;
  const { stores, sessions, carts, cartOrders, orders, idempotencyRecords } = repositories;
  const { jobs, products, productRevisions } = repositories;
  const { searchIndexes, findNear } = search;
  const everywhere = {
    ...{ stores, sessions, carts, cartOrders, orders, idempotencyRecords, jobs, products, productRevisions },
    ...{ searchIndexes, findNear, indexTimeoutMs: overrides.indexTimeoutMs ?? INDEX_TIMEOUT_MS },
    feedParts: createFeedParts(),
    itemCache: createItemCache(),
    confirmProducts: createProductConfirmation(repositories),
    descriptionChecks: new LRUCache<string, Promise<void>>({
      ...limitEntries(DESCRIPTION_CHECKS),
      ttl: DESCRIPTION_CHECK_INTERVAL_MS,
    }),
    orderChecks: new LRUCache<string, OrderCheck>(limitEntries(ORDER_CHECKS)),
    countCalls: countCalls(counters),
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
