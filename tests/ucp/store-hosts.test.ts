import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import { readConfig } from '../../src/settings/config.ts';
import { bodyOf } from '../../testing/agent.ts';
import { askHost, type Sent } from '../../testing/ask-host.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { startTestService } from '../../testing/test-service.ts';
import { lineItems, OLDER_PROFILE, PROFILE } from '../../testing/ucp-agent.ts';

const WELL_KNOWN = '/.well-known/ucp';

onEveryDatabase('hosts of stores', (database) => {
  let port: string;

  const running = forSuite(() => startTestService({ database, settings: { HOST_DOMAIN: 'Stores.Example' } }));
  before(async () => {
    port = new URL(running.baseUrl).port;
  });

  /** One port, and whatever host the client says. */
  const ask = (host: string, path: string, options: Sent = {}) =>
    askHost(running.baseUrl, host, path, options);

  const agent = { 'ucp-agent': `profile="${PROFILE}"`, 'content-type': 'application/json' };

  for (const slug of ['demo-shopify', 'demo-woocommerce'])
    it(`serves the profile of ${slug} at the root of its host, with endpoints on that host [PRF-7]`, async () => {
      const host = `${slug}.stores.example:${port}`;
      const { status, headers, body } = await ask(host, WELL_KNOWN);
      assert.equal(status, 200);
      assert.equal(headers['cache-control'], 'public, max-age=300');
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.deepEqual(endpointsOf(body), [`http://${host}/ucp`, `http://${host}/ucp/mcp`]);
      assert.deepEqual(body.ucp.supported_versions, {
        '2026-04-08': `http://${host}${WELL_KNOWN}/2026-04-08`,
      });
      const leaf = await ask(host, `${WELL_KNOWN}/2026-04-08`);
      assert.equal(leaf.body.ucp.version, '2026-04-08');
      assert.deepEqual(endpointsOf(leaf.body), endpointsOf(body));
    });

  it('names addresses of a store’s host alone in each profile below it, with and without a slash', async () => {
    const host = `demo-shopify.stores.example:${port}`;
    for (const root of ['', '/ucp'])
      for (const leaf of ['', '/', '/2026-04-08', '/2026-04-08/']) {
        const { status, body } = await ask(host, `${root}${WELL_KNOWN}${leaf}`);
        assert.equal(status, 200, root + leaf);
        const addresses = JSON.stringify(body).match(/http:\/\/[^"]+/g) ?? [];
        assert.ok(addresses.length >= 2);
        assert.deepEqual(
          [...new Set(addresses.map((address) => new URL(address).host))],
          [host],
          root + leaf,
        );
      }
  });

  it('answers preflights on a store’s host as on the service, and refuses other methods in the protocol’s error format', async () => {
    const host = 'demo-shopify.stores.example';
    const onService = await fetch(`${running.baseUrl}/ucp/demo-shopify/carts`, { method: 'OPTIONS' });
    const allowed = onService.headers.get('access-control-allow-headers');
    for (const path of ['/ucp/carts', '/ucp/mcp', '/mcp', '/api/ucp/mcp', WELL_KNOWN, '/llms.txt']) {
      const { status, headers } = await ask(host, path, { method: 'OPTIONS' });
      assert.deepEqual([status, headers['access-control-allow-headers']], [204, allowed], path);
      assert.equal(headers['access-control-allow-origin'], '*', path);
    }
    assert.ok(bodyOf(405, await ask(host, '/ucp/checkout-sessions/x', { method: 'DELETE' })).code);
  });

  it('serve REST and MCP of their store, in both versions [PRF-7]', async () => {
    const host = 'DEMO-woocommerce.stores.EXAMPLE';
    for (const profile of [PROFILE, OLDER_PROFILE]) {
      const headers = { ...agent, 'ucp-agent': `profile="${profile}"` };
      const body = { query: 'mug' };
      const search = bodyOf(200, await ask(host, '/ucp/catalog/search', { method: 'POST', headers, body }));
      const { id } = search.products[0].variants[0];
      const checkout = await ask(host, '/ucp/checkout-sessions?utm=x', {
        method: 'POST',
        headers,
        body: lineItems([id]),
      });
      assert.ok([200, 201].includes(checkout.status));
      const listed = await ask(host, '/ucp/mcp', {
        method: 'POST',
        headers,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      });
      assert.ok(listed.body.result.tools.length > 0);
    }
  });

  it('answers 404 at hosts of stores that do not exist, and outside the domain of stores’ hosts', async () => {
    for (const path of [WELL_KNOWN, '/ucp/carts/x', '/ucp'])
      assert.equal((await ask('no-such-store.stores.example', path)).status, 404, path);
    for (const host of [
      'stores.example',
      'demo-shopify.stores.example.evil.example',
      'demo-shopify.evil.example',
      'demo-shopifystores.example',
      'a.demo-shopify.stores.example',
      '..stores.example',
    ])
      assert.equal((await ask(host, WELL_KNOWN)).status, 404, host);
  });

  it('leave all other addresses as they are', async () => {
    const host = 'demo-shopify.stores.example';
    assert.equal((await ask(host, '/api/ucp/demo-shopify')).status, 200);
    assert.equal((await ask(host, `${WELL_KNOWN}-other`)).status, 404);
    assert.equal((await ask(host, '/ucp/demo-shopify/.well-known/ucp')).status, 404);
    const body = bodyOf(200, await ask(`127.0.0.1:${port}`, `/ucp/demo-shopify${WELL_KNOWN}`));
    assert.equal(endpointsOf(body)[0], `${running.baseUrl}/ucp/demo-shopify`);
  });
});

describe('the domain of stores’ hosts', () => {
  it('accepts a domain or nothing as HOST_DOMAIN', () => {
    assert.equal(readConfig({}).hostDomain, undefined);
    assert.equal(readConfig({ HOST_DOMAIN: 'localhost' }).hostDomain, 'localhost');
    for (const wrong of ['https://stores.example', 'stores.example:8443', '.stores.example', '*.example'])
      assert.throws(() => readConfig({ HOST_DOMAIN: wrong }), /HOST_DOMAIN/);
  });

  it('may hold the service itself, whose host is no store’s', async () => {
    await using running = await startTestService({
      database: anyDatabase,
      settings: { HOST_DOMAIN: 'example.com', BASE_URL: 'https://agents.example.com' },
    });
    const { port } = running.service.server.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const own = await askHost(address, 'agents.example.com', `/ucp/demo-shopify${WELL_KNOWN}`);
    assert.deepEqual(endpointsOf(own.body), [
      'https://agents.example.com/ucp/demo-shopify',
      'https://agents.example.com/ucp/demo-shopify/mcp',
    ]);
    const store = await askHost(address, 'demo-shopify.example.com', WELL_KNOWN);
    assert.equal(endpointsOf(store.body)[0], 'https://demo-shopify.example.com/ucp');
  });
});

function endpointsOf(profile: { ucp: { services: Record<string, { endpoint: string }[]> } }): string[] {
  return (profile.ucp.services['dev.ucp.shopping'] ?? []).map(({ endpoint }) => endpoint);
}
