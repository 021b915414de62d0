/**
 * Runs the tests: `node testing/run-tests.ts [folder of tests/ or file …]`; without arguments, all of them. Exits with the
 * code of Node's test runner.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

const OPTIONS = [
  '--import=./testing/compile-cache.ts',
  '--import=./testing/last-results.ts',
  '--test-global-setup=./testing/whole-run.ts',
  '--test-force-exit',
  '--test-concurrency=3',
  '--test-timeout=120000',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
];

/** Only a whole run knows which requirements are proven. */
const COVERAGE = [
  '--test-reporter=./tests/coverage/reporter.ts',
  '--test-reporter-destination=coverage/requirements.md',
];

const wanted = process.argv.slice(2);
const files = wanted.map((name) =>
  existsSync(name) && name.endsWith('.ts') ? name : `tests/${name}/**/*.test.ts`,
);
const whole = wanted.length === 0;
if (whole) mkdirSync('coverage', { recursive: true });
const selected = whole ? [...COVERAGE, 'tests/**/*.test.ts'] : files;

spawn(process.execPath, ['--test', ...OPTIONS, ...selected], { stdio: 'inherit' }).on(
  'exit',
  (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1;
  },
);
