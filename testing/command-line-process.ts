/** Process of `runCommand`: runs one command after the other as `src/main.ts` would in a process of its own. */
import { Readable } from 'node:stream';
import { inspect } from 'node:util';

export interface CommandStart {
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Standard input. */
  input: string;
  cwd: string;
}

export type CommandEnd = { code: number; out: string; errors: string };

let commands = 0;

process.once('disconnect', () => process.exit());
process.on('message', async (command: CommandStart) => {
  process.send?.(await run(command));
});

async function run({ args, env, input, cwd }: CommandStart): Promise<CommandEnd> {
  const out = captured(process.stdout);
  const errors = captured(process.stderr);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    // Evaluated again for each command, while all that it imports is loaded once.
    await import(`../src/main.ts?command=${commands++}`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(inspect(error));
  }
  return { code: Number(process.exitCode ?? 0), out: out.join(''), errors: errors.join('') };
}

/** Collects what is written instead of printing it. */
function captured(stream: NodeJS.WriteStream): string[] {
  const parts: string[] = [];
  stream.write = (part: Uint8Array | string) => parts.push(Buffer.from(part as string).toString()) > 0;
  return parts;
}
