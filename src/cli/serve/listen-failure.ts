import { describeMistake } from '../../settings/mistakes.ts';
import { toTypedCommand } from '../shell/command-name.ts';
import { UsageError } from '../shell/errors.ts';

/** Names the setting that keeps the service from listening; returns other errors unchanged. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  if (error.code === 'EADDRINUSE') return createPortTakenError(port);
  if (error.code === 'EACCES')
    return new UsageError(`PORT is ${port}, on which this user may not listen. Choose one from 1024 on.`);
  const isOfHost = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  return isOfHost ? new UsageError(describeMistake('HOST', host)) : error;
}

function createPortTakenError(port: number): UsageError {
  // The simulated shops of another folder's service that runs there have the next three ports.
  const other = port < 65_000 ? port + 10 : port - 10;
  return new UsageError(
    `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${other} ${toTypedCommand('serve')}`,
  );
}
