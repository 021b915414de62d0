import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, createCallLog } from '../commerce/call/caller.ts';
import { CommerceError, isShopFailure } from '../commerce/errors.ts';
import { CHECK_SHOP } from '../commerce/job/job-names.ts';
import type { Store } from '../commerce/store/store.ts';
import type { OpenStore } from '../http/requests/caller.ts';
import type { JobContext } from '../jobs/job-kind.ts';
import type { OpenStoreForJob } from '../jobs/job-kinds.ts';
import type { Leaving } from '../jobs/leave-shop.ts';
import { countCalls } from '../limits/rate-counters.ts';
import { createFeedParts } from '../operations/call/feed-parts.ts';
import { createItemCache } from '../operations/call/shown-products.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import { wrapPlatform } from '../store-platforms/around-platform.ts';
import type { StorePlatform } from '../store-platforms/store-platform.ts';
import type { WithOutboundClients } from './outbound-clients.ts';
import { createOnceAMinute } from './run-once-per.ts';

interface StoreOpening extends WithOutboundClients, Pick<StoreContext, 'runOncePer'> {
  search: Pick<JobContext, 'searchIndexes' | 'findNear' | 'embedder'>;
  domainChecks: Pick<JobContext, 'checkCustomDomain' | 'checkShopDomain'>;
}

/** Maximum calls of one change to the store platform: items and cart, each retried once. */
const MAX_CALLS = 4;

/** A small store's index takes less. */
const INDEX_TIMEOUT_MS = 300;

/** Creates the openers of stores for agents, for jobs, and for the jobs that remain after a store is disconnected or deleted. */
export function createStoreOpeners(parts: StoreOpening) {
  const { config, infrastructure, search, domainChecks, log } = parts;
  const { shops } = parts.outbound;
  const { repositories, now } = infrastructure;
  const { stores, shopOrderDays, productEmbeddings } = repositories;
  const watchPlatform = createOutageWatch(parts);
  const newContext = createContexts(parts);

  const openStore: OpenStore = async (slug, caller) => {
    // The time that the maximum calls of one request take.
    const last = performance.now() + MAX_CALLS * config.platformTimeoutMs;
    const limited = { ...caller, deadline: Math.min(caller.deadline ?? last, last) };
    const connectable = await stores.findConnectable(slug);
    if (!connectable || connectable.store.disconnectedAt !== null) return undefined;
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
  // The rate limiter counts slugs together that no request has found: a query before admission would cost what it saves.
  const isStore = (slug: string) => stores.peekConnectable(slug)?.store.disconnectedAt === null;
  return { createStoreContext, openStore, isStore, openForJob, leaving };
}

/** Has a shop checked when an agent's call fails there: at most once a minute for each store and process. */
function createOutageWatch(parts: StoreOpening) {
  const job = { kind: CHECK_SHOP, subject: 'failed call' };
  const suspect = createOnceAMinute(parts, parts.runOncePer, job, 'A check of a shop could not be enqueued');
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
function createContexts({ config, overrides, infrastructure, search, runOncePer, baseUrl }: StoreOpening) {
  const { repositories, counters, now, newId } = infrastructure;
  const { stores, sessions, carts, cartOrders, orders, idempotencyRecords } = repositories;
  const { jobs, products, productRevisions } = repositories;
  const { searchIndexes, findNear } = search;
  const everywhere = {
    ...{ stores, sessions, carts, cartOrders, orders, idempotencyRecords, jobs, products, productRevisions },
    ...{ searchIndexes, findNear, indexTimeoutMs: overrides.indexTimeoutMs ?? INDEX_TIMEOUT_MS },
    feedParts: createFeedParts(),
    itemCache: createItemCache(),
    countCalls: countCalls(counters),
    ...{ runOncePer, now, newId },
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
