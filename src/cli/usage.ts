import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../config.ts';

/** The command line was not understood; the message shows how it is used. */
export class UsageError extends Error {}

export function portTaken(port: number): UsageError {
  return new UsageError(
    `Port ${port} is taken. Stop what listens there, or choose another: PORT=8790 npm start`,
  );
}

export interface Command {
  /** A line for the list of commands. */
  summary: string;
  run(args: string[], config: () => Config): Promise<void>;
}

/** What every command that lists or changes something understands. */
export const JSON_AND_HELP = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

/** Reads options as `node:util` does; what it cannot read becomes a UsageError that shows `usage`. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : 'The command line is not understood.'}\n\n${usage}`,
    );
  }
}
