import { pino } from 'pino';
import { loggedError } from './logged-error.ts';

/** Log of the components. */
export interface ServiceLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: unknown, message: string): void;
}

export type RequestLogger = ServiceLog & { isLevelEnabled(level: 'info'): boolean };

/** Writes JSON lines to standard output. Errors lose what may be secret in them. */
export function createLog(level: string): RequestLogger {
  return pino({ level, serializers: { err: (error: Error) => loggedError(error) } });
}
