import assert from 'node:assert/strict';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { addConsole } from '../../src/http/merchants/console.ts';
import { startConsoleService } from '../../testing/browser.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

describe('the served console', () => {
  const service = forSuite(() => startConsoleService());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.baseUrl + path, { headers, redirect: 'manual' });

  it('leads browsers there from the address of the service, and agents not', async () => {
    const browser = await get('/', HTML);
    assert.equal(browser.status, 302);
    assert.equal(browser.headers.get('location'), '/console/');
    const agent = await get('/', { accept: '*/*' });
    assert.equal(agent.status, 404);
    assert.match(await agent.text(), /console at \/console\/, the API reference is at \/docs/);
  });

  it('answers every page of it with the same document, asked for again each time', async () => {
    const first = await get('/console');
    const html = await first.text();
    assert.match(html, /<div id="root">/);
    for (const path of ['/console/', '/console/stores', '/console/stores/demo-shopify/sessions/1.2'])
      assert.equal(await (await get(path)).text(), html, path);
    assert.equal(first.headers.get('cache-control'), 'no-cache');
    const etag = first.headers.get('etag') ?? '';
    assert.equal((await get('/console', { 'if-none-match': etag })).status, 304);
    assert.notEqual((await get('/docs')).headers.get('etag'), etag);
    assert.equal((await get('/console/favicon.svg')).headers.get('content-type'), 'image/svg+xml');
  });

  it('lets its scripts be kept for ever, packed where that is understood', async () => {
    const [script = ''] = assetsOf(await (await get('/console')).text());
    const answer = await get(script);
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
    assert.equal(answer.headers.get('content-type'), 'application/javascript; charset=utf-8');
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    assert.equal(
      (await get(script, { 'accept-encoding': 'identity' })).headers.get('content-encoding'),
      null,
    );
  });

  it('says not_found for a script that is not there, rather than answering with a page', async () => {
    const answer = await get('/console/assets/none.js');
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /"code":"not_found"/);
  });

  it('gives nothing away that lies beside it', async () => {
    const secret = 'private": true';
    for (const path of [
      '/console/../package.json',
      '/console/..%2f..%2fpackage.json',
      '/console/built-from.txt',
    ])
      assert.ok(!(await rawGet(service.baseUrl, path)).includes(secret), path);
    for (const path of ['..%2findex.html', '%2e%2e/index.html', '%00', './none.js'])
      assert.match(await rawGet(service.baseUrl, `/console/assets/${path}`), /"code":"not_found"/, path);
  });

  it('serves every guide that the console links to, and those that guides link to', async () => {
    const linked = await listLinkedGuides();
    assert.ok(linked.length >= 7, linked.join());
    const seen = new Set<string>();
    for (const path of ['/guides', ...linked]) {
      const [page = '', anchor] = path.split('#');
      const answer = await get(page);
      const html = await answer.text();
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('content-security-policy') ?? '', /script-src 'self'(;|$)/);
      assert.ok(anchor === undefined || html.includes(`id="${anchor}"`), path);
      for (const [, address = ''] of html.matchAll(/(?:href|src)="(\/[^"#]*)/g)) seen.add(address);
    }
    assert.ok(
      [...seen].some((path) => path.endsWith('.png')),
      'guides have pictures',
    );
    for (const path of seen) assert.ok((await get(path)).status < 400, path);
    const etag = (await get('/guides/policy')).headers.get('etag') ?? '';
    assert.equal((await get('/guides/policy', { 'if-none-match': etag })).status, 304);
    for (const path of ['/guides/none', '/guides/..%2findex', '/guides/%2e%2e'])
      assert.match(await rawGet(service.baseUrl, path), /"code":"not_found"/, path);
  });

  it('allows scripts of its own only, and no frame around it', async () => {
    const { headers } = await get('/console');
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /connect-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    const inline = /<script(?![^>]*\ssrc=)[^>]*>/.test(await (await get('/console')).text());
    assert.equal(inline, false);
  });

  it('needs less than 250 kB for the first page', async () => {
    const assets = assetsOf(await (await get('/console')).text());
    const sizes = await Promise.all(assets.map((path) => packedSize(service.baseUrl, path)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total < 250_000, `${total} bytes`);
  });
});

it('counts large scripts and indexes of the console by the address, however their name is written, and no page', async () => {
  await using service = await startConsoleService({ RATE_LIMIT: '0.1' });
  const getStatus = async (path: string) => (await fetch(service.baseUrl + path)).status;
  const html = await (await fetch(`${service.baseUrl}/console/`)).text();
  const script = assetsOf(html).find((path) => path.endsWith('.js')) ?? assert.fail('no script');
  const encoded = script.replace('index', '%69ndex');
  const statuses: number[] = [];
  for (const path of [script, encoded, '/guides/search.json', script, encoded, script, encoded, '/docs'])
    statuses.push(await getStatus(path));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429]);
  for (const path of ['/console/', '/guides', '/guides/policy', '/console/favicon.svg'])
    assert.equal(await getStatus(path), 200, path);
});

it('a console that is not built says so with the command that builds it, and is served once it is built', async () => {
  await using folder = await temporaryFolder();
  const server = fastify();
  addConsole(server, { folder: folder.path, pictures: [] }, async () => undefined);
  const before = await server.inject('/console/stores');
  assert.equal(before.statusCode, 503);
  assert.match(before.body, /not built.*npm run build/s);
  await writeFile(folder.file('index.html'), '<div id="root">');
  assert.equal((await server.inject('/console/stores')).statusCode, 200);
});

/** Addresses of the guides that pages of the console name, as in docs/. */
async function listLinkedGuides(): Promise<string[]> {
  const linked = new Set<string>();
  for await (const file of glob('{console,src/store-platforms}/**/{presentation.ts,*.tsx}'))
    for (const [, page = ''] of (await readFile(file, 'utf8')).matchAll(/['"]([a-z-]+\.md(?:#[\w-]+)?)['"]/g))
      linked.add(`/guides/${page.replace('.md', '')}`);
  return [...linked];
}

/** Scripts, styles and preloads that the document names. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

async function packedSize(baseUrl: string, path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(baseUrl + path, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () => {
      const body = Buffer.concat(parts);
      assert.ok(gunzipSync(body).length > body.length);
      resolve(body.length);
    });
  })
    .on('error', reject)
    .end();
  return promise;
}

/** As it is written: `fetch` would tidy the path. */
async function rawGet(baseUrl: string, path: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ hostname, port, path }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => resolve(text));
  })
    .on('error', reject)
    .end();
  return promise;
}
