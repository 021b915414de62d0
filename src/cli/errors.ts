import { typed } from './command-name.ts';

/** Wrong usage: exit code 2, and the message without a stack. */
export class UsageError extends Error {}

export function portTaken(port: number): UsageError {
  return new UsageError(
    `Port ${port} is taken. Stop the process that uses it, or choose another port: PORT=8790 ${typed('serve')}`,
  );
}
