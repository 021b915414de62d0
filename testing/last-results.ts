import { after } from 'node:test';

const TURNS = 20;

/**
 * Lets a suite's last results reach the test runner: `--test-force-exit` ends a process of which some may still be on their way,
 * and then a passed test counts as one that was not run.
 */
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  after(async () => {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
    await new Promise((resolve) => process.stdout.write('', resolve));
  });
}
