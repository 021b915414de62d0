import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommerceError } from './commerce/errors.ts';
import { isSlug, type Store } from './commerce/store.ts';
import type { Config } from './config.ts';
import { contract } from './dialects/contract/index.ts';
import type { OpenStore } from './http/caller.ts';
import { createServer } from './http/server.ts';
import {
  type Connecting,
  connectOrReconnectStore,
  connectStore,
  type StoreToConnect,
} from './merchants/connect-store.ts';
import { knownItems } from './operations/known-items.ts';
import type { StoreContext } from './operations/store-context.ts';
import { connections, type PlatformRegistry } from './platforms/connections.ts';
import { platforms } from './platforms/index.ts';
import type { WebhookRequest } from './platforms/platform-kind.ts';
import type { Caller } from './platforms/store-platform.ts';
import { carts } from './storage/carts.ts';
import { checkoutSessions } from './storage/checkout-sessions.ts';
import { openDatabase } from './storage/database.ts';
import { orders } from './storage/orders.ts';
import { products } from './storage/products.ts';
import { retention } from './storage/retention.ts';
import { createSealing, keptSecretKey } from './storage/sealing.ts';
import { stores } from './storage/stores.ts';
import { type Task, tasks } from './storage/tasks.ts';
import { webhookDeliveries } from './storage/webhook-deliveries.ts';
import { housekeeping } from './upkeep/housekeeping.ts';
import { receiveWebhook } from './upkeep/receive-webhook.ts';
import { runTasks } from './upkeep/run-tasks.ts';
import { type OpenStoreForUpkeep, taskKinds } from './upkeep/task-kinds.ts';
import { upkeep } from './upkeep/upkeep.ts';

/** What comes in from outside; tests and the benchmark bring their own. */
export interface Outside {
  fetch?: typeof fetch;
  now?: () => number;
  newId?: () => string;
  platforms?: PlatformRegistry;
  /** Told of every call to a platform, by operation. */
  onUpstreamCall?: (operation: string) => void;
}

export type Service = Awaited<ReturnType<typeof createService>>;

/** The composition root: the one place that knows every folder. */
export async function createService(config: Config, outside: Outside = {}) {
  const now = outside.now ?? Date.now;
  const newId = outside.newId ?? randomUUID;
  const database = await openDatabase(config.databaseUrl);
  const sealing = createSealing(config.secretKey ?? keptSecretKey(config.databaseUrl));
  const storeTable = stores(database, sealing);
  const sessions = checkoutSessions(database, sealing);
  const cartTable = carts(database, sealing);
  const orderTable = orders(database, sealing);
  const taskTable = tasks(database);
  const productTable = products(database);
  const known = knownItems();
  const shops = connections(outside.platforms ?? platforms, {
    fetch: outside.fetch ?? fetch,
    timeoutMs: config.platformTimeoutMs,
    ...(outside.onUpstreamCall ? { onCall: outside.onUpstreamCall } : {}),
  });
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`;

  const contextOf = async (store: Store, caller: Caller): Promise<StoreContext> => ({
    store,
    platform: await shops.of(store, () => storeTable.credentialsOf(store.id)),
    sessions,
    carts: cartTable,
    orders: orderTable,
    tasks: taskTable,
    products: productTable,
    knownItems: known,
    baseUrl,
    storeUrl: `${baseUrl}/api/ucp/${store.slug}`,
    // A change asks the platform four times at most: to know the items, for the cart, and both again.
    leaseMs: 4 * config.platformTimeoutMs + 2_000,
    now,
    newId,
    wait: sleep,
    caller,
  });
  const openStore: OpenStore = async (slug, caller) => {
    const store = isSlug(slug) ? await storeTable.find(slug) : undefined;
    return store && contextOf(store, caller);
  };
  const openForUpkeep: OpenStoreForUpkeep = async (storeId, caller) => {
    const store = await storeTable.findById(storeId);
    if (!store) return undefined;
    return {
      ...(await contextOf(store, caller)),
      webhookSecret: () => storeTable.webhookSecretOf(storeId),
      log: (details, message) => server.log.info(details, message),
    };
  };

  const kinds = taskKinds(openForUpkeep);
  const runnerOf = (names: readonly string[]) =>
    runTasks({
      tasks: taskTable,
      kinds: Object.fromEntries(Object.entries(kinds).filter(([name]) => names.includes(name))),
      now,
      newId,
      onError: (task, error) => server.log.warn(failureOf(task, error), 'A task failed'),
      onFailedLook: (error) => server.log.error(error, 'The tasks cannot be read'),
    });
  const runner = runnerOf(Object.keys(kinds));
  const { retentionDays } = config;
  const background = upkeep({
    runner,
    sweep: housekeeping({
      sessions,
      carts: cartTable,
      tasks: taskTable,
      retention: retention(database),
      retentionDays,
      now,
    }),
    onFailedSweep: (error) => server.log.error(error, 'Sweep failed'),
  });
  const receiving = {
    stores: storeTable,
    deliveries: webhookDeliveries(database),
    read: async (store: Store, request: WebhookRequest) =>
      shops.readWebhook(store.platform, request, {
        credentials: await storeTable.credentialsOf(store.id),
        secret: await storeTable.webhookSecretOf(store.id),
      }),
    wake: runner.wake,
    now,
  };

  const connecting: Connecting = { stores: storeTable, tasks: taskTable, open: shops.open, now, newId };
  const server = createServer({
    openStore,
    receiveWebhook: (slug, request) => receiveWebhook(receiving, slug, request),
    dialect: contract,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
  });
  return {
    server,
    stores: storeTable,
    tasks: taskTable,
    products: productTable,
    upkeep: background,
    /** For a command that waits for some kind of work: does it here, and nothing else. */
    runnerOf,
    connectStore: (wanted: StoreToConnect) => connectStore(connecting, wanted),
    connectOrReconnectStore: (wanted: StoreToConnect & { slug: string }) =>
      connectOrReconnectStore(connecting, wanted),

    /** Returns the address on which links are built. Background work begins here, unless it is done by hand. */
    async listen({ upkeep = true } = {}): Promise<string> {
      const address = await server.listen({ host: config.host, port: config.port });
      baseUrl = config.baseUrl ?? address;
      if (upkeep) background.start();
      return baseUrl;
    },

    async close(): Promise<void> {
      await server.close();
      await background.stop();
      await database.destroy();
    },
  };
}

/** An error of the domain is a sentence for people; only of an unexpected one more is worth knowing. */
function failureOf({ storeId, kind, subject, attempts }: Task, error: unknown): object {
  const told = error instanceof CommerceError ? { reason: error.message } : { err: error };
  return { storeId, kind, subject, attempts, ...told };
}
