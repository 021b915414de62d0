import { CommerceError, ConfigError } from '../../commerce/errors.ts';
import { UsageError } from './errors.ts';
import { sayError } from './terminal.ts';

/** Prints the message of an expected error and sets the exit code: 2 for usage and settings, else 1. Rethrows all others. */
export function printFailure(error: unknown): void {
  if (!isExpected(error)) throw error;
  sayError(error.message);
  process.exitCode = error instanceof CommerceError ? 1 : 2;
}

/** True for an error whose message is written for the operator; others are printed with their stack. */
export function isExpected(error: unknown): error is Error {
  return [UsageError, ConfigError, CommerceError].some((kind) => error instanceof kind);
}
