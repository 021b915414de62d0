import { createServer } from 'node:net';
import type { Config } from '../../settings/config.ts';
import { describeMistake } from '../../settings/mistakes.ts';
import { toTypedCommand, UsageError } from '../shell/terminal.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Returns the configured port, or a free one for 0. Shared sockets would not notice another installation. */
export function pickFreePort({ host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (error) => reject(toListenFailure(error, { host, port })));
    server.listen({ host, port }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? port) : port));
    });
  });
}

/** Names the setting that keeps the service from listening; returns other errors unchanged. */
export function toListenFailure(error: unknown, { host, port }: Address): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  if (error.code === 'EADDRINUSE') {
    // The simulated shops of another folder's service that runs there have the next three ports.
    const other = port < 65_000 ? port + 10 : port - 10;
    return new UsageError(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${other} ${toTypedCommand('serve')}`,
    );
  }
  if (error.code === 'EACCES')
    return new UsageError(`PORT is ${port}, on which this user may not listen. Choose one from 1024 on.`);
  const isOfHost = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  return isOfHost ? new UsageError(describeMistake('HOST', host)) : error;
}
