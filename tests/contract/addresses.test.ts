import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, findVariant } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgentOf } from '../../testing/ucp-agent.ts';

everywhere('addresses of a store', (at) => {
  const official = forSuite(() => ucpAgentOf(at));
  const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

  async function ping(path: string, headers: Record<string, string> = {}, body: unknown = PING) {
    const response = await fetch(at.running.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  it('answers alike with a trailing slash at the contract’s and at official paths', async () => {
    const line = { item: { id: (await findVariant(at.agent, 'mug')).id }, quantity: 2 };
    const created = bodyOf(
      201,
      await at.agent.post<{ id: string }>('/checkout-sessions/', { line_items: [line] }),
    );
    const path = `/checkout-sessions/${created.id}`;
    assert.deepEqual((await at.agent.get(`${path}/`)).body, (await at.agent.get(path)).body);
    assert.equal((await at.agent.get('/catalog/search/?q=mug')).status, 200);
    const cart = bodyOf(201, await official.post('/carts/', { line_items: [line] }));
    assert.deepEqual(
      (await official.get(`/carts/${cart.id}/`)).body,
      (await official.get(`/carts/${cart.id}`)).body,
    );
    assert.equal((await official.get('/.well-known/ucp/')).status, 200);
  });

  it('serves MCP with and without a trailing slash, and shopping at an address that ends in /mcp', async () => {
    const { slug } = at;
    for (const path of [`/api/ucp/${slug}/mcp`, `/ucp/${slug}/mcp`, `/mcp/${slug}`, `/mcp/${slug}/mcp`])
      for (const address of [path, `${path}/`]) {
        assert.deepEqual(await ping(address), { status: 200, text: '{"jsonrpc":"2.0","id":1,"result":{}}' });
        const response = { jsonrpc: '2.0', id: 5, result: {} };
        assert.deepEqual(await ping(address, {}, response), { status: 202, text: '' });
        for (const [coding, status] of [
          ['gzip', 415],
          ['gzip, identity', 415],
          [' Identity', 200],
          ['', 200],
        ] as const)
          assert.equal((await ping(address, { 'content-encoding': coding })).status, status, coding);
        const malformed = await ping(
          address,
          { 'mcp-protocol-version': '2026-07-28' },
          { jsonrpc: '2.0', id: 1 },
        );
        assert.equal(malformed.status, 400);
        const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
        const inMeta = await ping(address, {}, { jsonrpc: '2.0', id: 1, method: 7, params: { _meta } });
        assert.equal(inMeta.status, 400);
        assert.match((await ping(address, {}, { ...PING, id: 2 ** 53 })).text, /2\^53/);
      }
  });

  it('answers preflights of every path of all protocols with the methods and headers that clients send', async () => {
    const api = await fetch(`${at.running.baseUrl}/openapi.json`);
    const { paths } = (await api.json()) as { paths: object };
    const agentPaths = Object.keys(paths).filter(
      (path) => path.includes('ucp/{slug}') || path.startsWith('/mcp/'),
    );
    assert.ok(agentPaths.length > 20);
    for (const template of [...agentPaths, '/openapi.json']) {
      const path = template.replace('{slug}', at.slug).replaceAll(/\{\w+\}/g, 'any');
      const { status, headers } = await fetch(at.running.baseUrl + path, { method: 'OPTIONS' });
      assert.equal(status, 204, path);
      assert.match(headers.get('access-control-allow-methods') ?? '', /DELETE/);
      const allowed = headers.get('access-control-allow-headers')?.split(', ') ?? [];
      for (const name of ['signature', 'signature-input', 'content-digest', 'last-event-id', 'traceparent'])
        assert.ok(allowed.includes(name), name);
    }
  });
});
