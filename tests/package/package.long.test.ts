import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Installation } from '../../client/index.ts';
import { agentOf, type ProductPage, type Session } from '../../testing/agent.ts';
import { databases, type TestDatabase } from '../../testing/databases.ts';
import { deployedSettings } from '../../testing/deployed-settings.ts';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { merchantOf, PASSWORD } from '../../testing/merchant.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { SECRET_KEY } from '../../testing/test-service.ts';
import { hearing } from '../resilience/processes/served.ts';
import { type InstalledPackage, installPackage, sizesIn } from './installed.ts';

const MAX_MB = 80;
/** Level of the log's lines that say what was done. */
const INFO = 30;
/** Compilers and build tools, by the names of their folders and files. */
const BUILD_TOOLS =
  /(^|\/)(typescript|tsc|esbuild|vite|rolldown|oxc|swc|babel|react|node-gyp|binding\.gyp)(\/|$)/;
const FILE_BESIDE = /new URL\("\.\/([^"]+)", import\.meta\.url\)/g;

const run = promisify(execFile);
let installed: InstalledPackage;
before(async () => {
  installed = await installPackage();
});
after(() => installed.remove());

describe('the installed package', () => {
  it('installs a single package within 80 MB, without a compiler and nothing to compile', async (t) => {
    const sizes = await sizesIn(join(installed.folder, 'node_modules'));
    const packages = (await readdir(join(installed.folder, 'node_modules'))).filter(
      (name) => !name.startsWith('.'),
    );
    assert.deepEqual(packages, ['ucp-host']);
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    t.diagnostic(`${(bytes / 1e6).toFixed(1)} MB in ${sizes.size} files`);
    assert.ok(bytes < MAX_MB * 1e6);
    const wrong = [...sizes.keys()].filter(
      (path) => BUILD_TOOLS.test(path) || /\.(tsx?|node|map)$/.test(path),
    );
    assert.deepEqual(wrong, []);
  });

  it('holds every file that its code names beside itself, and the licenses of what is bundled', async () => {
    const dist = join(installed.folder, 'node_modules/ucp-host/dist');
    const files = await readdir(dist);
    const code = await Promise.all(
      files.filter((file) => file.endsWith('.js')).map((file) => readFile(join(dist, file), 'utf8')),
    );
    const names = code.flatMap((text) => [...text.matchAll(FILE_BESIDE)].map(([, file = '']) => file));
    assert.ok(names.length >= 8, `${names}`);
    for (const file of names) assert.ok(files.includes(file), file);
    for (const licenses of [dist, join(dist, '../console/dist'), join(dist, '../cards/dist')])
      assert.match(await readFile(join(licenses, 'THIRD-PARTY-LICENSES.md'), 'utf8'), /MIT/);
  });

  it('packs a manifest without scripts and dependencies, and leaves that of the checkout as it was', async () => {
    const { scripts, dependencies, devDependencies, workspaces } = JSON.parse(
      await readFile(join(installed.folder, 'node_modules/ucp-host/package.json'), 'utf8'),
    );
    assert.deepEqual(
      [scripts, dependencies, devDependencies, workspaces],
      [undefined, undefined, undefined, undefined],
    );
    assert.ok(JSON.parse(await readFile('package.json', 'utf8')).scripts.prepack);
  });

  it('refuses an older Node in words', async () => {
    const older = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"22.1.0"})';
    await assert.rejects(
      run(process.execPath, ['--import', older, installed.command], { env: installed.env }),
      {
        code: 2,
        stderr: /needs Node 24 or newer/,
      },
    );
  });

  it('ends quietly when the reader of its output closes the pipe', async () => {
    const { stderr } = await run('sh', ['-c', '"$0" --help | true', installed.command], {
      env: installed.env,
    });
    assert.equal(stderr, '');
  });

  it('migrates and reads PostgreSQL', async () => {
    const [, postgres] = databases;
    const databaseUrl = await postgres?.fresh();
    const env = { ...installed.env, DATABASE_URL: databaseUrl, SECRET_KEY: 'a key of sixteen letters' };
    await run(installed.command, ['migrate'], { cwd: installed.folder, env });
    const { stdout } = await run(installed.command, ['stores', '--json'], { cwd: installed.folder, env });
    assert.deepEqual(JSON.parse(stdout), []);
  });
});

interface Start {
  name: string;
  args?: string[];
  /** Settings besides the port. */
  settings(): Promise<Record<string, string>>;
  /** The file of its database, where it is in the folder. */
  file?: string;
}

const inFolder = (file: string) => ({
  file,
  settings: async () => ({ DATABASE_URL: `sqlite:./data/${file}` }),
});
/** The simulated shops stand for real ones. */
const WITH_SHOPS = { SANDBOX: 'on', ALLOW_PRIVATE_ADDRESSES: 'on' };
const asDeployed = (file: string, database: TestDatabase | undefined): Start => ({
  name: `with the settings of ${file} on ${database?.name}`,
  args: ['serve'],
  async settings() {
    const { [file]: deployed = assert.fail(`${file} deploys nothing`) } = deployedSettings();
    const DATABASE_URL = (await database?.fresh()) ?? assert.fail('TEST_DATABASES leaves it out');
    return { ...deployed, SECRET_KEY, DATABASE_URL, HOST: '127.0.0.1', BASE_URL: '', ...WITH_SHOPS };
  },
});

const [sqlite, postgres] = ['SQLite', 'PostgreSQL'].map((name) =>
  databases.find((each) => each.name === name),
);
const STARTS: Start[] = [
  { name: 'without arguments', ...inFolder('1.db') },
  { name: 'with two workers', args: ['serve', '--workers', '2'], ...inFolder('2.db') },
  ...(sqlite ? [asDeployed('deploy/ucp-host.service', sqlite)] : []),
  ...(postgres ? [asDeployed('compose.yaml', postgres)] : []),
];

for (const { name, args = [], settings, file } of STARTS)
  describe(`ucp-host in an empty folder, ${name}`, () => {
    let env: NodeJS.ProcessEnv;
    let baseUrl: string;
    let heard: ReturnType<typeof hearing>;
    let stop: () => Promise<unknown>;
    before(async () => {
      const port = String(await freePort());
      env = { ...installed.env, ...(await settings()), PORT: port };
      const child = spawn(installed.command, args, { cwd: installed.folder, env });
      const ended = new Promise((resolve) => child.once('close', resolve));
      heard = hearing(child);
      await heard.until('is ready on', ended);
      baseUrl = `http://127.0.0.1:${port}`;
      stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
    });

    after(() => stop());

    for (const [slug, words] of [
      ['demo-shopify', 'shoe'],
      ['demo-woocommerce', 'mug'],
    ] as const)
      it(`sells on ${slug}`, async () => {
        const agent = agentOf(baseUrl, slug);
        const { body: page } = await agent.get<ProductPage>(`/catalog/search?q=${words}`);
        const variant = page.products.flatMap(({ variants }) => variants).find(({ available }) => available);
        const line_items = [{ item: { id: variant?.id } }];
        const created = await agent.post(
          '/checkout-sessions',
          { line_items },
          { 'idempotency-key': randomUUID() },
        );
        assert.equal(created.status, 201);
        await payCheckout(created.body.continue_url ?? '');
        const completed = await agent.post<Session>(`/checkout-sessions/${created.body.id}/complete`, {});
        assert.partialDeepStrictEqual(completed, { body: { status: 'completed', payment: 'verified' } });
      });

    it('serves the console, signs a merchant up, and offers the plugin and the reference', async () => {
      const page = await (await fetch(`${baseUrl}/console/`)).text();
      const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
      assert.equal((await fetch(baseUrl + script)).status, 200);
      const merchant = merchantOf({ baseUrl });
      const account = { email: 'ann@shop.example', name: 'Ann', password: PASSWORD };
      assert.equal((await merchant.post('/sign-up', account)).status, 201);
      const { guides } = (await merchant.get<Installation>('/installation')).body;
      assert.equal(guides, `${baseUrl}/guides/`);
      for (const path of [
        '/connectors/ucp-host-woocommerce.zip',
        '/openapi.json',
        '/docs',
        '/guides',
        '/guides/merchants',
      ])
        assert.equal((await fetch(baseUrl + path)).status, 200, path);
    });

    if (file === undefined)
      it('imports the catalogs, and its log says that nothing has failed', async () => {
        const lines = () =>
          heard
            .said()
            .split('\n')
            .filter((line) => line.startsWith('{') && line.endsWith('}'))
            .map((line) => JSON.parse(line) as { level: number; msg: string; store?: string });
        const imported = () =>
          lines()
            .filter(({ msg }) => msg === 'The import of products is complete')
            .map(({ store }) => store);
        await eventually(async () => imported().length === 2, 'both catalogs are imported');
        assert.deepEqual(imported().sort(), ['demo-shopify', 'demo-woocommerce']);
        assert.deepEqual(
          lines().filter(({ level }) => level > INFO),
          [],
        );
      });

    it('names its commands by the binary, keeps its data in the folder, and stops on SIGTERM', async () => {
      const missing = run(installed.command, ['capability', 'none', 'cart', 'off'], {
        cwd: installed.folder,
        env,
      });
      await assert.rejects(missing, { stderr: /See: ucp-host stores/ });
      assert.equal(await stop(), 0);
      if (file !== undefined)
        assert.ok(
          (await readdir(join(installed.folder, 'data'))).includes(file),
          'its data is in the folder',
        );
    });
  });
