import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { STORE_HOST_PATHS } from '../../../src/http/hosts/tenant-hosts.ts';
import { askHost } from '../../../testing/ask-host.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/eventually.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { freePort } from '../../../testing/free-port.ts';
import { programAddress, withoutProgram } from '../../../testing/programs.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { startCustomDomains } from './own-domain.ts';

const DOMAIN = 'agents.shop.example';
const readPage = () => readFile('docs/operations.md', 'utf8');

describe('the recipes of proxies for custom domains', () => {
  it('lets Caddy pass every path that a store’s host serves, and nothing else', async () => {
    const [, paths = ''] = /@agents path (.+)/.exec(await readPage()) ?? [];
    assert.deepEqual(
      paths.split(' '),
      STORE_HOST_PATHS.flatMap((path) => [path, `${path}/*`]),
    );
  });
});

describe('a custom domain behind nginx', { skip: withoutProgram('nginx', 'nginx-light') }, () => {
  const own = forSuite(() => startCustomDomains(anyDatabase));
  const folder = forSuite(temporaryFolder);

  it('answers through the recipe as without a proxy on every path of a store’s host, and nowhere else', async (t) => {
    await own.live('demo-shopify', DOMAIN);
    const nginx = await startNginx(await readPage());
    t.after(nginx.stop);
    const below = [
      '/.well-known/ucp/2026-04-08',
      '/mcp/server-card',
      '/buy/nothing',
      '/llms.txt/',
      '/ucp/mcp',
    ];
    for (const path of [...STORE_HOST_PATHS, ...below]) {
      const [direct, proxied] = await Promise.all(
        [own.running.baseUrl, nginx.url].map((origin) => askHost(origin, DOMAIN, path)),
      );
      assert.deepEqual(
        [proxied?.status, proxied?.headers['content-type']],
        [direct?.status, direct?.headers['content-type']],
        path,
      );
      assert.ok(proxied?.headers['x-request-id'], `${path} reaches the service`);
    }
    for (const path of [
      '/.well-known/ucp',
      '/.well-known/ai-catalog.json',
      '/llms.txt',
      '/llms.txt/',
      '/mcp/server-card',
    ])
      assert.equal((await askHost(nginx.url, DOMAIN, path)).status, 200, path);
    for (const path of ['/console', '/metrics', '/api/merchant/me', '/'])
      assert.equal((await askHost(nginx.url, DOMAIN, path)).headers['x-request-id'], undefined, path);
  });

  async function startNginx(page: string) {
    const [recipe = ''] = /^server \{\n[\s\S]*?^\}$/m.exec(page) ?? [];
    assert.ok(recipe.includes(`server_name ${DOMAIN}`), 'the page has the recipe');
    const port = await freePort();
    const server = recipe
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replaceAll(/ *ssl_certificate.*\n/g, '')
      .replaceAll('http://127.0.0.1:8787', own.running.baseUrl);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder.file(name)};`,
    );
    const file = folder.file('nginx.conf');
    await writeFile(
      file,
      `daemon off; pid ${folder.file('pid')}; error_log ${folder.file('error.log')};\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${server}\n}`,
    );
    const args = ['-p', folder.path, '-e', folder.file('error.log'), '-c', file];
    const program = programAddress('nginx') ?? 'nginx';
    await promisify(execFile)(program, ['-t', ...args]);
    const child = spawn(program, args, { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => (await fetch(url).catch(() => undefined)) !== undefined, 'nginx listens');
    return { url, stop: () => void child.kill('SIGTERM') };
  }
});
