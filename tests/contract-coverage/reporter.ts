import type { TestEvent } from 'node:test/reporters';
import { type RunsByName, runsByName, verdictOn } from './judge.ts';
import { pageOf, platformName } from './page.ts';
import { type Part, PLATFORMS, type Platform, type Row } from './row.ts';
import { parts } from './rows.ts';
import { type TestRun, testRunReader } from './test-runs.ts';

/** Writes the page of coverage; rows that are not proven fail a run of the whole suite. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const read = testRunReader();
  const runs: TestRun[] = [];
  for await (const event of source) {
    const run = read(event);
    if (run) runs.push(run);
  }
  const byName = runsByName(runs);
  const gaps = wholeSuiteRan() ? gapsIn(parts, byName) : [];
  if (gaps.length > 0) {
    process.stderr.write(`Rows of the contract that are not proven:\n${gaps.join('\n')}\n`);
    process.exitCode = 1;
  }
  yield pageOf(parts, byName);
}

/** Whether `npm test` runs as it is, and not a choice of files or titles: then what did not run is no fault. */
function wholeSuiteRan(): boolean {
  const chosen = process.execArgv.some((argument) => /^--test-(name|skip|only|shard)/.test(argument));
  const patterns = process.argv.slice(1);
  return !chosen && patterns.length === 1 && patterns[0] === 'tests/**/*.test.ts';
}

function gapsIn(all: readonly Part[], runs: RunsByName): string[] {
  return all.flatMap((part) =>
    part.rows.flatMap((row) =>
      PLATFORMS.map((platform) => gapOn(platform, part, row, runs)).filter((gap) => gap !== undefined),
    ),
  );
}

function gapOn(platform: Platform, part: Part, row: Row, runs: RunsByName): string | undefined {
  const verdict = verdictOn(platform, row, runs);
  if (verdict === 'proven' || verdict === 'does not apply') return undefined;
  const unknown = row.tests.filter((test) => !runs.has(test));
  const why = unknown.length > 0 ? `; no such test: ${unknown.join(', ')}` : '';
  return `  ${part.name}: ${row.says} (${platformName(platform)}: ${verdict}${why})`;
}
