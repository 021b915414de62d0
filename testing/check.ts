/** `npm run check [name …]`: checks the source in every way that runs nothing of it, or in those that are named. */
import { spawnSync } from 'node:child_process';

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
const failed = names.filter((name) => !passes(name));
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}. One alone: npm run check ${failed[0]}\n`);
  process.exitCode = 1;
}

function passes(name: string): boolean {
  const commands = CHECKS[name];
  if (commands === undefined)
    throw new Error(`There is no check ${name}. Name some of: ${Object.keys(CHECKS).join(', ')}`);
  process.stdout.write(`${name}\n`);
  return commands.every((command) => spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0);
}
