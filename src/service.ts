import { createBackgroundJobs, type WithBackgroundJobs } from './composition/background-jobs.ts';
import { createHttpServer } from './composition/http-server.ts';
import { openInfrastructure } from './composition/infrastructure.ts';
import { createMerchantContext } from './composition/merchant-context.ts';
import { createOutboundClients } from './composition/outbound-clients.ts';
import type { ServiceBase, ServiceOverrides } from './composition/overrides.ts';
import { createStoreContexts } from './composition/store-contexts.ts';
import {
  connectOrReconnectStore,
  connectStore,
  type StoreToConnect,
} from './merchant/stores/connect-store.ts';
import { createLog } from './observability/log.ts';
import type { Config } from './settings/config.ts';
import { countPoolUse } from './storage/engine/database.ts';
import { countDueJobs } from './storage/repositories/jobs/job-queue.ts';

export type Service = Awaited<ReturnType<typeof createService>>;

/** Composition root: with composition/, the only code that knows every folder. */
export async function createService(config: Config, overrides: ServiceOverrides = {}) {
  let address = config.baseUrl ?? `http://${config.host}:${config.port}`;
  let stopping = false;
  const log = createLog(config.logLevel, overrides.logTo);
  const [baseUrl, isStopping] = [() => address, () => stopping];
  const parts = await buildParts({ config, overrides, log, baseUrl, isStopping });
  const { backgroundWork, createRunner } = parts.backgroundJobs;
  const { findClockDoubt, repositories } = parts.infrastructure;
  const { stores, jobs, products, signingKeys } = repositories;
  const context = createMerchantContext(parts);
  const server = createHttpServer(parts, context);

  /**
   * Returns the public URL, and starts background work unless disabled. With `reusePort` the kernel distributes connections
   * among the processes on the port.
   */
  async function listen({ backgroundWork: works = true, reusePort = false } = {}): Promise<string> {
    const listening = await server.listen({ host: config.host, port: config.port, ...{ reusePort } });
    address = config.baseUrl ?? listening;
    // A database that cannot be read now is no doubt about the clock.
    const doubt = await findClockDoubt().catch(() => undefined);
    if (doubt) log.warn({}, `${doubt.title} ${doubt.remedy}`);
    if (works) backgroundWork.start();
    return address;
  }

  /** Makes `/readyz` fail, and keeps serving until closed. */
  function announceStop(): void {
    stopping = true;
  }

  async function close(): Promise<void> {
    announceStop();
    await server.close();
    await closeParts(parts);
  }

  return {
    ...{ server, log, context, listen, announceStop, close, [Symbol.asyncDispose]: close },
    ...{ stores, jobs, products, signingKeys, findClockDoubt, backgroundWork, ...storeConnections(context) },
    /** Writes a line at every level: the start, from which scripts read the address. */
    logAlways: (details: object, message: string) =>
      createLog('info', overrides.logTo).info(details, message),
    /** Runs only the given kinds of jobs, for a command that waits for them. */
    runnerOf: createRunner,
  };
}

function storeConnections({ connecting }: ReturnType<typeof createMerchantContext>) {
  return {
    connectStore: (store: StoreToConnect) => connectStore(connecting, store),
    connectOrReconnectStore: (store: StoreToConnect & { slug: string }) =>
      connectOrReconnectStore(connecting, store),
  };
}

/** Builds the parts of a service, each from those before it. */
async function buildParts(base: ServiceBase): Promise<WithBackgroundJobs> {
  const onDatabase = { ...base, infrastructure: await openInfrastructure(base) };
  const online = { ...onDatabase, outbound: createOutboundClients(onDatabase) };
  const withStores = { ...online, storeContexts: createStoreContexts(online) };
  const { clock, database, watching, now } = onDatabase.infrastructure;
  watching.metrics.readFrom({
    circuits: online.outbound.shops.listCircuits,
    pool: () => countPoolUse(database),
    dueJobs: () => countDueJobs(database, now()),
    searchIndexBytes: withStores.storeContexts.searchIndexes.bytes,
  });
  clock.watch((aheadMs) =>
    base.log.warn({ aheadMs }, 'This machine’s clock is wrong, the database’s is used'),
  );
  return { ...withStores, backgroundJobs: createBackgroundJobs(withStores) };
}

async function closeParts({ backgroundJobs, infrastructure, outbound }: WithBackgroundJobs): Promise<void> {
  await backgroundJobs.backgroundWork.stop();
  await infrastructure.recorder.close();
  await outbound.leaveShops();
  await infrastructure.counters.close();
  await infrastructure.watching.close();
  infrastructure.clock.stop();
  await infrastructure.database.destroy();
}
