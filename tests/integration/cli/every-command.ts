import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program.ts';

/** Every command with its words after the binary's name; the first one is the program itself. */
export function everyCommand(program = createProgram({})): { path: string[]; command: Command }[] {
  const below = (command: Command, path: string[]): { path: string[]; command: Command }[] => [
    { path, command },
    ...command.commands.flatMap((each) => below(each, [...path, each.name()])),
  ];
  return below(program, []);
}
