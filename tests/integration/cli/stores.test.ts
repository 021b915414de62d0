import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { agentOf } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

withService('an operator and the stores', (running, database) => {
  const folder = forSuite(temporaryFolder);

  const cli = (...args: string[]) => commandLine(running.databaseUrl, args);
  const status = async () => (await agentOf(running.baseUrl, 'demo-shopify').get('')).status;

  it('pauses and resumes a store of the running service', { timeout: 30_000 }, async () => {
    const searched = async () =>
      (await agentOf(running.baseUrl, 'demo-shopify').get('/catalog/search?q=mug')).status;
    assert.match((await cli('stores', 'pause', 'demo-shopify')).out, /demo-shopify.* is paused for agents/);
    while ((await searched()) !== 503) await nextTurn();
    assert.match((await cli('stores')).out, /demo-shopify .*paused/);
    const resumed = JSON.parse((await cli('stores', 'resume', 'demo-shopify', '--json')).out);
    assert.deepEqual([resumed.slug, resumed.store.paused_at], ['demo-shopify', null]);
    while ((await searched()) !== 200) await nextTurn();
  });

  it('renames, disconnects and reconnects a store of the running service', async () => {
    const renamed = await cli('stores', 'rename', 'demo-shopify', 'Shoes', '&', 'More', '--json');
    assert.equal(renamed.code, 0, renamed.out);
    assert.equal(JSON.parse(renamed.out).store.name, 'Shoes & More');
    assert.equal((await cli('stores', 'disconnect', 'demo-shopify')).code, 0);
    assert.equal(await status(), 404);
    assert.match((await cli('stores')).out, /demo-shopify .*disconnected/);
    assert.equal((await cli('stores', 'reconnect', 'demo-shopify')).code, 0);
    assert.equal(await status(), 200);
    assert.match((await cli('stores', 'show', 'demo-shopify')).out, /Shoes & More/);
  });

  it('takes the limits of a store’s settings from the merchant API, and "default" for none', async () => {
    const store = async () => JSON.parse((await cli('stores', 'show', 'demo-shopify', '--json')).out).store;
    assert.equal((await cli('stores', 'retention', 'demo-shopify', '30')).code, 0);
    assert.equal((await cli('stores', 'time-zone', 'demo-shopify', '--', '-05:00')).code, 0);
    const { retention_days, chosen_time_zone, test_mode } = await store();
    assert.deepEqual([retention_days, chosen_time_zone, test_mode], [30, '-05:00', true]);
    assert.match((await cli('stores', 'show', 'demo-shopify')).out, /retention +30 days\n/);
    for (const setting of ['retention', 'time-zone'])
      assert.equal((await cli('stores', setting, 'demo-shopify', 'default')).code, 0);
    assert.equal((await store()).chosen_time_zone, null);
    assert.match((await cli('stores', 'show', 'demo-shopify')).out, /retention +90 days \(RETENTION_DAYS\)/);
    for (const [args, message] of [
      [
        'retention demo-shopify 36501',
        '<days> must be a whole number from 0 to 36500, or "default", not "36501"',
      ],
      ['time-zone demo-shopify Mars', '<zone> must be a time zone such as .*, or "default", not "Mars"'],
      ['rename demo-shopify', 'Give a name, or --platform-name'],
      ['rename demo-shopify Mugs --platform-name', 'Give a name, or --platform-name'],
    ] as const) {
      const { code, out } = await cli('stores', ...args.split(' '));
      assert.deepEqual([code, new RegExp(message).test(out)], [2, true], out);
    }
    const long = await cli('stores', 'rename', 'demo-shopify', 'x'.repeat(101));
    assert.deepEqual([long.code, /<name> must have at most 100/.test(long.out)], [2, true], long.out);
    const names = JSON.parse(
      (await cli('stores', 'rename', 'demo-shopify', '--platform-name', '--json')).out,
    );
    assert.equal(names.store.name, names.store.platform_name);
    assert.equal((await cli('stores', 'rename', 'demo-shopify', 'Shoes & More')).code, 0);
  });

  it('switches mail alerts of a store, which its details show', async () => {
    const switched = await cli('stores', 'mail-alerts', 'demo-shopify', 'off');
    assert.match(switched.out, /mail alerts are off for .*demo-shopify/);
    assert.match((await cli('stores', 'show', 'demo-shopify')).out, /mail alerts +off\n/);
    assert.equal((await cli('stores', 'mail-alerts', 'demo-shopify', 'on')).code, 0);
    assert.match((await cli('stores', 'show', 'demo-shopify')).out, /mail alerts +on\n/);
  });

  it('exports a store to a file of the operator’s own, with who did what', async () => {
    const out = folder.file('store.json');
    const exported = await cli('export', 'demo-shopify', '--out', out);
    assert.equal(exported.code, 0);
    assert.match(exported.out, /demo-shopify.* is in .*store\.json \([\d,]+ bytes\)/);
    const { store, audit } = JSON.parse(await readFile(out, 'utf8'));
    assert.equal(store.name, 'Shoes & More');
    const actions = (audit as { actor: string; action: string }[]).map(
      ({ actor, action }) => `${actor}: ${action}`,
    );
    assert.ok(actions.includes('command line: store.disconnected'));
    assert.equal((await stat(out)).mode & 0o077, 0);
    assert.equal(JSON.parse((await cli('export', 'demo-shopify')).out).format, 'ucp-host/store');
  });

  it('deletes a store only when its slug is given twice', async () => {
    assert.equal((await cli('stores', 'delete', 'demo-shopify')).code, 2);
    assert.equal((await cli('stores', 'delete', 'demo-shopify', '--yes-delete', 'demo')).code, 1);
    const done = await cli('stores', 'delete', 'demo-shopify', '--yes-delete', 'demo-shopify');
    assert.equal(done.code, 0, done.out);
    assert.equal(await status(), 404);
    assert.equal((await cli('stores', 'show', 'demo-shopify')).code, 1);
  });

  it('brings an empty database up to date, and says so', async () => {
    const empty = await database.fresh();
    const reading = await commandLine(empty, ['stores']);
    assert.deepEqual(
      [reading.code, /There is no database in |is empty/.test(reading.out)],
      [1, true],
      reading.out,
    );
    const before = await commandLine(empty, ['migrate', '--status']);
    assert.deepEqual([before.code, /001-.+not yet/.test(before.out)], [1, true], before.out);
    const ran: string[] = JSON.parse((await commandLine(empty, ['migrate', '--json'])).out).ran;
    assert.match(ran.join(), /^001-tables-[\da-f]{8}$/);
    assert.match((await commandLine(empty, ['migrate'])).out, /up to date/);
    assert.equal((await commandLine(empty, ['migrate', '--status', '--json'])).code, 0);
  });
});
