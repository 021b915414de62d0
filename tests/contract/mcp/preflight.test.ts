import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { everywhere } from '../../../testing/everywhere.ts';

const SENT_BY_AGENTS = [
  ...['content-type', 'accept', 'authorization', 'idempotency-key', 'ucp-agent', 'request-id'],
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'],
];

const session = `/checkout-sessions/${randomUUID()}`;
const cart = `/carts/${randomUUID()}`;
/** Paths of docs/contract.md below a store. */
const PATHS = [
  ...['', '/', '/mcp', '/checkout-sessions', session, `${session}/complete`, `${session}/cancel`],
  ...['/catalog/search', '/catalog/lookup', '/carts', cart, `${cart}/cancel`],
  ...[`/orders/${randomUUID()}`, '/fulfillment/quotes'],
];

everywhere('preflight', (at) => {
  it('answers OPTIONS of every path with 204 and what agents may send [COR-1] [COR-3]', async () => {
    for (const path of PATHS) {
      const response = await fetch(at.agent.address + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://agent.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, idempotency-key',
        },
      });
      assert.equal(response.status, 204, path);
      assert.equal(await response.text(), '');
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.equal(response.headers.get('access-control-allow-methods'), 'GET, POST, PUT, DELETE, OPTIONS');
      const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? [];
      for (const header of SENT_BY_AGENTS) assert.ok(allowed.includes(header), `${path}: ${header}`);
      assert.ok(response.headers.get('x-request-id'));
    }
  });

  it('answers OPTIONS without an Origin and for unknown stores', async () => {
    for (const address of [`${at.agent.address}/mcp`, `${at.running.baseUrl}/api/ucp/no-such-store/mcp`])
      assert.equal((await fetch(address, { method: 'OPTIONS' })).status, 204);
  });

  it('lets any origin read answers and refusals alike [COR-2] [COR-3]', async () => {
    for (const origin of ['http://localhost:3000', 'null', 'chrome-extension://abc']) {
      const answer = await at.agent.rpc({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin });
      assert.equal(answer.status, 200, origin);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.ok(answer.headers.get('x-request-id'));
    }
    const headers = { origin: 'https://agent.example' };
    for (const path of ['', '/catalog/search?q=mug', '/catalog/search', session, '/no/such/path']) {
      const response = await fetch(at.agent.address + path, { headers });
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path);
      assert.match(response.headers.get('access-control-expose-headers') ?? '', /x-request-id/);
      await response.text();
    }
  });
});
