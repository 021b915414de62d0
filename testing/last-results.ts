import { after } from 'node:test';

const TURNS = 20;

/**
 * Flushes a suite's last results: `--test-force-exit` may end the process before they reach the runner, which then counts
 * a passed test as not run.
 */
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  after(async () => {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
    await new Promise((resolve) => process.stdout.write('', resolve));
  });
}
