import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CheckStoreDiscoveryResponse } from '../../../client/index.ts';
import { onEveryDatabase, withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { storedRows } from '../../../testing/stored.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { type Script, scriptedServer } from '../store-platforms/scripted-server.ts';

withService('discovery on the shop’s domain', (running) => {
  const merchant = forSuite(() => signUp(running));
  const domain = forSuite(() => scriptedServer(() => ({ status: 404 })));

  const manifestUrl = () => `${running.baseUrl}/api/ucp/demo-woocommerce`;
  const checked = async (script: Script, typed = domain.host): Promise<CheckStoreDiscoveryResponse> => {
    domain.answer(script);
    const path = '/stores/demo-woocommerce/discovery/check';
    const answer = await merchant.post<CheckStoreDiscoveryResponse>(path, { domain: typed });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const reached = async () => {
    const { store_milestones: rows = [] } = await storedRows(running.databaseUrl);
    return rows.some((row) => String(row).includes('discovery_reachable'));
  };

  it('shows the manifest as agents read it, its address, and recipes with it', async () => {
    const { status, body } = await merchant.get('/stores/demo-woocommerce/discovery');
    assert.equal(status, 200);
    assert.equal(body.manifest_url, manifestUrl());
    assert.deepEqual(body.manifest, await (await fetch(manifestUrl())).json());
    assert.deepEqual(body.domains, [new URL(running.shop('demo-woocommerce').url).host]);
    const list = body.recipes as { id: string; kind: string; text: string }[];
    const nginx = list.find(({ id, kind }) => id === 'nginx' && kind === 'direct');
    assert.ok(nginx?.text.includes(`"${manifestUrl()}"`));
  });

  it('takes a domain as it is typed, and reports it as not reached when nothing is answered there', async () => {
    const typed = ` http://${domain.host}/some/page?x=1 `;
    const { ok, url, diagnostics } = await checked(() => ({ status: 404 }), typed);
    assert.deepEqual([ok, url], [false, `${domain.url}/.well-known/ucp`]);
    assert.equal(diagnostics[0]?.check, 'status');
    assert.equal(await reached(), false);
  });

  it('reports a domain that redirects as reached by lenient agents only', async () => {
    const { ok, strict, url, diagnostics } = await checked(() => ({
      status: 302,
      headers: { location: manifestUrl() },
    }));
    assert.deepEqual([ok, strict], [true, false]);
    assert.equal(url, `${domain.url}/.well-known/ucp`);
    const wrong = pluck(
      diagnostics.filter(({ level }) => level !== 'ok'),
      'check',
    );
    assert.deepEqual(wrong, ['redirect']);
    assert.equal(await reached(), true);
  });

  it('reports a domain that answers directly as reached by all, and warns of what its copy lacks', async () => {
    const manifest = await (await fetch(manifestUrl())).text();
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
    const good = await checked(() => ({
      headers: { ...headers, 'cache-control': 'public, max-age=300' },
      body: manifest,
    }));
    assert.deepEqual([good.ok, good.strict], [true, true]);
    const plain = await checked(() => ({ headers, body: manifest }));
    const warnings = pluck(
      plain.diagnostics.filter(({ level }) => level === 'warning'),
      'check',
    );
    assert.deepEqual(warnings, ['caching']);
  });

  it('reports a domain that passes the official profile on as reached directly by other agents', async () => {
    const profileUrl = `${running.baseUrl}/ucp/demo-woocommerce/.well-known/ucp`;
    const profile = await fetch(profileUrl);
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
    const cacheControl = profile.headers.get('cache-control') ?? '';
    const body = await profile.text();
    const result = await checked(() => ({ headers: { ...headers, 'cache-control': cacheControl }, body }));
    assert.deepEqual([result.ok, result.strict, result.found], [true, true, 'profile']);
    const unexpected = result.diagnostics.filter(({ level }) => level !== 'ok');
    assert.deepEqual(unexpected, []);
    const { body: own } = await merchant.get<{ profile_recipes: { kind: string; text: string }[] }>(
      '/stores/demo-woocommerce/discovery',
    );
    assert.ok(own.profile_recipes.every(({ kind }) => kind !== 'redirect'));
    assert.ok(own.profile_recipes.some(({ text }) => text.includes(`"${profileUrl}"`)));
  });

  it('checks discovery at the service’s addresses of both forms as well', async () => {
    const path = '/stores/demo-woocommerce/discovery/check';
    for (const [address, form] of [
      ['manifest', 'manifest'],
      ['profile', 'profile'],
    ]) {
      const { body } = await merchant.post<CheckStoreDiscoveryResponse>(path, { address });
      assert.deepEqual([body.ok, body.strict, body.found], [true, true, form]);
    }
    assert.equal((await merchant.post(path, { address: 'manifest', domain: domain.host })).status, 400);
  });

  it('reports another store when the domain answers with that store’s manifest', async () => {
    const { ok, diagnostics } = await checked(() => ({
      status: 302,
      headers: { location: `${running.baseUrl}/api/ucp/demo-shopify` },
    }));
    assert.equal(ok, false);
    assert.match(diagnostics.find(({ check }) => check === 'store')?.title ?? '', /another store/);
  });

  it('refuses to check addresses that no agent could ask: cloud metadata, odd ports, no domain at all', async () => {
    const path = '/stores/demo-woocommerce/discovery/check';
    const metadata = await merchant.post<CheckStoreDiscoveryResponse>(path, { domain: '169.254.169.254' });
    assert.match(metadata.body.diagnostics[0]?.title ?? '', /public internet/);
    const led = await checked(() => ({
      status: 302,
      headers: { location: 'http://169.254.169.254/latest/meta-data/' },
    }));
    assert.match(led.diagnostics.at(-1)?.title ?? '', /public internet/);
    for (const wrong of ['nonsense', 'user@shop.example', ''])
      assert.equal((await merchant.post(path, { domain: wrong })).status, 400, wrong);
  });
});

onEveryDatabase('discovery of a shop in a folder', (database) => {
  const domain = forSuite(() => scriptedServer(() => ({ status: 404 })));
  /** Moves the shop into a folder of the domain, as its own answers say. */
  const shops: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes('/store-info')) return answer;
    return Response.json({ ...((await answer.json()) as object), url: `${domain.url}/sub` });
  };
  const running = forSuite(() =>
    startTestService({ database, overrides: { fetch: shops }, settings: { HOST_DOMAIN: 'agents.example' } }),
  );
  const merchant = forSuite(() => signUp(running));

  it('says that the domain of the shop alone cannot answer at the root, and names the host where it does', async () => {
    const checked = async (name: string) => {
      const path = '/stores/demo-woocommerce/discovery/check';
      return (await merchant.post<CheckStoreDiscoveryResponse>(path, { domain: name })).body;
    };
    const { ok, diagnostics } = await checked(domain.host);
    const [first, ...others] = diagnostics;
    assert.deepEqual([ok, first?.check, first?.level], [false, 'folder', 'problem']);
    assert.match(first?.cause ?? '', new RegExp(`${domain.host}/sub`));
    assert.match(first?.remedy ?? '', /demo-woocommerce\.agents\.example/);
    assert.equal(others[0]?.check, 'status');
    const other = await checked(domain.host.replace('127.0.0.1', 'localhost'));
    assert.ok(other.diagnostics.every(({ check }) => check !== 'folder'));
  });
});
