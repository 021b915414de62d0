import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { commands } from '../../../src/cli/index.ts';
import { runCommand } from '../../../testing/command-line.ts';

describe('help of the command line', () => {
  let folder: string;
  let service: Server;
  const calls: string[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ucp-host-help-'));
    service = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    service.close();
    await rm(folder, { recursive: true, force: true });
  });

  function run(...args: string[]) {
    const { port } = service.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const { DATABASE_URL: _database, SECRET_KEY: _key, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: '1', PORT: String(port), BASE_URL: baseUrl };
    return runCommand({ args, env, cwd: folder });
  }

  const asked = [
    ...Object.keys(commands).map((name) => [name, '--help']),
    ['demo', '-h'],
    ['users', 'remove', 'ann@shop.example', '--yes', '-h'],
    ['help', 'demo'],
  ];
  for (const args of asked) {
    it(`prints the usage and does nothing else for: ${args.join(' ')}`, async () => {
      const { code, out, errors } = await run(...args);
      const command = commands[args.find((arg) => arg !== 'help') ?? ''];
      assert.deepEqual({ code, out, errors }, { code: 0, out: `${command?.usage}\n`, errors: '' });
      assert.match(out, new RegExp(`^ +${args.find((arg) => arg !== 'help')}`, 'm'), 'it shows the command');
      assert.deepEqual(await readdir(folder), [], 'no file is made');
      assert.deepEqual(calls, [], 'nothing is called');
    });
  }

  it('refuses a word that demo does not know, before anything is called', async () => {
    assert.equal((await run('demo', 'twice')).code, 2);
    assert.deepEqual(calls, []);
  });

  it('lists every command for help and for a name that is no command', async () => {
    for (const [name, expected] of [
      ['-h', 0],
      ['stor', 2],
    ] as const) {
      const { code, out } = await run(name);
      assert.equal(code, expected);
      for (const command of Object.keys(commands)) assert.match(out, new RegExp(`^ +${command} `, 'm'));
    }
  });
});
