import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../../testing/free-port.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

it('npm run demo plays a whole purchase on each store, with no service running', async () => {
  const env = { ...process.env, PORT: String(await freePort()), NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, ['src/main.ts', 'demo'], {
    env,
    timeout: 90_000,
  });
  assert.equal(stdout.match(/completed; payment verified/g)?.length, 2);
  assert.equal(stdout.match(/SUMMER10 takes off/g)?.length, 2);
  assert.equal(stdout.match(/EXPIRED5 discount_code_expired/g)?.length, 2);
  assert.equal(stdout.match(/shipped; total/g)?.length, 2);
  assert.doesNotMatch(stdout, /[?&](?:key|ucp_cart)=\w/, 'the key to a cart is not shown');
});

it('npm run demo -- --history says what is missing where there is no database or no service', async () => {
  await using folder = await temporaryFolder();
  const env = { ...process.env, DATABASE_URL: `sqlite:${folder.path}/ucp-host.db`, NO_COLOR: '1' };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/main.ts', ...args], { env, timeout: 90_000 });
  await assert.rejects(run('demo', '--history'), { code: 1, stderr: /There is no database/ });
  await run('migrate');
  await assert.rejects(run('demo', '--history'), { code: 2, stderr: /No service of this folder is running/ });
});
