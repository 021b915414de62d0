import { type ParseArgsConfig, parseArgs } from 'node:util';
import { typed } from '../command-name.ts';
import type { Config } from '../config.ts';

/** Wrong usage; the message shows the usage. */
export class UsageError extends Error {}

export function portTaken(port: number): UsageError {
  return new UsageError(
    `Port ${port} is taken. Stop the process that uses it, or choose another port: PORT=8790 ${typed('serve')}`,
  );
}

export interface Command {
  /** Line in the list of commands. */
  summary: string;
  /** Printed for `--help`, before `run` and instead of it. */
  usage: string;
  run(args: string[], config: () => Config): Promise<void>;
}

/** Option of every command that lists or changes anything. */
export const JSON_OPTION = { json: { type: 'boolean' } } as const;

/** True for any `--help` or `-h` before `--`. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

/** Parses options with `node:util`; its errors become a UsageError that shows `usage`. */
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
