/** Prints the help of every command in one process, as its own arguments would. */
import { createProgram, runCommand } from '../../../src/cli/program.ts';
import { everyCommand } from './every-command.ts';

for (const { path } of everyCommand()) await runCommand(createProgram(process.env), [...path, '--help']);
