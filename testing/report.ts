import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

/** Writes Node's report, with the file beside each outermost suite. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* Readable.from(withFiles(source)).compose(new spec());
}

type OfTest = Extract<TestEvent, { type: 'test:start' | 'test:pass' | 'test:fail' }>;

async function* withFiles(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const addFile = fileAdder();
  for await (const event of source) yield isOfTest(event) ? addFile(event) : event;
}

function isOfTest(event: TestEvent): event is OfTest {
  return event.type === 'test:start' || event.type === 'test:pass' || event.type === 'test:fail';
}

/**
 * Returns a function that completes the name of the outermost suite, which Node prints after its first test: where `everywhere`
 * declares the suite, only the test says which file it is.
 */
function fileAdder(): (event: OfTest) => TestEvent {
  let outermost = { name: '' };
  let hasFile = false;
  return (event) => {
    const { type, data } = event;
    const isOutermost = data.nesting === 0;
    if (isOutermost && type === 'test:start') {
      outermost = { ...data };
      hasFile = false;
    }
    if (!hasFile && data.file?.endsWith('.test.ts')) {
      outermost.name += ` · ${relative('', data.file)}`;
      hasFile = true;
    }
    if (!isOutermost) return event;
    const test = type === 'test:start' ? outermost : { ...data, name: outermost.name };
    return { ...event, data: test } as TestEvent;
  };
}
