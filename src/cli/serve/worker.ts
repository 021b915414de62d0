import { createService } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { isExpected } from '../shell/failure.ts';
import { sayError } from '../shell/terminal.ts';
import { listenFailure } from './listen-failure.ts';
import { stopOnSignals } from './stopping.ts';

/** Messages from a worker to the primary process. */
export type FromWorker = { listening: string } | { failed: string };

/** Platforms on which the kernel shares a port among sockets (SO_REUSEPORT with load balancing). */
const SHARE_PORTS: readonly NodeJS.Platform[] = ['linux', 'freebsd', 'sunos', 'aix'];

/**
 * Runs a worker until a signal, or until the primary process dies. Where ports can be shared each worker has its own socket;
 * elsewhere the primary process passes connections on, and those of a killed worker stay open without a response.
 */
export async function runWorker(config: Config): Promise<void> {
  // Ctrl-C reaches every process of a terminal; the primary process decides when workers stop.
  process.on('SIGINT', () => undefined);
  const service = await createService(config).catch(fail);
  const reusePort = SHARE_PORTS.includes(process.platform);
  const baseUrl = await service.listen({ reusePort }).catch((error) => fail(listenFailure(error, config)));
  stopOnSignals(service.close, {
    signals: ['SIGTERM'],
    secondSignal: 'ignored',
    drain: { announce: service.announceStop, forMs: config.drainMs },
  });
  send({ listening: baseUrl });
}

function send(message: FromWorker): void {
  process.send?.(message);
}

/** Reports the error to the primary process, which prints an error that is written for the operator. */
async function fail(error: unknown): Promise<never> {
  const failed = error instanceof Error ? error.message : String(error);
  if (!isExpected(error)) sayError(error instanceof Error ? (error.stack ?? failed) : failed);
  const { promise, resolve } = Promise.withResolvers<void>();
  process.send?.({ failed } satisfies FromWorker, undefined, {}, () => resolve());
  await promise;
  return process.exit(1);
}
