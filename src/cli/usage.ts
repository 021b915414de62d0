import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../config.ts';

/** The command line was not understood; the message shows how it is used. */
export class UsageError extends Error {}

export function portTaken(port: number): UsageError {
  return new UsageError(
    `Port ${port} is taken. Stop the process that uses it, or choose another port: PORT=8790 npm start`,
  );
}

export interface Command {
  /** A line for the list of commands. */
  summary: string;
  /** Printed for `--help`, before `run` and instead of it. */
  usage: string;
  run(args: string[], config: () => Config): Promise<void>;
}

/** Option of every command that lists or changes something. */
export const JSON_OPTION = { json: { type: 'boolean' } } as const;

/** Any `--help` or `-h` asks for help, whatever stands beside it; what follows `--` is no option. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

/** Reads options as `node:util` does; what it cannot read becomes a UsageError that shows `usage`. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'Wrong usage.'}\n\n${usage}`);
  }
}
