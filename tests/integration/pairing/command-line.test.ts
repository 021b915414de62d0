import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { it } from 'node:test';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { openService, openSite, setSiteFault, signUp, typeCode } from './at-pairing.ts';

onEveryDatabase('pair, on the command line', (database) => {
  const running = forSuite(() => openService(database));
  const site = forSuite(() => openSite('Typed Goods'));

  const pair = (...args: string[]) => startCli(['pair', ...args], running.databaseUrl);

  it('issues an operator’s code and waits until the site is paired', async () => {
    const cli = pair('--wait', '--json');
    const { code } = JSON.parse(await cli.line()) as { code: string };
    assert.equal((await typeCode(site, running.baseUrl, code)).ok, true);
    const end = JSON.parse(await cli.line());
    assert.deepEqual([end.status, end.store.slug, await cli.exit()], ['paired', 'typed-goods', 0]);
    assert.equal((await running.service.stores.find('typed-goods'))?.organizationId, null);
  });

  it('issues a code for an account, and exits with 1 and the reason when the site is refused', async () => {
    const { account } = await signUp(running);
    const cli = pair('--wait', '--json', '--account', account.email);
    const { code } = JSON.parse(await cli.line()) as { code: string };
    setSiteFault(site, 'login_wall');
    await typeCode(site, running.baseUrl, code);
    setSiteFault(site, null);
    const end = JSON.parse(await cli.line());
    assert.deepEqual([end.status, end.refusal.reason, await cli.exit()], ['refused', 'login_wall', 1]);
  });

  it('explains where to enter the code', async () => {
    const { code, out } = await commandLine(running.databaseUrl, ['pair']);
    assert.equal(code, 0);
    const instructions = /\d{3} \d{3}.*works once[\s\S]*WooCommerce → Shopping agents[\s\S]*Service address/;
    assert.match(out, instructions);
  });

  it('refuses an account that does not exist', async () => {
    const { code, out } = await commandLine(running.databaseUrl, [
      'pair',
      '--account',
      'nobody@shop.example',
    ]);
    assert.equal(code, 1);
    assert.match(out, /There is no account/);
  });
});

/** Runs the command line on a database and streams its output. */
function startCli(args: string[], databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY, NO_COLOR: '1', LOG_LEVEL: 'silent' };
  const child: ChildProcess = spawn(process.execPath, ['src/main.ts', ...args], { env });
  let [text, read] = ['', 0];
  const more = new EventTarget();
  const hear = (chunk: Buffer) => {
    text += chunk;
    more.dispatchEvent(new Event('more'));
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  return {
    exit: () => ended,
    /** Returns the next complete line. */
    async line(): Promise<string> {
      while (!text.includes('\n', read))
        await new Promise((resolve) => more.addEventListener('more', resolve, { once: true }));
      const end = text.indexOf('\n', read);
      const line = text.slice(read, end);
      read = end + 1;
      return line;
    },
  };
}
