import { createProgram, runCommand } from './cli/program.ts';
import { printFailure } from './cli/shell/terminal.ts';

const program = createProgram(process.env);
await runCommand(program, process.argv.slice(2)).catch(printFailure);
