import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { buildRecipes, type RecipeFor, toSafeUrl } from '../../../src/merchant/discovery/recipes.ts';
import type { Recipe } from '../../../src/store-platforms/presentation.ts';
import { freePort } from '../../../testing/free-port.ts';
import { programAddress, withoutProgram } from '../../../testing/programs.ts';
import { scriptedServer } from '../store-platforms/scripted-server.ts';

const NGINX = programAddress('nginx') ?? 'nginx';

const MUGS: RecipeFor = {
  manifestUrl: 'https://ucp.example/api/ucp/mugs',
  domain: 'mugs.example',
  platform: 'woocommerce',
};
/** Address of the service, as an attacker would set it to break out of a configuration. */
const NASTY = `https://ucp.example/a"b'c;d}$host\${e}%1%{HTTP_HOST}\\ \`id\`|<f>*#/api/ucp/mugs`;

function recipeOf(id: string, kind: Recipe['kind'], of: RecipeFor = MUGS): string {
  const match = buildRecipes(of).find((recipe) => recipe.id === id && recipe.kind === kind);
  assert.ok(match, `${id} ${kind}`);
  return match.text;
}

describe('recipes', () => {
  it('offers discovery recipes for every server, as a redirect and as a direct answer, with the store’s addresses', () => {
    for (const id of ['nginx', 'apache', 'caddy', 'cloudflare', 'vercel'])
      for (const kind of ['direct', 'redirect'] as const) {
        const text = recipeOf(id, kind);
        assert.match(text, /ucp\.example/, id);
        assert.match(text, /\/api\/ucp\/mugs/, id);
        assert.match(text, /well-known\/ucp/, id);
      }
  });

  it('begin with the shop’s own platform', () => {
    assert.equal(buildRecipes(MUGS)[0]?.id, 'wordpress');
    const [first, ...others] = buildRecipes({ ...MUGS, platform: 'shopify' });
    assert.deepEqual([first?.id, first?.kind], ['shopify', 'advice']);
    assert.match(first?.note ?? '', /Shopify serves/);
    assert.ok(others.every(({ id }) => id !== 'wordpress'));
  });

  it('send a WooCommerce merchant to the existing menu, and leave pairing out for a paired shop', () => {
    for (const kind of ['direct', 'redirect'] as const) {
      const [unpaired, paired] = [MUGS, { ...MUGS, isPaired: true }].map((of) =>
        recipeOf('wordpress', kind, of),
      );
      const steps = /^1\. Install and activate.*\n2\. Open WooCommerce → Shopping agents and pair/;
      assert.match(unpaired ?? '', steps);
      assert.match(paired ?? '', /^1\. Open WooCommerce → Shopping agents\.\n2\. Under/);
      assert.doesNotMatch(paired ?? '', /[Ii]nstall|pair the shop/);
    }
  });

  it('hold addresses that are one word in every configuration', () => {
    const safe = toSafeUrl(NASTY);
    assert.doesNotMatch(safe, /["'`\s\\;{}$|<>*#]/);
    assert.equal(toSafeUrl(MUGS.manifestUrl), MUGS.manifestUrl);
    for (const { text } of buildRecipes({ ...MUGS, domain: 'mugs.example"; evil {', manifestUrl: NASTY }))
      assert.doesNotMatch(text, /\$host|evil|`id`|c;d/);
  });

  it('writes the recipe for Vercel as valid JSON and the one for Cloudflare as a valid program', () => {
    for (const manifestUrl of [MUGS.manifestUrl, NASTY]) {
      const at = { ...MUGS, manifestUrl };
      const { rewrites } = JSON.parse(recipeOf('vercel', 'direct', at));
      assert.deepEqual(rewrites, [{ source: '/.well-known/ucp', destination: toSafeUrl(manifestUrl) }]);
      const { redirects } = JSON.parse(recipeOf('vercel', 'redirect', at));
      assert.equal(redirects[0].statusCode, 302);
      const checked = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
        input: recipeOf('cloudflare', 'direct', at),
      });
      assert.equal(checked.status, 0, String(checked.stderr));
    }
  });

  it('answer as a Worker with what the service says', async (t) => {
    const service = await scriptedServer(() => ({ body: { ucp: {} } }));
    t.after(() => service.close());
    const text = recipeOf('cloudflare', 'direct', { ...MUGS, manifestUrl: `${service.url}/api/ucp/mugs` });
    const worker = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    const answer: Response = await worker.default.fetch();
    assert.deepEqual(await answer.json(), { ucp: {} });
    assert.match(answer.headers.get('content-type') ?? '', /json/);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=300');
    assert.equal(service.requests[0]?.path, '/api/ucp/mugs');
  });

  it('keep Apache from reading its own signs in the address', () => {
    const text = recipeOf('apache', 'redirect', {
      ...MUGS,
      manifestUrl: 'https://ucp.example/%7E1/api/ucp/mugs',
    });
    assert.match(text, /"https:\/\/ucp\.example\/\\%7E1\/api\/ucp\/mugs"/);
  });

  it('writes recipes for nginx that it understands and that redirect or answer as they say', {
    skip: withoutProgram('nginx', 'nginx-light'),
  }, async (t) => {
    const service = await scriptedServer(() => ({
      body: { ucp: {} },
      headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' },
    }));
    t.after(() => service.close());
    const manifestUrl = `${service.url}/api/ucp/mugs`;
    for (const address of [
      NASTY.replace('ucp.example', '127.0.0.1'),
      MUGS.manifestUrl.replace('ucp.example', 'localhost'),
    ])
      for (const kind of ['direct', 'redirect'] as const)
        await nginxWith(t, recipeOf('nginx', kind, { ...MUGS, manifestUrl: address }), 'only check');
    const direct = await nginxWith(t, recipeOf('nginx', 'direct', { ...MUGS, manifestUrl }));
    const answer = await fetch(`${direct}/.well-known/ucp`, {
      redirect: 'manual',
      headers: { cookie: 'a=b' },
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { ucp: {} });
    assert.match(answer.headers.get('content-type') ?? '', /json/);
    const [request] = service.requests;
    assert.deepEqual(
      [request?.path, request?.headers.host, request?.headers.cookie],
      ['/api/ucp/mugs', service.host, undefined],
    );
    assert.equal((await fetch(`${direct}/.well-known/other`)).status, 403, 'the rule against dots stands');
    const redirect = await nginxWith(t, recipeOf('nginx', 'redirect', { ...MUGS, manifestUrl }));
    const led = await fetch(`${redirect}/.well-known/ucp`, { redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location')], [302, manifestUrl]);
  });
});

/** Runs nginx with the recipe beside a rule that denies paths with a dot, as many shops have; returns where it listens. */
async function nginxWith(t: TestContext, recipe: string, how?: 'only check'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-nginx-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary.join(' ')}
server { listen 127.0.0.1:${port};
location ~ /\\. { deny all; }
${recipe}
} }`,
  );
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
  await promisify(execFile)(NGINX, ['-t', ...args]);
  if (how) return '';
  const child = spawn(NGINX, args, { stdio: 'ignore' });
  t.after(() => child.kill('SIGTERM'));
  const url = `http://127.0.0.1:${port}`;
  await listening(url);
  return url;
}

/** Repeats the request until the server listens; bounded by the test's time limit. */
async function listening(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
