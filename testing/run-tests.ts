/**
 * Runs the tests: `node testing/run-tests.ts [folder of tests/ or file …]`; without arguments, all of them. Exits with the code
 * of Node's test runner.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

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

/** Pages about the whole contract are only written by a whole run. */
const PAGES = [
  ['./tests/coverage/contract/reporter.ts', 'docs/contract-coverage.md'],
  ['./tests/coverage/ucp/reporter.ts', 'docs/conformance.md'],
].flatMap(([reporter, page]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${page}`]);

const wanted = process.argv.slice(2);
const files = wanted.map((name) =>
  existsSync(name) && name.endsWith('.ts') ? name : `tests/${name}/**/*.test.ts`,
);
const whole = wanted.length === 0;
const selected = whole ? [...PAGES, 'tests/**/*.test.ts'] : files;

spawn(process.execPath, ['--test', ...OPTIONS, ...selected], { stdio: 'inherit' }).on(
  'exit',
  (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1;
  },
);
