import { mistakeOf } from '../settings/mistakes.ts';
import { portTaken, UsageError } from './errors.ts';

/** Names the setting because of which the service cannot listen; returns other errors unchanged. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  if (error.code === 'EADDRINUSE') return portTaken(port);
  if (error.code === 'EACCES')
    return new UsageError(`PORT is ${port}, on which this user may not listen. Choose one from 1024 on.`);
  const isOfHost = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  return isOfHost ? new UsageError(mistakeOf('HOST', host)) : error;
}
