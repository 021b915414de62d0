import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const SUITES = `
  import { beforeEach, describe, it } from 'node:test';
  import { setTimeout as wait } from 'node:timers/promises';
  import { expectFailingJobs, expectLogged, logOfTests } from '${new URL('../testing/log-of-tests.ts', import.meta.url)}';
  const error = () => logOfTests.write('{"level":50,"msg":"out of order"}\\n');
  const job = (member) => logOfTests.write(\`{"level":40,"\${member}":{},"msg":"A job failed"}\\n\`);
  describe('one after the other', () => {
    it('fails by an error', error);
    it('passes with an expected error', () => { expectLogged(/out of order/); error(); });
    it('passes when it skips itself', (t) => { expectLogged(/out of order/); t.skip(); });
    it('fails by an error that only earlier tests expected', error);
    it('passes with a subtest', async (t) => { expectLogged(/out of order/); await t.test('passes', error); error(); });
    it('fails by a failed job', () => job('reason'));
    it('passes with a warning', () => logOfTests.write('{"level":40,"msg":"Slow"}\\n'));
  });
  describe('at the same time', { concurrency: 2 }, () => {
    beforeEach(expectFailingJobs);
    for (const ms of [10, 100]) it('passes with a failed job', async () => { await wait(ms); job('reason'); });
  });
  describe('where jobs may fail', () => {
    beforeEach(expectFailingJobs);
    it('fails by a job that met an unexpected error', () => job('err'));
  });
`;

it('an error and a failed job in the log fail the test that does not expect them, and no other', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('suites.test.mjs');
  await writeFile(file, SUITES);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    env,
    encoding: 'utf8',
  });
  const results = [...stdout.matchAll(/(not ok|ok) \d+ - ((?:passes|fails) .*?)(?: # .*)?$/gm)];
  assert.equal(results.length, 10);
  for (const [, result, title = ''] of results)
    assert.equal(result, title.startsWith('fails') ? 'not ok' : 'ok', title);
});
