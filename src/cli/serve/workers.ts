import type { ChildProcess } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import type { Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { UsageError } from '../shell/errors.ts';
import { listenFailure } from './listen-failure.ts';
import { STOP_TIMEOUT_MS } from './stopping.ts';
import type { FromWorker } from './worker.ts';

/** Slightly longer than each worker's own limit. */
const WORKERS_STOP_TIMEOUT_MS = STOP_TIMEOUT_MS + 1_000;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;
/** A worker that lived this long did not crash on start-up, so its restart is not delayed. */
const LIVED_MS = 60_000;

/**
 * Starts workers on one port and restarts crashed ones with exponential backoff, until `parts` are closed. Returns the public URL.
 * Throws when the first workers fail.
 */
export async function startWorkers(
  parts: AsyncDisposableStack,
  config: Config,
  { count, log }: { count: number; log: Service['log'] },
): Promise<string> {
  // Round robin is for operating systems on which workers cannot share the port.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const { launch, stop } = createWorkerPool(config, log);
  parts.defer(stop);
  const baseUrl = await launch(FIRST_WAIT_MS);
  await Promise.all(Array.from({ length: count - 1 }, () => launch(FIRST_WAIT_MS)));
  return baseUrl;
}

function createWorkerPool({ port, drainMs }: Config, log: Service['log']) {
  const living = new Map<Worker, Promise<void>>();
  let stopping = false;

  /** Resolves with the URL once it serves; rejects when it exits before. */
  async function launch(waitMs: number): Promise<string> {
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

  return {
    launch,
    /** Stops all workers gracefully, and resolves when they have exited. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all([...living].map(([{ process }, ended]) => endGently(process, ended, drainMs)));
    },
  };
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

async function endGently(process: ChildProcess, ended: Promise<void>, drainMs: number): Promise<void> {
  const timer = setTimeout(() => process.kill('SIGKILL'), drainMs + WORKERS_STOP_TIMEOUT_MS);
  process.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}

/**
 * Returns the configured port, or a free one for 0. Listening exclusively once detects another installation, which shared sockets
 * would not notice.
 */
export function pickFreePort({ host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (error) => reject(listenFailure(error, { host, port })));
    server.listen({ host, port }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? port) : port));
    });
  });
}
