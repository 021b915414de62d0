import type { Config } from '../config.ts';
import { createService, type Service } from '../service.ts';
import { stopWhenTold } from './stopping.ts';
import { sayError } from './terminal.ts';

/** What a worker tells the process that minds it. */
export type FromWorker = { listening: string } | { failed: string; portTaken: boolean };

/** What it is told: how the console stands, which only the other process builds. */
export type ToWorker = { console: 'building' | 'failed' | 'ready' };

/** Platforms on which the kernel shares a port among sockets (SO_REUSEPORT with load balancing). */
const SHARE_PORTS: readonly NodeJS.Platform[] = ['linux', 'freebsd', 'sunos', 'aix'];

/**
 * One of several processes that serve on one port. It lives until it is told to stop, or the one that minds it has died. Where
 * ports can be shared each worker has a socket of its own, which ends with it: its connections are reset. Elsewhere the primary
 * process accepts connections and passes them on, and those that a killed worker was passed stay open without an answer.
 */
export async function workAsTold(config: Config): Promise<void> {
  // Ctrl-C reaches every process of a terminal; when to stop is said by the one that minds them.
  process.on('SIGINT', () => undefined);
  const service = await createService(config).catch(fail);
  const baseUrl = await service.listen({ reusePort: SHARE_PORTS.includes(process.platform) }).catch(fail);
  stopWhenTold(service.close, {
    signals: ['SIGTERM'],
    again: 'is_ignored',
    drain: { announce: service.announceStop, forMs: config.drainMs },
  });
  process.on('message', (message) => heed(service, message as ToWorker));
  tell({ listening: baseUrl });
}

function tell(message: FromWorker): void {
  process.send?.(message);
}

async function fail(error: unknown): Promise<never> {
  const told = error instanceof Error ? error.message : String(error);
  const portTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!portTaken) sayError(error instanceof Error ? (error.stack ?? told) : told);
  const { promise, resolve } = Promise.withResolvers<void>();
  process.send?.({ failed: told, portTaken } satisfies FromWorker, undefined, {}, () => resolve());
  await promise;
  return process.exit(1);
}

function heed({ console: assets }: Service, message: ToWorker): void {
  if (message.console === 'building') assets.building();
  else if (message.console === 'failed') assets.failed();
  else if (message.console === 'ready')
    void assets.load().catch((error: unknown) => sayError(`The console cannot be read: ${String(error)}`));
}
