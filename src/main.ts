import { printFailure } from './cli/failure.ts';
import { createProgram, runCommand } from './cli/program.ts';

const program = createProgram(process.env);
await runCommand(program, process.argv.slice(2)).catch(printFailure);
