import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import type { ReportedRun } from '../../testing/run-groups.ts';
import { type TestRun, testRunReader } from './test-runs.ts';

/** Writes each run of a test as a line of JSON, for `run-tests.ts` and `check-requirements.ts`. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const read = testRunReader();
  let root = '';
  for await (const event of source) {
    if (event.type === 'test:start' && event.data.nesting === 0) root = event.data.file ?? '';
    const run = read(event) ?? skippedSuite(event);
    if (run && !isFileItself(event)) yield `${JSON.stringify({ ...run, ...placeOf(event, root) })}\n`;
  }
}

/** Node reports a file without a test as a test that passes. */
function isFileItself({ data }: TestEvent): boolean {
  return data !== undefined && 'file' in data && 'name' in data && (data.file ?? '').endsWith(data.name);
}

/** A file whose suites are all skipped has said so: it proves nothing, and was not left out. */
function skippedSuite({ type, data }: TestEvent): TestRun | undefined {
  if (type !== 'test:pass' || data.details.type !== 'suite' || data.skip === undefined) return undefined;
  return { name: data.name, tags: [], passed: false };
}

/** The test file is the test's own, or that of its outermost suite where it shares its tests with others. */
function placeOf({ type, data }: TestEvent, root: string): Omit<ReportedRun, 'name'> {
  const own = data !== undefined && 'file' in data ? (data.file ?? '') : '';
  const file = [own, root].find((path) => path.endsWith('.test.ts')) ?? '';
  return { file: relative('', file), ...(type === 'test:fail' ? { failed: true } : {}) };
}
