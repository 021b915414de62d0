import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Group, PROCESSES, sortBySeconds } from './test-sets.ts';
import { warningsIn } from './warnings-of-tests.ts';

/** Result of a test as `tests/coverage/reporter.ts` writes it. */
export interface ReportedRun {
  name: string;
  /** Path of the test file. */
  file: string;
  /** Message of the error with which the test failed. */
  failure?: string;
}

/** Time of a suite, or of a test outside of suites, with its hooks. */
export interface FileTime {
  file: string;
  ms: number;
}

const GROUP_TIMEOUT_MS = 15 * 60_000;

/** Last line of the report, which a process that ended in the middle of a test has not written. */
const LAST_LINE = 'ℹ duration_ms';

const OPTIONS = [
  '--import=./testing/compile-cache.ts',
  '--import=./testing/stay-alive.ts',
  '--import=./testing/without-promise-tracking.ts',
  '--test-force-exit',
  '--test-timeout=120000',
  '--test-reporter=./testing/report.ts',
  '--test-reporter-destination=stdout',
  '--test-reporter=./tests/coverage/reporter.ts',
];

/** File with the results of a set's last run, for `check-requirements.ts`. */
export function resultsOf(set: string): string {
  return `coverage/${set}.jsonl`;
}

/**
 * Runs each group of files in a process of its own, and prints what it wrote when it ends. Returns 1 when a test fails, when a
 * process ends too early or prints a warning, and when a file reports nothing, because it was not run then.
 */
export async function runGroups(set: string, groups: readonly Group[]): Promise<number> {
  const began = performance.now();
  const outcomes: Outcome[] = [];
  const waiting = sortBySeconds(groups).values();
  const work = async () => {
    for (const group of waiting) outcomes.push(await runGroup(group));
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  const runs = outcomes.flatMap((outcome) => outcome.runs);
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  mkdirSync('coverage', { recursive: true });
  writeFileSync(resultsOf(set), runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
  const seconds = Math.round((performance.now() - began) / 1000);
  const count = groups.reduce((sum, { files }) => sum + files.length, 0);
  const summary = `${count} files, ${runs.length} tests, ${problems.length} problems, ${seconds} s`;
  process.stdout.write(slowest(outcomes.flatMap(({ times }) => times)));
  process.stdout.write(`\n${problems.map((each) => `✖ ${each}\n`).join('')}${summary}\n`);
  return problems.length > 0 ? 1 : 0;
}

type Outcome = { runs: ReportedRun[]; times: FileTime[]; problems: string[] };

async function runGroup({ files, databases }: Group): Promise<Outcome> {
  const env = { ...process.env, ...(databases && { TEST_DATABASES: databases }) };
  const folder = mkdtempSync(join(tmpdir(), 'ucp-host-tests-'));
  const results = join(folder, 'results.jsonl');
  try {
    const { ending, warnings } = await runProcess(files, results, env);
    const lines = readLines(results);
    const runs = lines.filter((line) => 'name' in line);
    const times = lines.filter((line) => 'ms' in line);
    return { runs, times, problems: [...problemsOf(files, runs, ending), ...warnings] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ending = 'passed' | 'failed' | 'ended too early';

async function runProcess(
  files: readonly string[],
  results: string,
  env: NodeJS.ProcessEnv,
): Promise<{ ending: Ending; warnings: string[] }> {
  const args = [...OPTIONS, `--test-reporter-destination=${results}`, './testing/group-process.ts', ...files];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    timeout: GROUP_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  process.stdout.write(out);
  process.stderr.write(errors);
  const ending = !out.includes(LAST_LINE) ? 'ended too early' : code === 0 ? 'passed' : 'failed';
  return { ending, warnings: warningsIn(errors) };
}

function readLines(results: string): (ReportedRun | FileTime)[] {
  if (!existsSync(results)) return [];
  const lines = readFileSync(results, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as ReportedRun | FileTime);
}

function problemsOf(files: readonly string[], runs: readonly ReportedRun[], ending: Ending): string[] {
  const reported = new Set(runs.map(({ file }) => file));
  const problems = [
    ...runs.flatMap(({ name, file, failure }) =>
      failure === undefined ? [] : [`${name} (${file})\n${failure.replaceAll(/^/gm, '    ')}`],
    ),
    ...files.filter((file) => !reported.has(file)).map((file) => `${file} reported no test`),
  ];
  const isExplained = ending === 'passed' || (ending === 'failed' && problems.length > 0);
  return isExplained ? problems : [...problems, `the process of ${files.join(', ')} ${ending}`];
}

const SLOWEST = 10;

/** Renders the files that took longest, in seconds of suites. */
function slowest(times: readonly FileTime[]): string {
  const files = [...Map.groupBy(times, ({ file }) => file)].map(([file, each]) => ({
    file,
    seconds: each.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  }));
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
  const first = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const lines = first.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
  return `\nSlowest files, of ${Math.round(total)} s in all:\n${lines.join('')}`;
}
