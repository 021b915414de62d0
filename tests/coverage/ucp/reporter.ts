import type { TestEvent } from 'node:test/reporters';
import { readResults } from '../../../conformance/results.ts';
import { failOnGaps } from '../contract/gaps.ts';
import { runsByName } from '../contract/judge.ts';
import { type TestRun, testRunReader } from '../contract/test-runs.ts';
import { type Held, readHeld } from '../../../testing/held-answers.ts';
import { pageOf } from './page.ts';
import { parts } from './rows.ts';

/** Writes the page of conformance; rows that are not proven fail a run of the whole suite. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const read = testRunReader();
  const runs: TestRun[] = [];
  const held: Held[] = [];
  for await (const event of source) {
    const run = read(event);
    if (run) runs.push(run);
    if (event.type === 'test:diagnostic') held.push(...(readHeld(event.data.message) ?? []));
  }
  const byName = runsByName(runs);
  failOnGaps('the official protocol', parts, byName);
  yield pageOf(parts, byName, held, readResults());
}
