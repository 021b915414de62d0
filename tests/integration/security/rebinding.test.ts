import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askHost } from '../../../testing/ask-host.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

const EVIL = 'evil.example:8787';
const REBOUND = { origin: `http://${EVIL}` };
const CHAT = { origin: 'https://chat.example' };
const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const account = { name: 'Ann', email: 'ann@shop.example', password: 'a long enough password' };
const JSON_TYPE = { 'content-type': 'application/json' };

withService('a name that was made to lead to this service', (developers, database) => {
  const dns = forSuite(() => startDnsServer());
  const proxied = forSuite(() =>
    startTestService({
      database,
      settings: {
        BASE_URL: 'https://ucp.example',
        HOST_DOMAIN: 'stores.example',
        DNS_SERVERS: dns.address,
      },
    }),
  );

  const originOf = ({ service }: TestService) => {
    const [address] = service.server.addresses();
    return `http://127.0.0.1:${typeof address === 'object' ? address.port : ''}`;
  };
  const at = (running: TestService) => {
    const origin = originOf(running);
    const post = (path: string, body: object) => (host: string, headers: Record<string, string>) =>
      askHost(origin, host, path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
    const get = (path: string) => (host: string, headers: Record<string, string>) =>
      askHost(origin, host, path, { headers });
    return { post, get };
  };
  const requestsOf = (running: TestService) => {
    const { post, get } = at(running);
    return {
      'the MCP endpoint of the contract': post('/api/ucp/demo-shopify/mcp', rpc),
      'the MCP endpoint of official UCP': post('/ucp/demo-shopify/mcp', rpc),
      'the REST endpoints': post('/api/ucp/demo-shopify/carts', {}),
      'the sign-up of merchants': post('/api/merchant/sign-up', account),
      'the sign-in of merchants': post('/api/merchant/sign-in', account),
      'the merchant API': get('/api/merchant/installation'),
      'the console': get('/console/'),
    };
  };

  for (const name of Object.keys(requestsOf({ service: { server: { addresses: () => [] } } } as never)))
    it(`refuses pages of a rebound host at ${name}`, async () => {
      for (const running of [developers, proxied]) {
        const send = requestsOf(running)[name as keyof ReturnType<typeof requestsOf>];
        const { status, body } = await send(EVIL, REBOUND);
        assert.deepEqual([status, body.code], [403, 'foreign_host'], JSON.stringify(body));
      }
    });

  it('refuses pages of any origin when the operator has not set how the service is reached', async () => {
    const mcp = at(developers).post('/api/ucp/demo-shopify/mcp', rpc);
    for (const origin of [CHAT.origin, 'null', 'nonsense'])
      assert.equal((await mcp(EVIL, { origin })).status, 403, origin);
  });

  it('makes no account where a page asks for one', async () => {
    const installation = await at(developers).get('/api/merchant/installation')('127.0.0.1', {});
    assert.equal(installation.body.first_run, true, installation.text);
  });

  it('answers requests without an Origin under a foreign host: agents, probes, shops', async () => {
    for (const running of [developers, proxied]) {
      const { get, post } = at(running);
      assert.equal((await get('/api/ucp/demo-shopify/catalog/search?q=mug')(EVIL, {})).status, 200);
      assert.equal((await post('/api/ucp/demo-shopify/mcp', rpc)(EVIL, {})).status, 200);
      for (const probe of ['/healthz', '/readyz'])
        assert.equal((await get(probe)('10.1.2.3:8787', {})).status, 200);
    }
  });

  it('accepts pages at addresses, names of this machine and names of the service', async () => {
    const hosts = [
      '127.0.0.1:1',
      '[::1]:8787',
      '192.168.1.5',
      'localhost:8787',
      'app.localhost',
      'ucp-host:80',
    ];
    for (const host of hosts) {
      const { status } = await at(developers).post('/api/ucp/demo-shopify/mcp', rpc)(host, CHAT);
      assert.equal(status, 200, host);
    }
    for (const host of ['ucp.example', 'UCP.example:443', 'demo-shopify.stores.example']) {
      const headers = { origin: `https://${host.toLowerCase()}` };
      const { status } = await at(proxied).post('/api/ucp/demo-shopify/mcp', rpc)(host, headers);
      assert.equal(status, 200, host);
    }
  });

  it('accepts pages at a store’s custom domain once its merchant has proved it', async () => {
    const name = 'agents.shop.example';
    const page = { origin: `https://${name}` };
    const mcp = at(proxied).post('/ucp/mcp', rpc);
    assert.equal((await mcp(name, page)).status, 403);
    const merchant = await signUp({ baseUrl: originOf(proxied) });
    const path = '/stores/demo-shopify/domains';
    const { body } = await merchant.post<{ domain: { record: { name: string; value: string } } }>(path, {
      domain: name,
    });
    dns.texts.set(body.domain.record.name, [body.domain.record.value]);
    await merchant.post(`${path}/${name}/verify`);
    assert.equal((await mcp(name, page)).status, 200);
  });

  it('accepts a proxy’s internal name for the service, for the console and for pages of agents', async () => {
    const upstream = 'ucp-host.default.svc.cluster.local:8787';
    const { post } = at(proxied);
    assert.equal((await post('/api/ucp/demo-shopify/mcp', rpc)(upstream, CHAT)).status, 200);
    const own = { origin: 'https://ucp.example' };
    const signUpThere = post('/api/merchant/sign-in', account);
    assert.equal((await signUpThere(upstream, own)).status, 401, 'the password is wrong, the page is not');
    assert.equal((await signUpThere(upstream, CHAT)).status, 403);
    assert.equal((await signUpThere(upstream, { origin: `http://${upstream}` })).status, 403);
  });
});
