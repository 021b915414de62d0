import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import type { DemoStore } from '../../simulated-shops/demo-stores.ts';
import { CONSOLE_DIST } from '../built-files.ts';
import { createService, type Service } from '../service.ts';
import type { Config } from '../settings/config.ts';
import { UsageError } from './errors.ts';
import { listenFailure } from './listen-failure.ts';
import type { RunningService } from './running-service.ts';
import { recordAddress, sandboxFolder } from './sandbox-folder.ts';
import { STOP_TIMEOUT_MS, stopOnSignals } from './stopping.ts';
import { outliveOutput, say } from './terminal.ts';
import { startLine, welcome } from './welcome.ts';
import { runWorker } from './worker.ts';
import { startWorkers } from './workers.ts';

/** Runs the service, or one of its workers, until a signal. */
export async function serve(config: Config, workers: number): Promise<void> {
  outliveOutput();
  if (cluster.isWorker) return runWorker(config);
  const { drainMs } = config;
  const running = await (workers === 1 ? start(config) : startShared(config, workers));
  stopOnSignals(running.close, {
    signals: ['SIGINT', 'SIGTERM'],
    secondSignal: 'exits',
    log: running.service.log,
    // Each worker drains within its own limit; the shops and the database are closed after them.
    ...(workers === 1
      ? { drain: { announce: running.service.announceStop, forMs: drainMs } }
      : { withinMs: drainMs + STOP_TIMEOUT_MS + 3_000 }),
  });
  await announce(running);
  if (!existsSync(CONSOLE_DIST))
    running.service.log.warn({}, 'The console is not built, agents are served. Run: npm run build');
}

/** Greets a person at a terminal. Any other output gets one line of JSON, whatever the level, from which scripts read the address. */
async function announce(running: RunningService): Promise<void> {
  if (process.stdout.isTTY) return say(await welcome(running));
  const { msg, ...details } = startLine(running);
  running.service.logAlways(details, msg);
}

/** Starts the service and, with the sandbox on, the simulated shops and their two stores. */
export async function start(config: Config): Promise<RunningService> {
  const service = await createService(config);
  const { close } = service;
  const baseUrl = await orClose(service.listen(), close).catch((error) => {
    throw listenFailure(error, config);
  });
  return orClose(withSandbox(config, { service, baseUrl, close }), close);
}

/** Starts workers that serve, while this process supervises them and runs the simulated shops. */
async function startShared(config: Config, count: number): Promise<RunningService> {
  refuseMemoryDatabase(config);
  // Migrates the database once, before any worker opens it.
  const service = await createService(config);
  const workerPool = await orClose(startWorkers(config, count, service.log), service.close);
  const close = async () => {
    await workerPool.stop();
    await service.close();
  };
  const serving = { service, baseUrl: workerPool.baseUrl, close };
  return orClose(withSandbox(workerPool.config, serving), close);
}

/** Closes what is open already when the next part cannot be started. */
function orClose<Started>(starting: Promise<Started>, close: () => Promise<void>): Promise<Started> {
  return starting.catch(async (error) => {
    await close();
    throw error;
  });
}

function refuseMemoryDatabase({ databaseUrl }: Config): void {
  if (databaseUrl !== 'sqlite::memory:') return;
  throw new UsageError(
    'Several processes cannot share a database in memory. Set DATABASE_URL to a file or PostgreSQL: sqlite:./data/ucp-host.db',
  );
}

async function withSandbox(
  config: Config,
  serving: Pick<RunningService, 'service' | 'baseUrl' | 'close'>,
): Promise<RunningService> {
  const { service, baseUrl } = serving;
  for (const warning of config.warnings) service.log.warn({}, warning);
  if (!config.sandbox) return { ...serving, demoStores: [], unpaired: undefined };
  const forgetAddress = recordAddress(config, baseUrl);
  // Loaded on demand: production has no simulated shops.
  const { startDemoStores, startUnpairedSite } = await import('../../simulated-shops/demo-stores.ts');
  const { port, sandboxCurrency: currency, sandboxCatalog: catalogFile } = config;
  const firstPort = port === 0 ? 0 : port + 1;
  const goods = { currency, stateFolder: sandboxFolder(config) };
  const unpaired = await startUnpairedSite(firstPort, { ...goods, serviceUrl: baseUrl });
  const demoGoods = { ...goods, catalogFile, pairAt: unpaired.settingsPage };
  const starting = startDemoStores(firstPort, demoGoods).catch(refusedCatalog);
  const demoStores = await orClose(starting, unpaired.shop.close);
  for (const { slug, platform, shop } of demoStores) {
    await service.connectOrReconnectStore({ slug, platform, credentials: shop.credentials, sandbox: true });
  }
  warnOfMoved(config, service, [...demoStores.map(({ shop }) => shop), unpaired.shop]);
  return {
    ...serving,
    demoStores,
    unpaired,
    async close() {
      // The shops close last, because open requests need them.
      await serving.close();
      for (const { shop } of demoStores) await shop.close();
      await unpaired.shop.close();
      forgetAddress();
    },
  };
}

function refusedCatalog(error: unknown): never {
  if (!(error instanceof Error && error.name === 'CatalogFileError')) throw error;
  throw new UsageError(`SANDBOX_CATALOG: ${error.message}`);
}

/** The simulated shops have the ports after the service's, or any where one is taken. */
function warnOfMoved({ port }: Config, { log }: Service, shops: readonly DemoStore['shop'][]): void {
  if (port === 0) return;
  for (const [index, { url, control }] of shops.entries()) {
    const usualPort = port + 1 + index;
    if (new URL(url).port !== String(usualPort))
      log.warn({}, `Port ${usualPort} is taken: the simulated shop ${control.settings.name} is at ${url}.`);
  }
}
