import type { TestEvent } from 'node:test/reporters';
import { failOnGaps } from './gaps.ts';
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
  failOnGaps('the contract', parts, byName);
  yield pageOf(parts, byName);
}
