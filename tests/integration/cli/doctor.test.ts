import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckStoreDiscoveryResponse } from '../../../client/index.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { freePort } from '../../../testing/free-port.ts';
import { pluck } from '../../../testing/pluck.ts';
import { SECRET_KEY, startTestService } from '../../../testing/test-service.ts';
import { setSiteFault } from '../pairing/at-pairing.ts';
import { type Script, scriptedServer } from '../store-platforms/scripted-server.ts';

describe('doctor', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const domain = forSuite(() => scriptedServer(() => ({ status: 404 })));

  const address = (slug: string) => `${running.baseUrl}/api/ucp/${slug}`;
  const checked = async (...args: string[]) => {
    const { code, out } = await run('doctor', ...args, '--json');
    const report = JSON.parse(out) as CheckStoreDiscoveryResponse;
    return { code, ...report, worse: report.diagnostics.filter(({ level }) => level !== 'ok') };
  };

  for (const slug of ['demo-shopify', 'demo-woocommerce'])
    it(`finds ${slug} well, and leaves no session open`, async () => {
      const { code, ok, worse, diagnostics } = await checked(address(slug), '--session', '--query', 'mug');
      assert.deepEqual(worse, []);
      assert.deepEqual([code, ok], [0, true]);
      for (const check of ['search', 'lookup', 'errors', 'mcp', 'session', 'idempotency', 'read', 'cancel'])
        assert.ok(
          diagnostics.some((diagnostic) => diagnostic.check === check),
          check,
        );
      assert.deepEqual(running.shop(slug).control.orders(), []);
    });

  it('reports the cause that the shop returns, which agents do not see', async (t) => {
    setSiteFault(running.shop('demo-woocommerce'), 'key_revoked');
    t.after(() => setSiteFault(running.shop('demo-woocommerce'), null));
    const env = { DATABASE_URL: running.databaseUrl, SECRET_KEY };
    const { code, out } = await runWith(env, 'doctor', '--store', 'demo-woocommerce', '--json');
    const report = JSON.parse(out) as CheckStoreDiscoveryResponse;
    const [problem] = report.diagnostics.filter(({ level }) => level === 'problem');
    assert.deepEqual([code, report.ok, problem?.check], [1, false, 'shop']);
    assert.match(problem?.title ?? '', /does not accept the REST key/);
  });

  it('forges no line of the report with what a host answers', async (t) => {
    const forged = 'oops\n\u001b[32m✓\u001b[39m All is well\u202e\u009b2J';
    let base = '';
    const manifest = () => ({
      ucp: {
        version: '2026-04-08',
        services: { 'dev.ucp.shopping': { transport: 'rest/1.0', endpoint: base } },
        capabilities: Object.fromEntries(
          ['catalog', 'checkout'].map((name) => [`dev.ucp.shopping.${name}`, { version: '2026-04-08' }]),
        ),
        payment_handlers: {
          redirect: { type: 'dev.ucp.payment.redirect', redirect_url: `${base}/checkout-sessions` },
        },
      },
    });
    const host = await scriptedServer(({ path }) => {
      if (path.startsWith('/shop/catalog')) return { body: forged };
      const headers = { 'content-type': 'application/json' };
      return path === '/shop' ? { headers, body: manifest() } : { status: 500, body: { error: forged } };
    });
    t.after(() => host.close());
    base = `http://${host.host}/shop`;
    const { code, out } = await run('doctor', base, '--session');
    assert.equal(code, 1);
    assert.match(out, /It begins “oops /);
    assert.match(out, /It says: oops /);
    assert.doesNotMatch(out, /^\S*✓\S* All is well|[^\P{Cc}\n]|\u202e/mu);
  });

  it('looks names up at the name servers of the service', async (t) => {
    const dns = await startDnsServer();
    t.after(() => dns.close());
    dns.addresses.set('agents.shop.example', '127.0.0.1');
    const { port } = new URL(running.baseUrl);
    const at = `http://agents.shop.example:${port}/api/ucp/demo-shopify`;
    const { out } = await runWith({ DNS_SERVERS: dns.address }, 'doctor', at);
    assert.match(
      out,
      /The server denies access \(403\)/,
      'the name is not one of the service, which answered',
    );
  });

  it('takes the slug of a store, and makes the session that was asked for there', async () => {
    const env = { DATABASE_URL: running.databaseUrl, SECRET_KEY, BASE_URL: running.baseUrl };
    assert.match((await runWith(env, 'doctor', 'demo-shopify')).out, /^store demo-shopify$/m);
    const args = ['demo-shopify', '--session', '--query', 'mug', '--json'];
    const { code, out } = await runWith(env, 'doctor', ...args);
    const checks = (JSON.parse(out) as CheckStoreDiscoveryResponse).diagnostics.map(({ check }) => check);
    assert.equal(code, 0, out);
    for (const check of ['session', 'cancel', 'shop']) assert.ok(checks.includes(check), check);
  });

  it('writes prices as people do, and names a recipe only where one helps', async () => {
    const { out } = await run('doctor', address('demo-shopify'), '--session', '--query', 'mug');
    assert.match(out, /A session was made: \d+\.\d\d USD, to be paid at/);
    const unknown = await run('doctor', address('no-such-store'));
    assert.match(unknown.out, /Check the address, and the store slug in it/);
    assert.doesNotMatch(unknown.out, /recipe|well-known/i);
    domain.answer(() => ({ status: 404 }));
    assert.match(
      (await run('doctor', domain.host)).out,
      /The recipes are in the console, on the Discovery page/,
    );
  });

  it('checks every endpoint from the shop’s domain and warns of a redirect', async () => {
    domain.answer(() => ({ status: 302, headers: { location: address('demo-woocommerce') } }));
    const { code, ok, strict, worse, diagnostics } = await checked(domain.host);
    assert.deepEqual([code, ok, strict], [0, true, false]);
    assert.deepEqual(pluck(worse, 'check'), ['redirect']);
    assert.ok(diagnostics.some(({ check }) => check === 'mcp'));
  });

  it('explains what is wrong, with a remedy, and fails for scripts', async () => {
    domain.answer(() => ({ status: 404, headers: { server: 'nginx/1.22' } }));
    const { code, out } = await run('doctor', domain.host);
    assert.equal(code, 1);
    assert.match(out, /✗ .*returns “not found”/);
    assert.match(out, /→ Put the recipe/);
    assert.match(out, /, 1 problem$/m);
    const port = await freePort();
    const { worse } = await checked(`http://127.0.0.1:${port}`);
    assert.match(worse[0]?.remedy ?? '', new RegExp(`reachable on port ${port},`));
    assert.equal((await run('doctor')).code, 2);
    assert.equal((await run('doctor', 'not a domain')).code, 1);
  });

  it('finds what another host does wrong behind a good manifest', async () => {
    const manifest = (await (await fetch(address('demo-shopify'))).text()).replaceAll(
      address('demo-shopify'),
      domain.url,
    );
    const wrong: Record<string, ReturnType<Script>> = {
      '/manifest': { headers: { 'content-type': 'application/json' }, body: manifest },
      '/catalog/search': { body: { products: 'none' } },
      '/mcp': { body: { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'get_checkout_session' }] } } },
    };
    domain.answer(({ path }) => wrong[path.split('?')[0] ?? ''] ?? { status: 500, body: '<h1>broken</h1>' });
    const { code, worse } = await checked(`${domain.url}/manifest`, '--session');
    assert.equal(code, 1);
    const titleOf = (check: string) => worse.find((diagnostic) => diagnostic.check === check)?.title ?? '';
    assert.match(titleOf('search'), /another shape/);
    assert.match(titleOf('errors'), /500 instead of 404/);
    assert.match(titleOf('mcp'), /create_checkout_session/);
    assert.match(titleOf('session'), /No session was made/);
    for (const { cause, remedy } of worse) assert.ok(cause && remedy);
  });

  it('cancels what it has made, also when the host is wrong about it', async () => {
    const body = { products: [], page_info: { has_next_page: false, end_cursor: null } };
    const search = await (await fetch(`${address('demo-shopify')}/catalog/search?q=shoe&first=5`)).json();
    const manifest = (await (await fetch(address('demo-shopify'))).text()).replaceAll(
      address('demo-shopify'),
      domain.url,
    );
    const created = await fetch(`${address('demo-shopify')}/checkout-sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ line_items: [{ item: { id: variantIn(search) }, quantity: 1 }] }),
    });
    const session = (await created.json()) as { totals: { total: number } };
    session.totals.total += 1;
    const requests: string[] = [];
    domain.answer(({ method, path }) => {
      requests.push(`${method} ${path.split('?')[0]}`);
      if (path === '/manifest' || path === '/') return { body: manifest };
      if (path.startsWith('/catalog')) return { body: search ?? body };
      return { status: method === 'POST' && path === '/checkout-sessions' ? 201 : 200, body: session };
    });
    const { code, worse } = await checked(`${domain.url}/manifest`, '--session', '--query', 'shoe');
    assert.equal(code, 1);
    assert.match(worse.find(({ check }) => check === 'session')?.title ?? '', /do not add up/);
    assert.match(requests.at(-1) ?? '', /^POST \/checkout-sessions\/.+\/cancel$/);
    assert.match(worse.find(({ check }) => check === 'cancel')?.cause ?? '', /stays open/);
  });
});

function variantIn(search: unknown): string {
  const [product] = (search as { products: { variants: { id: string; available: boolean }[] }[] }).products;
  return product?.variants.find(({ available }) => available)?.id ?? assert.fail('nothing is for sale');
}

function run(...args: string[]) {
  return runWith({}, ...args);
}

async function runWith(settings: Record<string, string>, ...args: string[]) {
  const { code, out, errors } = await runCommand({
    args,
    env: { ...process.env, NO_COLOR: '1', ...settings },
  });
  return { code, out: out + errors };
}
