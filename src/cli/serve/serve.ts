import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import type { DemoStore } from '../../../simulated-shops/demo-stores.ts';
import { CONSOLE_DIST } from '../../built-files.ts';
import { createService, type Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { outliveOutput, say, UsageError } from '../shell/terminal.ts';
import { pickFreePort, toListenFailure } from './listening.ts';
import {
  findServiceWithShops,
  getSandboxFolder,
  isRunningOnPort,
  readRecordedAddress,
  recordAddress,
} from './sandbox-folder.ts';
import { STOP_TIMEOUT_MS, stopOnSignals } from './stopping.ts';
import { type RunningService, renderWelcome, startLine } from './welcome.ts';
import { runWorker, startWorkers } from './workers.ts';

/** Runs the service, or one of its workers, until a signal. */
export async function serve(config: Config, workers: number): Promise<void> {
  outliveOutput();
  if (cluster.isWorker) return runWorker(config);
  const { drainMs } = config;
  const running = await start(config, workers);
  stopOnSignals(running.close, {
    signals: ['SIGINT', 'SIGTERM'],
    secondSignal: 'exits',
    log: running.service.log,
    // Each worker drains within its own limit; the shops and the database are closed after them.
    ...(workers === 1
      ? { drain: { announce: running.service.announceStop, forMs: drainMs } }
      : { withinMs: drainMs + STOP_TIMEOUT_MS + 3_000 }),
  });
  // Any other output than a terminal gets one line of JSON, whatever the level, from which scripts read the address.
  const { msg, ...details } = startLine(running);
  if (process.stdout.isTTY) say(await renderWelcome(running));
  else running.service.logAlways(details, msg);
  if (!existsSync(CONSOLE_DIST))
    running.service.log.warn({}, 'The console is not built, agents are served. Run: npm run build');
}

/** Starts the service or its workers. Simulated shops come first: the first request finds its shop. */
export async function start(settings: Config, workers = 1): Promise<RunningService> {
  if (workers > 1 && settings.databaseUrl === 'sqlite::memory:')
    throw new UsageError(
      'Several processes cannot share a database in memory. Set DATABASE_URL to a file or PostgreSQL: sqlite:./data/ucp-host.db',
    );
  await using parts = new AsyncDisposableStack();
  // The shops close last, because open requests need them.
  const shops = parts.use(new AsyncDisposableStack());
  // Migrates the database once, before any worker opens it.
  const service = await createService(settings);
  parts.defer(service.close);
  // Refuses a port that is taken before anything is done to the shops and stores of the service that has it.
  const port = await pickFreePort(settings).catch((error) => refuseRunning(settings, error));
  const config = workers === 1 ? settings : { ...settings, port };
  for (const warning of config.warnings) service.log.warn({}, warning);
  let baseUrl = '';
  const withShops = config.sandbox && !(await areShopsServed(config, service));
  const sandbox = withShops
    ? await startShops(shops, config, service, () => baseUrl)
    : { demoStores: [], unpaired: undefined };
  // The primary process of workers does not listen, and is to compile no text either.
  if (workers > 1) await service.server.ready();
  baseUrl = await (workers === 1
    ? service.listen().catch((error) => Promise.reject(toListenFailure(error, config)))
    : startWorkers(parts, config, service.log, workers));
  if (withShops) parts.defer(recordAddress(config, baseUrl));
  const open = parts.move();
  return { service, baseUrl, ...sandbox, close: () => open.disposeAsync() };
}

/** Says which process runs, rather than to choose a port: two processes on one database share its simulated shops. */
async function refuseRunning(config: Config, error: unknown): Promise<never> {
  if (!(await isRunningOnPort(config))) throw error;
  const address = config.baseUrl ?? readRecordedAddress(config);
  throw new UsageError(
    `The service already runs at ${address} with this database. Open ${address}/console, or stop it to start it anew.`,
  );
}

/** True when another process on this database serves the simulated shops; its demo stores stay connected to them. */
async function areShopsServed(config: Config, { stores, log }: Service): Promise<boolean> {
  const address = await findServiceWithShops(config, stores);
  if (address === undefined) return false;
  log.warn(
    {},
    `The simulated shops of this database are served by the service at ${address}. The demo stores answer while it runs; start this one again after it has stopped.`,
  );
  return true;
}

/** Starts the simulated shops, and connects the stores of two of them. `url`: of the service, once it listens. */
async function startShops(shops: AsyncDisposableStack, config: Config, service: Service, url: () => string) {
  // Loaded on demand: production has no simulated shops.
  const { startDemoStores, startUnpairedSite } = await import('../../../simulated-shops/demo-stores.ts');
  const { port, sandboxCatalog: catalogFile } = config;
  const firstPort = port === 0 ? 0 : port + 1;
  const goods = { stateFolder: getSandboxFolder(config) };
  const unpaired = await startUnpairedSite(firstPort, { ...goods, serviceUrl: url });
  shops.defer(unpaired.shop.close);
  const demoGoods = { ...goods, catalogFile, pairAt: unpaired.settingsPage };
  const demoStores = await startDemoStores(firstPort, demoGoods).catch((error: Error) => {
    throw error.name === 'CatalogFileError' ? new UsageError(`SANDBOX_CATALOG: ${error.message}`) : error;
  });
  for (const { shop } of demoStores) shops.defer(shop.close);
  for (const { slug, platform, shop } of demoStores)
    await service.connectOrReconnectStore({ slug, platform, credentials: shop.credentials, sandbox: true });
  warnOfMoved(config, service, [...demoStores.map(({ shop }) => shop), unpaired.shop]);
  return { demoStores, unpaired };
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
