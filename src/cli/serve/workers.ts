import cluster, { type Worker } from 'node:cluster';
import { createService, type Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { isExpected, sayError, UsageError } from '../shell/terminal.ts';
import { toListenFailure } from './listening.ts';
import { STOP_TIMEOUT_MS, stopOnSignals } from './stopping.ts';

/** Slightly longer than each worker's own limit. */
const WORKERS_STOP_TIMEOUT_MS = STOP_TIMEOUT_MS + 1_000;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;
/** A worker that lived this long did not crash on start-up, so its restart is not delayed. */
const LIVED_MS = 60_000;

/** Messages from a worker to the primary process. */
type FromWorker = { listening: string } | { failed: string };

/** Starts workers on one port, and restarts crashed ones. Throws when the first workers fail. */
export async function startWorkers(parts: AsyncDisposableStack, config: Config, log: Log, count: number) {
  // Round robin is for operating systems on which workers cannot share the port.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const { launch, stop } = createWorkerPool(config, log);
  parts.defer(stop);
  const baseUrl = await launch();
  await Promise.all(Array.from({ length: count - 1 }, () => launch()));
  return baseUrl;
}

type Log = Service['log'];

function createWorkerPool({ port, drainMs }: Config, log: Log) {
  const living = new Map<Worker, Promise<void>>();
  let stopping = false;

  /** Resolves with the URL once it serves; rejects when it exits before. */
  async function launch(waitMs = FIRST_WAIT_MS): Promise<string> {
    const startedAt = performance.now();
    const { worker, serves, ended } = startWorker(port);
    living.set(worker, ended);
    void ended.then(() => living.delete(worker));
    const baseUrl = await serves;
    void ended.then(() => {
      if (stopping) return;
      const { pid, exitCode, signalCode } = worker.process;
      const how = signalCode ?? `exit code ${exitCode}`;
      // An operator stopped it by SIGTERM.
      if (exitCode === 0) log.info({ worker: pid }, 'A worker was stopped. Starting another one.');
      else log.error({ worker: pid, how }, 'A worker died. Starting another one.');
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
        log.error({ err: error }, 'A worker could not be started. Retrying.');
        relaunch(next);
      });
    }, waitMs);
  }

  /** Stops all workers gracefully, and resolves when they have exited. */
  async function stop(): Promise<void> {
    stopping = true;
    const timer = setTimeout(() => signalAll('SIGKILL'), drainMs + WORKERS_STOP_TIMEOUT_MS);
    signalAll('SIGTERM');
    await Promise.all(living.values());
    clearTimeout(timer);
  }

  function signalAll(signal: NodeJS.Signals): void {
    for (const { process } of living.keys()) process.kill(signal);
  }

  return { launch, stop };
}

function startWorker(port: number) {
  const { promise: serves, resolve, reject } = Promise.withResolvers<string>();
  const worker = cluster.fork({ PORT: String(port) });
  let reason = new UsageError('The worker exited before it was ready.');
  worker.on('message', (message: FromWorker) => {
    if ('listening' in message) resolve(message.listening);
    if ('failed' in message) reason = new UsageError(message.failed);
  });
  // A failed signal or message is followed by the exit, which is handled below.
  worker.on('error', () => undefined);
  const ended = new Promise<void>((end) => {
    worker.once('exit', () => {
      reject(reason);
      end();
    });
  });
  return { worker, serves, ended };
}

/** Platforms on which the kernel shares a port among sockets (SO_REUSEPORT with load balancing). */
const SHARE_PORTS: readonly NodeJS.Platform[] = ['linux', 'freebsd', 'sunos', 'aix'];

/** Runs a worker until a signal, or until the primary process dies, which passes connections on where ports cannot be shared. */
export async function runWorker(config: Config): Promise<void> {
  // Ctrl-C reaches every process of a terminal; the primary process decides when workers stop.
  process.on('SIGINT', () => undefined);
  const service = await createService(config).catch(fail);
  const reusePort = SHARE_PORTS.includes(process.platform);
  const listening = await service
    .listen({ reusePort })
    .catch((error) => fail(toListenFailure(error, config)));
  stopOnSignals(service.close, {
    signals: ['SIGTERM'],
    secondSignal: 'ignored',
    drain: { announce: service.announceStop, forMs: config.drainMs },
  });
  process.send?.({ listening } satisfies FromWorker);
}

/** Reports the error to the primary process, which prints an error that is written for the operator. */
async function fail(error: unknown): Promise<never> {
  const failed = error instanceof Error ? error.message : String(error);
  if (!isExpected(error)) sayError(error instanceof Error ? (error.stack ?? failed) : failed);
  await new Promise((resolve) => process.send?.({ failed } satisfies FromWorker, undefined, {}, resolve));
  return process.exit(1);
}
