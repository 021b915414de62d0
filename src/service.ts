import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSlug } from './commerce/store.ts';
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
import { connections, type PlatformRegistry } from './platforms/connections.ts';
import { platforms } from './platforms/index.ts';
import { checkoutSessions } from './storage/checkout-sessions.ts';
import { openDatabase } from './storage/database.ts';
import { createSealing, keptSecretKey } from './storage/sealing.ts';
import { stores } from './storage/stores.ts';

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

const SWEEP_EVERY_MS = 60_000;

/** The composition root: the one place that knows every folder. */
export async function createService(config: Config, outside: Outside = {}) {
  const now = outside.now ?? Date.now;
  const newId = outside.newId ?? randomUUID;
  const database = await openDatabase(config.databaseUrl);
  const sealing = createSealing(config.secretKey ?? keptSecretKey(config.databaseUrl));
  const storeTable = stores(database, sealing);
  const sessions = checkoutSessions(database, sealing);
  const known = knownItems();
  const shops = connections(outside.platforms ?? platforms, {
    fetch: outside.fetch ?? fetch,
    timeoutMs: config.platformTimeoutMs,
    ...(outside.onUpstreamCall ? { onCall: outside.onUpstreamCall } : {}),
  });
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`;

  const openStore: OpenStore = async (slug, caller) => {
    const store = isSlug(slug) ? await storeTable.find(slug) : undefined;
    if (!store) return undefined;
    return {
      store,
      platform: await shops.of(store, () => storeTable.credentialsOf(store.id)),
      sessions,
      knownItems: known,
      baseUrl,
      storeUrl: `${baseUrl}/api/ucp/${slug}`,
      // A change asks the platform four times at most: to know the items, for the cart, and both again.
      leaseMs: 4 * config.platformTimeoutMs + 2_000,
      now,
      newId,
      wait: sleep,
      caller,
    };
  };

  const connecting: Connecting = { stores: storeTable, open: shops.open, now, newId };
  const server = createServer({
    openStore,
    dialect: contract,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
  });
  const sweep = setInterval(() => {
    sessions
      .failExpired(new Date(now()).toISOString())
      .catch((error) => server.log.error(error, 'Sweep failed'));
  }, SWEEP_EVERY_MS).unref();

  return {
    server,
    stores: storeTable,
    connectStore: (wanted: StoreToConnect) => connectStore(connecting, wanted),
    connectOrReconnectStore: (wanted: StoreToConnect & { slug: string }) =>
      connectOrReconnectStore(connecting, wanted),

    /** Returns the address on which links are built. */
    async listen(): Promise<string> {
      const address = await server.listen({ host: config.host, port: config.port });
      baseUrl = config.baseUrl ?? address;
      return baseUrl;
    },

    async close(): Promise<void> {
      clearInterval(sweep);
      await server.close();
      await database.destroy();
    },
  };
}
