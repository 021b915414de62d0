import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, type SuiteContext, type TestContext } from 'node:test';

const IS_FAILURE = /"level":(?:50|60)\b|"msg":"A job failed"/;
/** A job that met an unexpected error has none. */
const FAILED_FOR_A_REASON = /"reason":.*"msg":"A job failed"/;

let failures: string[] = [];
let expected: RegExp[] = [];
/** Expectations of the test before. */
let expectedBefore: RegExp[] = [];

/** Takes the log's lines, which are written as in production, but not printed. An error or a failed job fails the test that runs. */
export const logOfTests = {
  write(line: string): void {
    if (IS_FAILURE.test(line)) failures.push(line);
  },
};

/** Lets services log such failures until the end of the test; for all tests of a suite, call it in `beforeEach`. */
export function expectLogged(failure: RegExp): void {
  expected.push(failure);
}

/** Lets jobs fail for a reason that the service knows, until the end of the test: `beforeEach(expectFailingJobs)`. */
export function expectFailingJobs(): void {
  expectLogged(FAILED_FOR_A_REASON);
}

function refuseUnexpected(): void {
  const unexpected = failures.filter((line) => !expected.some((each) => each.test(line)));
  failures = [];
  expectedBefore = expected;
  expected = [];
  assert.ok(
    unexpected.length === 0,
    `The service logged what the test does not expect:\n${unexpected.join('')}`,
  );
}

/** Tests that run now: those that run at the same time share what they expect, until the last one ends. */
const running = new Set<TestContext | SuiteContext>();

function begin(test: TestContext | SuiteContext): void {
  running.add(test);
  // A test that skips itself has no other end.
  if ('after' in test) test.after(() => void running.delete(test));
}

function end(test: TestContext | SuiteContext): void {
  running.delete(test);
  if (running.size === 0) refuseUnexpected();
}

/** True under `node --test`: tools that start a test service have no tests. */
const isTestRun =
  process.env.NODE_TEST_CONTEXT !== undefined ||
  process.execArgv.some((option) => option.startsWith('--test'));
if (isTestRun) {
  beforeEach(begin);
  afterEach(end);
  // A background job may fail again between the last test and the end of its service.
  after(() => {
    expected.push(...expectedBefore);
    refuseUnexpected();
  });
}
