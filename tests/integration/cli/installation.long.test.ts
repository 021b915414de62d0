import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { SETTINGS } from '../../../src/settings/schema.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

describe('commands in a folder without an installation', () => {
  const folder = forEachTest(temporaryFolder);

  function run(args: string, settings: Record<string, string> = {}, input = '') {
    const { DATABASE_URL: _database, SECRET_KEY: _key, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: '1', ...settings };
    return runCommand({ args: args.split(' '), env, input, cwd: folder.path });
  }

  for (const args of [
    'stores',
    'jobs my-store',
    'users list',
    'pair --wait',
    'rotate-signing-key',
    'backup copy.db',
  ])
    it(`name the database that is missing and create nothing: ${args}`, async () => {
      const { code, out, errors } = await run(args);
      assert.deepEqual([code, out], [1, '']);
      const message =
        /^✗ There is no database in \S+data \(DATABASE_URL is sqlite:\.\/data\/ucp-host\.db\)\. [^\n]+\n$/;
      assert.match(errors, message);
      assert.ok(errors.includes(folder.file('data')));
      assert.deepEqual(await readdir(folder.path), []);
    });

  it('refuse an empty key file', async () => {
    await writeFile(folder.file('secret.key'), '');
    const { code, errors } = await run('serve', { DATABASE_URL: 'sqlite:shops.db', PORT: '0' });
    assert.deepEqual([code, errors.split('\n').length], [2, 2], errors);
    assert.match(errors, /secret\.key is empty/);
  });

  it('say in one sentence that PostgreSQL cannot be reached, without its password', async () => {
    const { code, errors } = await run('stores', { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/shops' });
    assert.deepEqual(
      [code, errors],
      [1, '✗ PostgreSQL at 127.0.0.1:1/shops cannot be opened: connect ECONNREFUSED 127.0.0.1:1.\n'],
    );
    const misread = ['me:hid/den@db', 'me:hid?den@db', 'me:hid#den@db', 'me:hid%den@db', 'me:hidden@db:port'];
    for (const place of misread) {
      const unreadable = await run('stores', { DATABASE_URL: `postgres://${place}/shops` });
      assert.equal(unreadable.code, 2);
      assert.match(unreadable.errors, /^✗ The address of the database cannot be read; [^\n]+ % as %25\.\n$/);
    }
    const serving = await run('serve', { DATABASE_URL: 'postgres://127.0.0.1:1/shops' });
    assert.deepEqual([serving.code, serving.errors.split('\n').length], [1, 2], serving.errors);
  });

  it('say that the address of a PostgreSQL which asks for a password has none, and hang up', async (t) => {
    const server = createServer((socket) => {
      // The server's two messages of SCRAM before it wants the proof of a password.
      socket.once('data', () => socket.write(authentication(10, 'SCRAM-SHA-256\0\0')));
      socket.on('data', (part) => part[0] === 0x70 && socket.write(authentication(11, 'r=1,s=MQ==,i=1')));
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const connected = once(server, 'connection');
    const { port } = server.address() as AddressInfo;
    const { code, errors } = await run('stores', { DATABASE_URL: `postgres://me@127.0.0.1:${port}/shops` });
    const why = 'it asks for a password, and its address has none';
    assert.deepEqual(
      [code, errors],
      [1, `✗ PostgreSQL at 127.0.0.1:${port}/shops cannot be opened: ${why}.\n`],
    );
    const [socket] = await connected;
    if (!socket.closed) await once(socket, 'close');
  });

  it('say in one sentence that a file is no database, or no list of agent platforms', async () => {
    const note = folder.file('note.txt');
    await writeFile(note, 'hello', { mode: 0o644 });
    const noDatabase = await run('stores', { DATABASE_URL: 'sqlite:note.txt' });
    assert.deepEqual(
      [noDatabase.code, noDatabase.errors],
      [1, '✗ The database note.txt cannot be opened: file is not a database.\n'],
    );
    assert.equal((await stat(note)).mode & 0o777, 0o644, 'the mode of another file is not changed');
    const settings = { UCP_AGENT_PLATFORMS: 'none.json', DATABASE_URL: 'sqlite::memory:' };
    const noPlatforms = await run('serve', settings);
    assert.equal(noPlatforms.code, 2);
    const message = /^✗ UCP_AGENT_PLATFORMS names none\.json, which cannot be used: ENOENT[^\n]+\n$/;
    assert.match(noPlatforms.errors, message);
  });

  it('name a port to serve on beside one that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, errors } = await run('serve', { PORT: String(port), DATABASE_URL: 'sqlite::memory:' });
    server.close();
    assert.equal(code, 2);
    assert.match(errors, new RegExp(`^✗ Port ${port} is taken by another program\\. `));
    assert.ok(!errors.includes(`PORT=${port} `), errors);
  });

  for (const workers of ['', ' --workers 2'])
    for (const host of ['127.0.0.1:80', '192.0.2.1'])
      it(`name HOST when serve${workers} cannot listen on ${host}`, async () => {
        const settings = { HOST: host, PORT: '0', DATABASE_URL: 'sqlite:here.db', SANDBOX: 'off' };
        const { code, errors } = await run(`serve${workers}`, settings);
        assert.deepEqual(
          [code, errors],
          [2, `✗ HOST is "${host}"; it must be an address of this machine.\n`],
        );
      });

  it('warn of a misspelt setting beside their output', async () => {
    const { code, errors } = await run('migrate --status', { SANBOX: 'off' });
    assert.deepEqual([code, errors], [1, '! SANBOX is not a setting. Did you mean SANDBOX?\n']);
  });

  it('show every setting with its value, origin and meaning, and change nothing', async () => {
    const settings = {
      NODE_ENV: '',
      PORT: '9000',
      UCP_PLATFORMS: 'mine.json',
      METRICS_TOKEN: 'hidden-hidden-hidden',
      DATABASE_URL: 'postgres://me:hidden@db/x',
    };
    const { code, out, errors } = await run('config --json', settings);
    assert.equal(code, 0);
    const rows = JSON.parse(out) as { name: string; value: string; origin: string; meaning: string }[];
    assert.deepEqual(pluck(rows, 'name'), SETTINGS);
    const of = (setting: string) => {
      const { value, origin } = rows.find(({ name }) => name === setting) ?? {};
      return [value, origin];
    };
    assert.deepEqual(of('PORT'), ['9000', 'environment']);
    assert.deepEqual(of('HOST'), ['127.0.0.1', 'default']);
    assert.deepEqual(of('BASE_URL'), ['http://127.0.0.1:9000', 'default']);
    assert.deepEqual(of('SANDBOX'), ['on', 'default']);
    assert.deepEqual(of('UCP_AGENT_PLATFORMS'), ['mine.json', 'environment, as UCP_PLATFORMS']);
    assert.deepEqual(of('SECRET_KEY'), ['none yet', 'default']);
    assert.deepEqual(of('DATABASE_URL'), ['postgres://me:••••@db/x', 'environment']);
    for (const { meaning } of rows) assert.ok(meaning.length > 10);
    assert.doesNotMatch(out, /hidden/);
    assert.match(errors, /UCP_PLATFORMS is now called UCP_AGENT_PLATFORMS/);
    assert.deepEqual(await readdir(folder.path), []);
  });

  it('say that they created a database, whose generated key is shown as generated', async () => {
    assert.equal((await run('users list', { DATABASE_URL: 'sqlite::memory:' })).code, 0);
    assert.deepEqual(await readdir(folder.path), []);
    const add = 'users add --email ann@shop.example --name Ann --password-stdin --json';
    const added = await run(add, {}, 'correct horse battery');
    assert.equal(JSON.parse(added.out).email, 'ann@shop.example');
    assert.equal(added.errors, `! There is no database yet: creating ${folder.file('data/ucp-host.db')}.\n`);
    assert.equal((await run('users list')).errors, '');
    const { code, out, errors } = await run('config', { NODE_ENV: '' });
    assert.equal(code, 0, errors);
    assert.match(out, /^SECRET_KEY=•+ {2}generated, in data\/secret\.key\n {2}encrypts /m);
    const wrong = await run('config', { PORT: 'abc' });
    assert.deepEqual(
      [wrong.code, wrong.errors],
      [2, '✗ PORT is "abc"; it must be a whole number from 0 to 65535.\n'],
    );
    assert.match(wrong.out, /^PORT=abc {2}environment$/m);
  });
});

/** Message of PostgreSQL's protocol that asks for authentication. */
function authentication(kind: number, text: string): Buffer {
  const message = Buffer.alloc(9);
  message.write('R');
  message.writeInt32BE(8 + text.length, 1);
  message.writeInt32BE(kind, 5);
  return Buffer.concat([message, Buffer.from(text)]);
}
