import type { TestEvent } from 'node:test/reporters';
import { gapsIn, pageOf } from './page.ts';
import { readRequirements } from './requirements.ts';
import { type TestRun, testRunReader } from './test-runs.ts';

/** Writes the page of coverage, and fails a whole run for requirements that are not proven. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const sections = readRequirements();
  const read = testRunReader();
  const runs: TestRun[] = [];
  for await (const event of source) {
    const run = read(event);
    if (run) runs.push(run);
  }
  const gaps = isWholeRun() ? gapsIn(sections, runs) : [];
  if (gaps.length > 0) {
    process.stderr.write(`Requirements that are not proven:\n  ${gaps.join('\n  ')}\n`);
    process.exitCode = 1;
  }
  yield pageOf(sections, runs);
}

/** Returns true for `npm test` without a choice of files or titles. */
function isWholeRun(): boolean {
  const isChosen = process.execArgv.some((argument) => /^--test-(name|skip|only|shard)/.test(argument));
  const patterns = process.argv.slice(1);
  return !isChosen && patterns.length === 1 && patterns[0] === 'tests/**/*.test.ts';
}
