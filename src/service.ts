import { randomUUID } from 'node:crypto';
import { signIns } from './accounts/sign-ins.ts';
import { withPlatforms } from './agents/with-platforms.ts';
import { ratePolicies } from './commerce/rate-limits.ts';
import { inOrderOfTime } from './commerce/uuid.ts';
import { ownHosts } from './composition/own-hosts.ts';
import { storeContexts, webhookReader } from './composition/store-contexts.ts';
import type { Config } from './config.ts';
import { CONSOLE_DIST } from './console-folders.ts';
import { connectorEndpoints } from './dialects/connector/index.ts';
import { examples } from './dialects/contract/examples.ts';
import { contract } from './dialects/contract/index.ts';
import { merchantExamples } from './dialects/merchant/examples/index.ts';
import { merchantDialect } from './dialects/merchant/index.ts';
import { describeApi } from './dialects/openapi/describe-api.ts';
import { officialUcp } from './dialects/ucp/index.ts';
import { consoleShelf } from './http/console-files.ts';
import { type Patience, patienceFor } from './http/patience.ts';
import { createServer } from './http/server.ts';
import { storeHosts } from './http/store-hosts.ts';
import {
  type Connecting,
  connectOrReconnectStore,
  connectStore,
  type StoreToConnect,
} from './merchants/connect-store.ts';
import { lookAtDomain } from './merchants/discovery/look-at-domain.ts';
import { identify } from './merchants/sign-in.ts';
import type { MerchantDesk } from './merchants/visit.ts';
import { startWatching } from './observability/watching.ts';
import { connections, type PlatformRegistry } from './platforms/connections.ts';
import { guardedFetch } from './platforms/guarded-fetch/guarded-fetch.ts';
import { probing } from './platforms/guarded-fetch/probe.ts';
import { platforms } from './platforms/index.ts';
import { nameServers } from './platforms/name-servers.ts';
import { troubleNow } from './storage/answers-now.ts';
import { openDatabase, poolUse } from './storage/database.ts';
import { dueTasks } from './storage/due-tasks.ts';
import { sealingOf } from './storage/kept-keys.ts';
import { repositories } from './storage/repositories.ts';
import { keptSecretKey, secretFor } from './storage/sealing.ts';
import { sharedClock } from './storage/shared-clock.ts';
import { background } from './upkeep/background.ts';
import { rateCounters } from './upkeep/rate-counters.ts';
import { rateLimiter } from './upkeep/rate-limiter.ts';
import { receiveWebhook } from './upkeep/receive-webhook.ts';
import { recordCalls } from './upkeep/record-calls.ts';
import { REGULAR_TASKS, taskKinds } from './upkeep/task-kinds.ts';
import { VERSION } from './version.ts';

/** What comes in from outside; tests and the benchmark bring their own. */
export interface Outside {
  fetch?: typeof fetch;
  /** In the place of the clock that all processes share. */
  now?: () => number;
  newId?: () => string;
  platforms?: PlatformRegistry;
  openDatabase?: typeof openDatabase;
  patience?: Partial<Patience>;
  /** Told of every call to a platform, by operation. */
  onUpstreamCall?: (operation: string) => void;
}

/** Who asks whether the service is ready asks again soon, and takes no answer for a no. */
const READY_WITHIN_MS = 2_000;

export type Service = Awaited<ReturnType<typeof createService>>;

/** The composition root: the one place that knows every folder. */
export async function createService(config: Config, outside: Outside = {}) {
  const newId = outside.newId ?? (() => inOrderOfTime(randomUUID(), now()));
  const log = {
    info: (details: object, message: string) => server.log.info(details, message),
    warn: (details: object, message: string) => server.log.warn(details, message),
  };
  const watching = await startWatching({
    collector: config.collector && { ...config.collector, version: VERSION },
    log,
  });
  const { metrics } = watching;
  const open = outside.openDatabase ?? openDatabase;
  const database = await open(config.databaseUrl, metrics.databaseFailed);
  const secretKey = config.secretKey ?? keptSecretKey(config.databaseUrl);
  const previous = config.previousSecretKey;
  const sealing = await sealingOf(database, secretKey, { previous }).catch(async (error) => {
    await database.destroy();
    throw error;
  });
  const clock = await sharedClock(database, { wall: Date.now });
  const now = outside.now ?? clock.now;
  const remembered = watching.remembered(repositories(database, sealing));
  const { stores, tasks, products } = remembered;
  const outgoing = guardedFetch({ allowPrivate: config.allowPrivateAddresses });
  const shops = connections(outside.platforms ?? platforms, {
    fetch: outside.fetch ?? outgoing,
    timeoutMs: config.platformTimeoutMs,
    aroundCalls: watching.aroundCalls,
    ...(outside.onUpstreamCall ? { onCall: outside.onUpstreamCall } : {}),
  });
  const names = nameServers(config.dnsServers);
  const { allowPrivateAddresses: allowPrivate } = config;
  const probe = probing(guardedFetch({ allowPrivate, resolve: names.addresses }));
  const hosts = ownHosts({
    remembered,
    probe,
    hostDomain: config.hostDomain,
    baseUrl: () => baseUrl,
    now,
  });
  const { trust, tellPlatform } = withPlatforms({
    outgoing,
    signingKeys: remembered.signingKeys,
    platformsFile: config.ucpPlatforms,
    allowLoopback: config.allowPrivateAddresses,
    profileOf: hosts.profileOf,
    now,
  });
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`;

  const { contextOf, openStore, openForUpkeep, leaving } = storeContexts({
    config,
    remembered,
    shops,
    tellPlatform,
    async lookAtDomain(store, id) {
      const claim = await remembered.storeDomains.findById(id);
      if (claim?.storeId !== store.id) return undefined;
      return (await lookAtDomain({ ...remembered, names, ownHosts: hosts, now }, store, claim))?.domain;
    },
    log: log.info,
    now,
    newId,
    baseUrl: () => baseUrl,
  });

  metrics.readFrom({
    circuits: shops.circuits,
    pool: () => poolUse(database),
    dueTasks: () => dueTasks(database, now()),
  });
  const counters = rateCounters({
    ...remembered,
    now,
    log,
  });
  const admit = rateLimiter({ counters, policies: ratePolicies(config.rateLimit), now });
  const shelf = consoleShelf(CONSOLE_DIST);
  const server = createServer({
    console: shelf,
    openStore,
    admit: config.rateLimit > 0 ? admit : undefined,
    recordCall: (call) => recorder.record(call),
    receiveWebhook: (slug, request) => metrics.webhookDone(() => receiveWebhook(receiving, slug, request)),
    dialects: [watching.dialect(contract), watching.dialect(officialUcp(trust))],
    merchants: { endpoints: merchantDialect.endpoints, desk: () => desk, identify },
    connector: { endpoints: connectorEndpoints, zip: connectorZip },
    describeApi: () =>
      describeApi(
        {
          dialect: contract,
          examples,
          merchantEndpoints: merchantDialect.endpoints,
          merchantExamples,
          version: VERSION,
        },
        baseUrl,
      ),
    watch: { answered: metrics.requestAnswered, tracing: watching.tracing },
    health: {
      isStopping: () => stopping,
      databaseTrouble: () => troubleNow(database, READY_WITHIN_MS),
      metrics: config.metrics ? { ...metrics, token: config.metricsToken } : undefined,
    },
    logLevel: config.logLevel,
    storeHosts: storeHosts({
      domain: config.hostDomain,
      baseUrl: () => baseUrl,
      slugOfDomain: remembered.storeDomains.slugOf,
    }),
    isServed: async (name) => (await remembered.storeDomains.slugNow(name)) !== undefined,
    isHttps: () => baseUrl.startsWith('https:'),
    proxies: config.trustProxy,
    patience: { ...patienceFor(config.rateLimit), ...outside.patience },
  });
  clock.watch((aheadMs) => log.warn({ aheadMs }, 'This machine’s clock is wrong, the database’s is used'));
  let stopping = false;
  const kinds = taskKinds(openForUpkeep, leaving);
  const { retentionDays } = config;
  const { requestLogDays } = config;
  const recorder = recordCalls({
    ...remembered,
    requestLogDays,
    newId,
    onDrop: metrics.callDropped,
    log: server.log,
  });
  const work = background({
    remembered,
    kinds,
    pairing: shops.pairing,
    retentionDays,
    requestLogDays,
    now,
    newId,
    aroundTasks: watching.aroundTasks,
    log: server.log,
  });
  const receiving = { ...remembered, read: webhookReader(remembered, shops), wake: work.wake, now };
  const connecting: Connecting = { stores, tasks, open: shops.open, firstTasks: REGULAR_TASKS, now, newId };
  const desk: MerchantDesk = {
    ...remembered,
    signIns: signIns({
      database,
      secret: secretFor('sessions', secretKey),
      baseUrl: () => baseUrl,
      newId,
    }),
    signUp: config.signUp,
    about: { version: VERSION, sandbox: config.sandbox },
    connecting,
    pairing: shops.pairing,
    openStore: contextOf,
    probe,
    names,
    ownHosts: hosts,
    flushCalls: recorder.flush,
    wake: work.wake,
    sayFarewell: work.upkeep.sayFarewell,
    baseUrl: () => baseUrl,
    now,
    newId,
  };

  return {
    server,
    console: shelf,
    stores,
    tasks,
    products,
    signingKeys: remembered.signingKeys,
    /** What merchants' functions work with, for commands that have their powers. */
    desk,
    upkeep: work.upkeep,
    /** For a command that waits for some kind of work: does it here, and nothing else. */
    runnerOf: work.runnerOf,
    connectStore: (wanted: StoreToConnect) => connectStore(connecting, wanted),
    connectOrReconnectStore: (wanted: StoreToConnect & { slug: string }) =>
      connectOrReconnectStore(connecting, wanted),

    /** Returns the address on which links are built. Background work begins here, unless it is done by hand. */
    async listen({ upkeep = true } = {}): Promise<string> {
      const address = await server.listen({ host: config.host, port: config.port });
      baseUrl = config.baseUrl ?? address;
      if (upkeep) work.upkeep.start();
      return baseUrl;
    },

    /** Says to balancers that it wants no more, and goes on serving what comes until it is closed. */
    announceStop(): void {
      stopping = true;
    },

    async close(): Promise<void> {
      stopping = true;
      await server.close();
      await work.upkeep.stop();
      await recorder.close();
      await counters.close();
      await watching.close();
      clock.stop();
      await database.destroy();
    },
  };
}

/** Loaded only when it is asked for. */
async function connectorZip(): Promise<Uint8Array> {
  const { pluginZip } = await import('../connectors/plugin-zip.ts');
  return pluginZip();
}
