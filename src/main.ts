import { createProgram, runCommand } from './cli/program.ts';
import { printFailure } from './cli/failure.ts';

// A reader that closes the pipe early, such as head, is no failure; a service goes on without its output.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const program = createProgram(process.env);
await runCommand(program, process.argv.slice(2)).catch(printFailure);
