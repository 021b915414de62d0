import type { TestContext } from 'node:test';

/** By as much as a test's service shortens its other waits. */
const FACTOR = 50;

/** Runs work while the monotonic clock goes faster: a bound of seconds on repeated tries is reached after as many tries. */
export async function runHastened<Result>(
  { mock }: Pick<TestContext, 'mock'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const now = performance.now.bind(performance);
  const beganAt = now();
  const clock = mock.method(performance, 'now', () => beganAt + (now() - beganAt) * FACTOR);
  try {
    return await work();
  } finally {
    clock.mock.restore();
  }
}
