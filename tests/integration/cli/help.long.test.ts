import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { getExamples } from '../../../src/cli/declare/declare.ts';
import { createProgram, runCommand } from '../../../src/cli/program.ts';
import { toTypedCommand, UsageError } from '../../../src/cli/shell/terminal.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { everyCommand } from './every-command.ts';

const here = (file: string) => join(import.meta.dirname, file);
const MAIN = here('../../../src/main.ts');

describe('help of the command line', () => {
  let folder: string;
  let modules: string;
  const calls: string[] = [];
  const service = forSuite(() =>
    startHttpServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.end('{}');
    }),
  );
  before(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'ucp-host-help-'));
    folder = await mkdtemp(join(parent, 'empty-'));
    modules = join(parent, 'modules.txt');
  });
  after(() => rm(join(folder, '..'), { recursive: true, force: true }));

  /** Runs in an empty folder, with settings that no command could read. */
  async function run(file: string, ...args: string[]) {
    const env = {
      ...process.env,
      NO_COLOR: '1',
      COLUMNS: '80',
      BASE_URL: service.url,
      DATABASE_URL: 'neither SQLite nor PostgreSQL',
      LOADED_MODULES: modules,
    };
    const child = spawn(process.execPath, ['--import', here('list-modules.ts'), file, ...args], {
      cwd: folder,
      env,
      timeout: 90_000,
    });
    child.stdin.end();
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, out, errors };
  }

  async function hadNoEffect(): Promise<void> {
    assert.deepEqual(await readdir(folder), [], 'no file is made');
    assert.deepEqual(calls, [], 'nothing is called');
    const loaded = (await readFile(modules, 'utf8')).split('\n');
    assert.ok(loaded.length > 5);
    const heavy = loaded.filter((url) =>
      url.includes('/node_modules/')
        ? !/\/node_modules\/(?:commander|zod|lru-cache)\//.test(url)
        : /\/src\/(?:service\.ts|settings\/config|(?:composition|http|jobs|outbound|storage|store-platforms\/\w+)\/(?!presentation\.ts))/.test(
            url,
          ),
    );
    assert.deepEqual(heavy, [], 'neither the service nor the settings are loaded');
  }

  it('prints help for every command without settings, files, calls or the service', async () => {
    const { code, out, errors } = await run(here('print-every-help.ts'));
    assert.deepEqual([code, errors], [0, '']);
    const commands = everyCommand();
    assert.ok(commands.length > 40);
    for (const { path } of commands) {
      const usage = new RegExp(`^Usage: ${['ucp-host', ...path].join(' ')}( |$)`, 'm');
      assert.match(out, usage);
    }
    await hadNoEffect();
  });

  for (const args of [
    ['demo', '--help'],
    ['help', 'stores', 'show'],
    ['users', 'remove', 'ann@shop.example', '--yes', '-h'],
    ['connect', 'woocommerce', '--slug', '--help'],
    ['--version'],
  ])
    it(`prints help without any effect when asked for by: ucp-host ${args.join(' ')}`, async () => {
      const { code, out, errors } = await run(MAIN, ...args);
      assert.deepEqual([code, errors], [0, '']);
      assert.match(out, args[0] === '--version' ? new RegExp(`^${VERSION}\\n$`) : /^Usage: ucp-host /);
      await hadNoEffect();
    });

  it('groups the commands, shows examples and fits a terminal of 80 columns', async () => {
    const { out } = await run(MAIN, 'help');
    for (const heading of ['Service', 'Stores', 'Accounts', 'Database and keys', 'Examples'])
      assert.match(out, new RegExp(`^${heading}:$`, 'm'));
    const { out: every } = await run(here('print-every-help.ts'));
    const long = every
      .split('\n')
      .filter((line) => line.length > 80 && !line.startsWith('  npm run -s cli -- '));
    assert.deepEqual(long, []);
  });

  it('points to --help in a usage error, which has no effect', async () => {
    const { code, out, errors } = await run(MAIN, 'capability', 'demo-shopify', 'carts', 'off');
    assert.deepEqual(
      [code, out, errors],
      [
        2,
        '',
        '✗ Unknown capability "carts". Did you mean "cart"?\n  See: npm run -s cli -- capability --help\n',
      ],
    );
    await hadNoEffect();
  });

  it('gives only examples in help that their command takes', async () => {
    for (const { path, command } of everyCommand()) {
      assert.ok(getExamples(command).length > 0, `${path.join(' ')} has an example`);
      for (const example of getExamples(command)) {
        const ran = await parse(splitWords(example));
        assert.equal(ran.slice(0, path.length).join(' '), path.join(' '), example);
      }
    }
  });
});

/** Splits a line as a shell does, up to what it redirects. */
function splitWords(line: string): string[] {
  const words = [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word);
  const end = words.findIndex((word) => word === '<' || word === '>');
  return words.slice(0, end === -1 ? words.length : end).map((word) => word.replaceAll('"', ''));
}

/** Returns the words of the command that would run. Throws UsageError. */
async function parse(args: string[]): Promise<string[]> {
  const program = createProgram({});
  let ran: string[] = [];
  for (const { path, command } of everyCommand(program)) {
    if (command.commands.length > 0) continue;
    command.action(() => {
      ran = path;
    });
  }
  await runCommand(program, args);
  return ran;
}

describe('wrong usage of the command line', () => {
  const refused = [
    ['stor', 'Unknown command "stor". Did you mean "stores"?', ''],
    ['frobnicate', 'Unknown command "frobnicate".', ''],
    ['stores lst', 'Unknown command "stores lst". Did you mean "stores list"?', 'stores'],
    ['help conect', 'Unknown command "conect". Did you mean "connect"?', ''],
    ['stor --help', 'Unknown command "stor". Did you mean "stores"?', ''],
    ['connect', 'Name a command of "connect": shopify or woocommerce.', 'connect'],
    ['policy', 'Name a command of "policy": export, import, diff or preview.', 'policy'],
    ['connect magento', 'Unknown command "connect magento". It must be shopify or woocommerce.', 'connect'],
    ['demo twice', 'Too many arguments for "demo". Expected 0 arguments but got 1: twice.', 'demo'],
    ['stores show', 'Missing required argument "slug".', 'stores show'],
    ['jobs --jsn', 'Unknown option "--jsn". Did you mean --json?', 'jobs'],
    ['capability mine cart of', 'Unknown state "of". Did you mean "off"?', 'capability'],
    [
      'capability mine catalog off',
      'Unknown capability "catalog". It must be cart, order, discount or fulfillment.',
      'capability',
    ],
    ['serve --workers many', '--workers must be a whole number from 1 to 64, not "many".', 'serve'],
    ['users give ann@shop.example', 'Required option "--store <slug>" not specified.', 'users give'],
    ['tokens create --account', 'Option "--account <e-mail>" argument missing.', 'tokens create'],
    ['completion tcsh', 'Unknown shell "tcsh". It must be bash or zsh.', 'completion'],
  ] as const;
  for (const [args, message, see] of refused)
    it(`answers wrong usage in one line with the nearest right word: ucp-host ${args}`, () =>
      assert.rejects(parse(args.split(' ')), (error: Error) => {
        assert.ok(error instanceof UsageError);
        assert.equal(
          error.message,
          `${message}\n  See: ${toTypedCommand([see, '--help'].filter(Boolean).join(' '))}`,
        );
        return true;
      }));

  it('accepts a bare noun as its list command', async () => {
    for (const noun of [
      'stores',
      'users',
      'tokens',
      'jobs',
      'jobs my-store',
      'stores domains my-store',
      'users --json',
    ])
      assert.equal((await parse(noun.split(' '))).at(-1), 'list', noun);
  });
});
