import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import type { ConsoleAssets } from '../http/console-files.ts';
import { STOP_TIMEOUT_MS } from './stopping.ts';
import { sayError } from './terminal.ts';
import { portTaken, UsageError } from './usage.ts';
import type { FromWorker, ToWorker } from './worker.ts';

export interface Workers {
  baseUrl: string;
  /** As the workers have it: with the port that was taken where any was asked for. */
  config: Config;
  /** What is done to this shelf is done to those of the workers, also of later ones. */
  sharedConsole(assets: ConsoleAssets): ConsoleAssets;
  /** Resolves when all have ended: each answers what it is answering and takes nothing new. */
  stop(): Promise<void>;
}

/** Each cuts itself off a little before. */
const WORKERS_STOP_TIMEOUT_MS = STOP_TIMEOUT_MS + 1_000;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;
/** Who lived for so long did not die of how it was started. */
const LIVED_MS = 60_000;

/**
 * Starts processes that serve on one port, and replaces those that die: at once, or after twice as long each time they die
 * young. Throws when the port is taken or the first ones cannot serve.
 */
export async function startWorkers({
  config: given,
  count,
}: {
  config: Config;
  count: number;
}): Promise<Workers> {
  const config = { ...given, port: await freePort(given) };
  // Round robin serves platforms on which workers cannot share the port by themselves.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const workerPool = createWorkerPool(config);
  try {
    const baseUrl = await workerPool.launch(FIRST_WAIT_MS);
    await Promise.all(Array.from({ length: count - 1 }, () => workerPool.launch(FIRST_WAIT_MS)));
    return {
      baseUrl,
      config,
      sharedConsole: (assets) => shared(assets, workerPool.tellAll),
      stop: workerPool.stop,
    };
  } catch (error) {
    await workerPool.stop();
    throw error;
  }
}

function createWorkerPool({ port, drainMs }: Config) {
  const living = new Set<Worker>();
  let stopping = false;
  let console: ToWorker['console'] | undefined;

  /** Resolves with the address once it serves; rejects when it ends before. */
  async function launch(waitMs: number): Promise<string> {
    const startedAt = performance.now();
    const { worker, serves, ended } = startWorker(port);
    living.add(worker);
    void ended.then(() => living.delete(worker));
    const baseUrl = await serves;
    if (console) worker.send({ console } satisfies ToWorker);
    void ended.then((how) => {
      if (stopping) return;
      sayError(`A worker (${worker.process.pid}) died (${how}). Starting another one.`);
      relaunch(performance.now() - startedAt < LIVED_MS ? waitMs : 0);
    });
    return baseUrl;
  }

  function relaunch(waitMs: number): void {
    const next = Math.min(Math.max(2 * waitMs, FIRST_WAIT_MS), MAX_WAIT_MS);
    setTimeout(() => {
      if (stopping) return;
      launch(next).catch((error: Error) => {
        if (stopping) return;
        sayError(`A worker could not be started. Retrying: ${error.message}`);
        relaunch(next);
      });
    }, waitMs);
  }

  return {
    launch,
    tellAll(stands: ToWorker['console']): void {
      console = stands;
      const listening = [...living].filter((worker) => worker.isConnected());
      for (const worker of listening) worker.send({ console: stands } satisfies ToWorker);
    },
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all([...living].map((worker) => endGently(worker, drainMs)));
    },
  };
}

function startWorker(port: number) {
  const { promise: serves, resolve, reject } = Promise.withResolvers<string>();
  const worker = cluster.fork({ PORT: String(port) });
  let reason = new UsageError('The worker exited before it was ready.');
  worker.on('message', (message: FromWorker) => {
    if ('listening' in message) resolve(message.listening);
    if ('failed' in message) reason = message.portTaken ? portTaken(port) : new UsageError(message.failed);
  });
  // What is sent to one that is just dying.
  worker.on('error', () => undefined);
  const ended = new Promise<string>((end) => {
    worker.once('exit', (code, signal) => {
      reject(reason);
      end(signal ?? `exit code ${code}`);
    });
  });
  return { worker, serves, ended };
}

async function endGently(worker: Worker, drainMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), drainMs + WORKERS_STOP_TIMEOUT_MS);
  worker.process.kill('SIGTERM');
  await promise;
  clearTimeout(timer);
}

function shared(assets: ConsoleAssets, tellAll: (stands: ToWorker['console']) => void): ConsoleAssets {
  return {
    ...assets,
    building() {
      assets.building();
      tellAll('building');
    },
    failed() {
      assets.failed();
      tellAll('failed');
    },
    async load() {
      const loaded = await assets.load();
      if (loaded) tellAll('ready');
      return loaded;
    },
  };
}

/**
 * The port that all workers share; any free one where none is wanted. Sockets that share a port do not notice another
 * installation that does so too: this one asks for the port alone, before the workers share it.
 */
function freePort({ host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portTaken(port) : error),
    );
    server.listen({ host, port }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? port) : port));
    });
  });
}
