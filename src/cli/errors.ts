import { typed } from './command-name.ts';

/** Wrong usage: exit code 2, and the message without a stack. */
export class UsageError extends Error {}

export function portTaken(port: number): UsageError {
  // The simulated shops of a service that runs there have the next three ports.
  const other = port < 65_000 ? port + 10 : port - 10;
  return new UsageError(
    `Port ${port} is taken. Stop the process that uses it, or choose another port: PORT=${other} ${typed('serve')}`,
  );
}
