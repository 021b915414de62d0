import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { withService } from '../../../testing/everywhere.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';

const run = promisify(execFile);

const COMMANDS: [string, ...string[]][] = [
  ['help'],
  ['users'],
  ['tokens'],
  ['stores'],
  ['jobs'],
  ['migrate', '--status'],
  ['capability', 'demo-shopify', 'order', 'on'],
  ['import', 'demo-woocommerce'],
  ['export', 'demo-shopify'],
];

withService('the process of a command', (running) => {
  for (const args of COMMANDS)
    it(`ends by itself after: ${args.join(' ')}`, async () => {
      const env = { ...process.env, DATABASE_URL: running.databaseUrl, SECRET_KEY, NO_COLOR: '1' };
      // A timeout ends the process by a signal, which rejects as well.
      const { stdout } = await run(process.execPath, ['src/main.ts', ...args], { env, timeout: 60_000 });
      assert.notEqual(stdout, '');
    });

  it('ends quietly when the reader of an export closes the pipe', async () => {
    const env = { ...process.env, DATABASE_URL: running.databaseUrl, SECRET_KEY, NO_COLOR: '1' };
    const script = '{ "$0" src/main.ts export demo-shopify; echo "code $?" >&2; } | true';
    const { stderr } = await run('sh', ['-c', script, process.execPath], { env, timeout: 60_000 });
    assert.equal(stderr, 'code 0\n');
  });
});
