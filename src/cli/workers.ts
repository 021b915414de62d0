import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import type { ConsoleShelf } from '../http/console-files.ts';
import { STOP_WITHIN_MS } from './stopping.ts';
import { sayError } from './terminal.ts';
import { portTaken, UsageError } from './usage.ts';
import type { FromWorker, ToWorker } from './worker.ts';

export interface Workers {
  baseUrl: string;
  /** As the workers have it: with the port that was taken where any was asked for. */
  config: Config;
  /** What is done to this shelf is done to those of the workers, also of later ones. */
  sharedConsole(shelf: ConsoleShelf): ConsoleShelf;
  /** Resolves when all have ended: each answers what it is answering and takes nothing new. */
  stop(): Promise<void>;
}

/** Each cuts itself off a little before. */
const WORKERS_STOP_WITHIN_MS = STOP_WITHIN_MS + 1_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;
/** Who lived for so long did not die of how it was started. */
const LIVED_MS = 60_000;

/**
 * Starts processes that serve on one port, and replaces those that die: at once, or after twice as long each time they die
 * young. This process takes the connections and deals them out in turn, so that the port stays open whatever happens to a
 * worker. Throws when the first one cannot serve.
 */
export async function startWorkers({
  config: given,
  count,
}: {
  config: Config;
  count: number;
}): Promise<Workers> {
  const config = given.port === 0 ? { ...given, port: await anyPort(given.host) } : given;
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const living = new Set<Worker>();
  let stopping = false;
  let console: ToWorker['console'] | undefined;

  /** Resolves with the address once it serves; rejects when it ends before. */
  function launch(waitMs: number): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const startedAt = performance.now();
    const worker = cluster.fork({ PORT: String(config.port) });
    living.add(worker);
    let reason = new UsageError('It ended before it served.');
    let served = false;
    worker.on('message', (message: FromWorker) => {
      if ('failed' in message) {
        reason = message.portTaken ? portTaken(config.port) : new UsageError(message.failed);
        return;
      }
      served = true;
      if (console) worker.send({ console } satisfies ToWorker);
      resolve(message.listening);
    });
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => {
      living.delete(worker);
      reject(reason);
      if (stopping || !served) return;
      const wait = performance.now() - startedAt < LIVED_MS ? waitMs : 0;
      sayError(
        `A worker (${worker.process.pid}) has died (${signal ?? `exit code ${code}`}): another one is started.`,
      );
      relaunch(wait);
    });
    return promise;
  }

  function relaunch(waitMs: number): void {
    const next = Math.min(Math.max(2 * waitMs, FIRST_WAIT_MS), LONGEST_WAIT_MS);
    setTimeout(() => {
      if (stopping) return;
      launch(next).catch((error: Error) => {
        if (stopping) return;
        sayError(`A worker could not be started, and will be tried again: ${error.message}`);
        relaunch(next);
      });
    }, waitMs);
  }

  function tellAll(stands: ToWorker['console']): void {
    console = stands;
    for (const worker of living)
      if (worker.isConnected()) worker.send({ console: stands } satisfies ToWorker);
  }

  async function stop(): Promise<void> {
    stopping = true;
    await Promise.all([...living].map(endGently));
  }

  const baseUrl = await launch(FIRST_WAIT_MS);
  try {
    await Promise.all(Array.from({ length: count - 1 }, () => launch(FIRST_WAIT_MS)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, config, sharedConsole: (shelf) => shared(shelf, tellAll), stop };
}

async function endGently(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), WORKERS_STOP_WITHIN_MS);
  worker.process.kill('SIGTERM');
  await promise;
  clearTimeout(timer);
}

function shared(shelf: ConsoleShelf, tellAll: (stands: ToWorker['console']) => void): ConsoleShelf {
  return {
    ...shelf,
    building() {
      shelf.building();
      tellAll('building');
    },
    failed() {
      shelf.failed();
      tellAll('failed');
    },
    async load() {
      const loaded = await shelf.load();
      if (loaded) tellAll('ready');
      return loaded;
    },
  };
}

/** Every worker has to be told the same one. */
function anyPort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
