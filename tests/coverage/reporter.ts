import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import type { FileTime, ReportedRun } from '../../testing/run-groups.ts';
import { type TestRun, testRunReader } from './test-runs.ts';

/** Longer differences of two values are read where the test wrote them. */
const MAX_FAILURE_LENGTH = 1_000;

/** Writes each run of a test and the time of each outermost suite as a line of JSON, for `run-groups.ts`. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const read = testRunReader();
  let root = '';
  for await (const event of source) {
    root = rootAfter(event, root);
    const run = read(event) ?? suiteItself(event);
    if (run && !isFileItself(event)) yield `${JSON.stringify({ ...run, ...placeOf(event, root) })}\n`;
    const time = timeOf(event, root);
    if (time) yield `${JSON.stringify(time)}\n`;
  }
}

/** Returns the file of the outermost suite: that of its first test where a function of another file declares the suite. */
function rootAfter(event: TestEvent, root: string): string {
  if (event.type === 'test:start' && event.data.nesting === 0) return event.data.file ?? '';
  return root.endsWith('.test.ts') ? root : (testFileOf(event) ?? root);
}

function timeOf({ type, data }: TestEvent, root: string): FileTime | undefined {
  if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) return undefined;
  return { file: relative('', root), ms: data.details.duration_ms };
}

/** Node reports a file without a test as a test that passes. */
function isFileItself({ data }: TestEvent): boolean {
  return data !== undefined && 'file' in data && 'name' in data && (data.file ?? '').endsWith(data.name);
}

/**
 * Reports a skipped suite, because a file with no other has said that it proves nothing, and a suite that failed by itself, such
 * as in a hook: its tests only say that they were cancelled.
 */
function suiteItself({ type, data }: TestEvent): TestRun | undefined {
  if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type !== 'suite') return undefined;
  const isSkipped = type === 'test:pass' && data.skip !== undefined;
  const hasFailed = type === 'test:fail' && failureTypeOf(data.details.error) !== 'subtestsFailed';
  return isSkipped || hasFailed ? { name: data.name, tags: [], passed: false } : undefined;
}

/** Returns nothing for a suite that a function of another file declares. */
function testFileOf({ data }: TestEvent): string | undefined {
  const file = data !== undefined && 'file' in data ? data.file : undefined;
  return file?.endsWith('.test.ts') ? file : undefined;
}

/** The test file is the test's own, or that of its outermost suite where it shares its tests with others. */
function placeOf(event: TestEvent, root: string): Omit<ReportedRun, 'name'> {
  const { type, data } = event;
  const file = testFileOf(event) ?? root;
  if (type !== 'test:fail' || failureTypeOf(data.details.error) === 'cancelledByParent')
    return { file: relative('', file) };
  const { message, cause = message } = data.details.error;
  const failure = cause instanceof Error ? cause.message : String(cause);
  return { file: relative('', file), failure: failure.slice(0, MAX_FAILURE_LENGTH) };
}

/** Returns Node's own word for why a test failed, which its types lack. */
function failureTypeOf(error: Error): unknown {
  return 'failureType' in error ? error.failureType : undefined;
}
