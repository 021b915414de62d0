import { createProgram, runCommand } from './cli/program.ts';
import { printFailure } from './cli/shell/failure.ts';

const program = createProgram(process.env);
await runCommand(program, process.argv.slice(2)).catch(printFailure);
