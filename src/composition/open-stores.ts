import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { CommerceError } from '../commerce/errors.ts';
import { isSlug, type Store } from '../commerce/store.ts';
import type { Config } from '../config.ts';
import type { OpenStore } from '../http/caller.ts';
import { itemCache } from '../operations/item-cache.ts';
import type { StoreContext } from '../operations/store-context.ts';
import type { Connections } from '../store-platforms/connections.ts';
import type { WebhookRequest } from '../store-platforms/platform-kind.ts';
import type { Caller } from '../store-platforms/store-platform.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import type { Leaving } from '../jobs/leave-shop.ts';
import type { OpenStoreForJob } from '../jobs/job-kinds.ts';
import type { JobContext } from '../jobs/job-context.ts';

export interface StoreContextParts
  extends Pick<JobContext, 'notifyAgentPlatform' | 'checkCustomDomain' | 'log'> {
  config: Config;
  repositories: Repositories;
  shops: Connections;
  now: () => number;
  newId: () => string;
  /** Known for certain once the service listens. */
  baseUrl: () => string;
}

/** A change asks the platform four times at most: to know the items, for the cart, and both again. */
const MAX_CALLS = 4;

/** How often a currency that is not the store's own has the shop described anew, in each process. */
const DESCRIPTION_CHECK_INTERVAL_MS = 60_000;
const DESCRIPTION_CHECKS = 10_000;

/** How a store is opened: for an agent, for work in the background, and for what is left to do when it is gone. */
export function storeOpeners(parts: StoreContextParts) {
  const { config, repositories, notifyAgentPlatform, checkCustomDomain, log, now } = parts;
  const { stores } = repositories;
  const contextOf = contexts(parts);

  const openStore: OpenStore = async (slug, caller) => {
    applyDeadline(caller, config);
    const store = isSlug(slug) ? await stores.find(slug) : undefined;
    return store && store.disconnectedAt === null ? contextOf(store, caller) : undefined;
  };
  const jobContextOf = async (store: Store, caller: Caller): Promise<JobContext> => ({
    ...(await contextOf(store, caller)),
    webhookSecret: () => stores.webhookSecretOf(store.id),
    outbox: repositories.orderEventOutbox,
    outages: repositories.outages,
    notifyAgentPlatform,
    checkCustomDomain,
    log,
  });
  const openForJob: OpenStoreForJob = async (storeId, caller) => {
    const store = await stores.findById(storeId);
    return store && store.disconnectedAt === null ? jobContextOf(store, caller) : undefined;
  };
  const leaving: Leaving = {
    ...repositories,
    now,
    async open(storeId, requestId) {
      const store = await stores.findEvenDeleted(storeId);
      if (!store) throw new CommerceError('invalid_input', 'The store is gone.');
      return jobContextOf(store, { requestId, fresh: true });
    },
  };
  return { contextOf, openStore, openForJob, leaving };
}

/** What operations work with, for each store and caller anew. */
function contexts({ config, repositories, shops, now, newId, baseUrl }: StoreContextParts) {
  const { stores, sessions, carts, orders, answers, jobs, products } = repositories;
  const everywhere = {
    sessions,
    carts,
    orders,
    answers,
    jobs,
    products,
    itemCache: itemCache(),
    stores,
    descriptionChecks: new LRUCache<string, Promise<void>>({
      max: DESCRIPTION_CHECKS,
      ttl: DESCRIPTION_CHECK_INTERVAL_MS,
    }),
    orderChecks: new Map<string, Promise<void>>(),
    now,
    newId,
  };
  return async (store: Store, caller: Caller): Promise<StoreContext> => ({
    ...everywhere,
    store,
    platform: await shops.of(store, () => stores.credentialsOf(store.id)),
    baseUrl: baseUrl(),
    storeUrl: `${baseUrl()}/api/ucp/${store.slug}`,
    leaseMs: MAX_CALLS * config.platformTimeoutMs + 2_000,
    wait: sleep,
    caller,
  });
}

/** As long as the most calls take that one request makes; an agent may wait for less. */
function applyDeadline(caller: Caller, { platformTimeoutMs }: Config): void {
  const last = performance.now() + MAX_CALLS * platformTimeoutMs;
  caller.deadline = Math.min(caller.deadline ?? last, last);
}

/** Each store's webhooks are checked with its own secrets. */
export function webhookReader({ stores }: Repositories, shops: Connections) {
  return async (store: Store, request: WebhookRequest) =>
    shops.readWebhook(store.platform, request, {
      credentials: await stores.credentialsOf(store.id),
      secret: await stores.webhookSecretOf(store.id),
    });
}
