import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { CommerceError } from '../commerce/errors.ts';
import type { CountCalls } from '../commerce/rate-limits.ts';
import { isSlug, type Store } from '../commerce/store.ts';
import type { Config } from '../config.ts';
import type { OpenStore } from '../http/caller.ts';
import { itemCache } from '../operations/item-cache.ts';
import type { StoreContext } from '../operations/store-context.ts';
import type { Connections } from '../store-platforms/connections.ts';
import type { WebhookRequest } from '../store-platforms/platform-kind.ts';
import type { Caller, StorePlatform } from '../store-platforms/store-platform.ts';
import type { SearchIndexes } from '../search/search-indexes.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import type { Leaving } from '../jobs/leave-shop.ts';
import type { OpenStoreForJob } from '../jobs/job-kinds.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { suspectedOutages } from './suspected-outages.ts';
import type { ServiceLog } from '../observability/log.ts';

export interface StoreContextParts extends Pick<JobContext, 'checkCustomDomain' | 'checkShopDomain' | 'log'> {
  config: Config;
  repositories: Repositories;
  searchIndexes: SearchIndexes;
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

/** Opens stores for agents, for jobs, and for the jobs that remain after a store is disconnected or deleted. */
export function storeOpeners(parts: StoreContextParts) {
  const { config, repositories, checkCustomDomain, checkShopDomain, log, now } = parts;
  const { stores } = repositories;
  const suspecting = suspectedOutages({ ...repositories, now, log: { error: parts.logError } });
  const { contextOf, contextNow } = contexts(parts, suspecting);

  const openUnknown = async (slug: string, caller: Caller) => {
    const store = isSlug(slug) ? await stores.find(slug) : undefined;
    if (!store || store.disconnectedAt !== null) return undefined;
    const context = await contextOf(store, caller);
    return { ...context, platform: suspecting(context.platform, store.id) };
  };
  const openStore: OpenStore = (slug, caller) => {
    applyDeadline(caller, config);
    const store = stores.known(slug);
    const context = store && store.disconnectedAt === null ? contextNow(store, caller) : undefined;
    return context ?? openUnknown(slug, caller);
  };
  const jobContextOf = async (store: Store, caller: Caller): Promise<JobContext> => ({
    ...(await contextOf(store, caller)),
    shopOrderDays: repositories.shopOrderDays,
    webhookSecret: () => stores.webhookSecretOf(store.id),
    checkCustomDomain,
    checkShopDomain,
    log,
  });
  const openForJob: OpenStoreForJob = async (storeId, caller) => {
    const store = await stores.findById(storeId);
    return store && store.disconnectedAt === null ? jobContextOf(store, caller) : undefined;
  };
  const leaving: Leaving = {
    ...repositories,
    searchIndexes: parts.searchIndexes,
    now,
    async open(storeId, requestId) {
      const store = await stores.findEvenDeleted(storeId);
      if (!store) throw new CommerceError('invalid_input', 'The store is gone.');
      return jobContextOf(store, { requestId, fresh: true });
    },
  };
  return { contextOf, openStore, openForJob, leaving };
}

/** Creates the operations' context per store and caller. */
function contexts(
  {
    config,
    repositories,
    searchIndexes,
    indexTimeoutMs,
    shops,
    countCalls,
    now,
    newId,
    baseUrl,
  }: StoreContextParts,
  suspecting: (platform: StorePlatform, storeId: string) => StorePlatform,
) {
  const { stores, sessions, carts, orders, answers, jobs, products, productRevisions } = repositories;
  const everywhere = {
    sessions,
    carts,
    orders,
    answers,
    jobs,
    products,
    productRevisions,
    searchIndexes,
    indexTimeoutMs,
    itemCache: itemCache(),
    stores,
    descriptionChecks: new LRUCache<string, Promise<void>>({
      max: DESCRIPTION_CHECKS,
      ttl: DESCRIPTION_CHECK_INTERVAL_MS,
    }),
    orderChecks: new Map<string, Promise<void>>(),
    countCalls,
    now,
    newId,
  };
  const withPlatform = (store: Store, platform: StorePlatform, caller: Caller): StoreContext => ({
    ...everywhere,
    store,
    platform,
    baseUrl: baseUrl(),
    storeUrl: `${baseUrl()}/api/ucp/${store.slug}`,
    leaseMs: MAX_CALLS * config.platformTimeoutMs + 2_000,
    wait: sleep,
    caller,
  });
  return {
    contextOf: async (store: Store, caller: Caller) =>
      withPlatform(store, await shops.of(store, () => stores.credentialsOf(store.id)), caller),

    /** For agents; undefined while no connection to the shop is open. */
    contextNow(store: Store, caller: Caller): StoreContext | undefined {
      const platform = shops.opened(store);
      return platform && withPlatform(store, suspecting(platform, store.id), caller);
    },
  };
}

/** Caps the agent's deadline at the time that the maximum calls of one request take. */
function applyDeadline(caller: Caller, { platformTimeoutMs }: Config): void {
  const last = performance.now() + MAX_CALLS * platformTimeoutMs;
  caller.deadline = Math.min(caller.deadline ?? last, last);
}

/** Verifies webhooks with each store's own secrets. */
export function webhookReader({ stores }: Repositories, shops: Connections) {
  return async (store: Store, request: WebhookRequest) =>
    shops.readWebhook(store.platform, request, {
      credentials: await stores.credentialsOf(store.id),
      secret: await stores.webhookSecretOf(store.id),
    });
}
