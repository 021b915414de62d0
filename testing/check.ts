/** `npm run check [name …]`: checks the source in every way that runs nothing of it, or in those that are named. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

const CHECKS: Record<string, readonly string[]> = {
  format: ['biome format .'],
  lint: ['biome check --formatter-enabled=false --error-on-warnings .'],
  types: ['tsc --noEmit', 'tsc --noEmit -p console', 'tsc --noEmit -p cards'],
  'dead-code': ['knip', 'node testing/lint-exports.ts'],
  words: ['node testing/lint-words.ts'],
  names: ['node testing/lint-names.ts'],
  methods: ['node testing/lint-unbound-methods.ts'],
  regex: ['node testing/lint-regular-expressions.ts'],
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(CHECKS);
const commandsOfChecks = names.map((name) => ({ name, commands: findCommands(name) }));
const failed: string[] = [];
const waiting = commandsOfChecks.values();
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}. One alone: npm run check ${failed[0]}\n`);
  process.exitCode = 1;
}

function findCommands(name: string): readonly string[] {
  const commands = CHECKS[name];
  if (commands === undefined)
    throw new Error(`There is no check ${name}. Name some of: ${Object.keys(CHECKS).join(', ')}`);
  return commands;
}

async function runWaiting(): Promise<void> {
  for (const { name, commands } of waiting) if (!(await passes(name, commands))) failed.push(name);
}

/** Prints the output once the check has ended, because others run beside it. */
async function passes(name: string, commands: readonly string[]): Promise<boolean> {
  let output = `${name}\n`;
  let code: number | null = 0;
  for (const command of commands) {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const [out, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    output += out + errors;
    code = exitCode;
    if (code !== 0) break;
  }
  process.stdout.write(output);
  return code === 0;
}
