import type { TestEvent } from 'node:test/reporters';
import { testRunReader } from './test-runs.ts';

/** Writes each run of a test as a line of JSON, for `check-requirements.ts`. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const read = testRunReader();
  for await (const event of source) {
    const run = read(event);
    if (run) yield `${JSON.stringify(run)}\n`;
  }
}
