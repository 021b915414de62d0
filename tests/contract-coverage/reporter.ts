import type { TestEvent } from 'node:test/reporters';
import { gapsIn } from './gaps.ts';
import { runsByName } from './judge.ts';
import { pageOf } from './page.ts';
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
  const gaps = gapsIn(parts, byName);
  if (gaps.length > 0) {
    process.stderr.write(`Rows of the contract that are not proven:\n${gaps.join('\n')}\n`);
    process.exitCode = 1;
  }
  yield pageOf(parts, byName);
}
