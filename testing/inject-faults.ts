/**
 * Injects each fault of `testing/faults.json` into a copy of the source, and runs the test file that must catch it:
 * `npm run faults [part of a name …]`. Exits with 1 when its test passes all the same.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FAULTS, type Fault, withFault } from './faults.ts';
import { globalSetup, globalTeardown } from './whole-run.ts';

const parts = process.argv.slice(2);
const faults = FAULTS.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
if (faults.length === 0) throw new Error(`No fault is named ${parts.join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'ucp-host-faults-'));
copySource();
await globalSetup();
let escaped = 0;
try {
  const failing = new Set(distinctRuns().filter(hasFailed).map(toRun));
  for (const fault of faults) {
    const isCaught = inject(fault) && !failing.has(toRun(fault));
    if (!isCaught) escaped += 1;
    const verdict = isCaught
      ? '✔'
      : failing.has(toRun(fault))
        ? '✖ fails without the fault:'
        : '✖ not caught:';
    process.stdout.write(`${verdict} ${fault.name} (${fault.test}, ${fault.database})\n`);
  }
} finally {
  await globalTeardown();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${faults.length - escaped} of ${faults.length} faults are caught\n`, () =>
  process.exit(escaped > 0 ? 1 : 0),
);

/** Copies what git knows or would add: an edit in place would stay when the run is killed. */
function copySource(): void {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).stdout;
  for (const file of listed.split('\n').filter(Boolean)) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

function distinctRuns(): Fault[] {
  return [...new Map(faults.map((fault) => [toRun(fault), fault])).values()];
}

function toRun({ test, database }: Fault): string {
  return `${test} ${database}`;
}

/** Returns true when the test fails with the fault. */
function inject(fault: Fault): boolean {
  const file = join(folder, fault.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, withFault(source, fault));
  const isCaught = hasFailed(fault);
  writeFileSync(file, source);
  return isCaught;
}

function hasFailed({ test, database }: Fault): boolean {
  const options = ['--test', '--test-force-exit', '--test-timeout=120000', '--test-reporter=tap', test];
  const env = { ...process.env, CI: '1', TEST_DATABASES: database };
  const { stdout } = spawnSync(process.execPath, options, { cwd: folder, env, encoding: 'utf8' });
  if (process.env.SHOW_FAILURES) process.stdout.write(stdout.match(/^ *not ok .*$/gm)?.join('\n') ?? '');
  return !/^# fail 0$/m.test(stdout);
}
