import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf, type ErrorBody, type RpcAnswer } from '../../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';

/** Sends raw bytes and expects an error in HTTP 200. */
async function refused(at: Somewhere, body: string): Promise<RpcAnswer<never>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await at.agent.send<RpcAnswer<never>>('POST', '/mcp', { body, headers });
  assert.equal(answer.status, 200, body.slice(0, 80));
  assert.equal(answer.body.jsonrpc, '2.0');
  assert.equal('result' in answer.body, false);
  assert.equal(typeof answer.body.error?.message, 'string');
  return answer.body;
}

everywhere('JSON-RPC over HTTP', (at) => {
  it('echoes string, integer and null ids [MCP-6]', async () => {
    for (const id of ['a', '', 'ü \ud800', 0, -7, Number.MAX_SAFE_INTEGER, null]) {
      const { body } = await at.agent.rpc({ jsonrpc: '2.0', id, method: 'ping' });
      assert.deepEqual(body, { jsonrpc: '2.0', id, result: {} });
      assert.equal((await at.agent.rpc({ jsonrpc: '2.0', id, method: 'no/such' })).body.id, id);
    }
  });

  it('refuses invalid JSON with -32700 and id null [MCP-8]', async () => {
    for (const body of ['', '{', 'nonsense', '{"jsonrpc":"2.0","id":7,', "{'a':1}", '\u0000']) {
      const { id, error } = await refused(at, body);
      assert.equal(error?.code, -32700, body);
      assert.equal(id, null);
    }
  });

  it('refuses batches and values that are no request object with -32600 [MCP-9]', async () => {
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    for (const message of [[], [ping], [ping, ping], null, true, 7, 'ping', {}]) {
      const { id, error } = await refused(at, JSON.stringify(message));
      assert.equal(error?.code, -32600, JSON.stringify(message));
      assert.equal(id, null);
    }
  });

  it('refuses requests without jsonrpc 2.0, a method or a proper id with -32600 [MCP-5]', async () => {
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    for (const wrong of [{ jsonrpc: undefined }, { jsonrpc: '1.0' }, { jsonrpc: 2 }, { method: undefined }]) {
      const { id, error } = await refused(at, JSON.stringify({ ...ping, ...wrong }));
      assert.equal(error?.code, -32600, JSON.stringify(wrong));
      assert.equal(id, 7, 'a readable id is echoed');
    }
    for (const method of [null, 7, ['ping'], { ping: 1 }])
      assert.equal((await refused(at, JSON.stringify({ ...ping, method }))).error?.code, -32600);
    for (const wrongId of [1.5, true, false, {}, [], [7]]) {
      const { id, error } = await refused(at, JSON.stringify({ ...ping, id: wrongId }));
      assert.equal(error?.code, -32600, JSON.stringify(wrongId));
      assert.equal(id, null);
    }
  });

  it('refuses unknown methods and tools with -32601 [MCP-10]', async () => {
    for (const method of ['no/such', '', 'tools', 'constructor', '__proto__', 'toString', 'resources/list']) {
      const { id, error } = await refused(at, JSON.stringify({ jsonrpc: '2.0', id: 'x', method }));
      assert.equal(error?.code, -32601, method);
      assert.equal(id, 'x');
    }
    for (const name of ['no_such_tool', '', 'constructor', '__proto__', 'search_catalog', 'cancel_cart']) {
      const call = { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name, arguments: {} } };
      assert.equal((await refused(at, JSON.stringify(call))).error?.code, -32601, name);
    }
  });

  it('refuses params that are no object, and calls without a name or with arguments of another type, with -32602 [MCP-7]', async () => {
    const request = { jsonrpc: '2.0', id: 7, method: 'tools/call' };
    const wrong = [
      ...['text', 7, true, [], [{ name: 'get_checkout_session' }]],
      ...[{}, { arguments: {} }, { name: null }, { name: 7 }, { name: ['get_checkout_session'] }],
      ...['text', 7, true, []].map((args) => ({ name: 'get_checkout_session', arguments: args })),
    ];
    for (const params of wrong) {
      const { id, error } = await refused(at, JSON.stringify({ ...request, params }));
      assert.equal(error?.code, -32602, JSON.stringify(params));
      assert.equal(id, 7);
    }
    assert.equal((await refused(at, JSON.stringify(request))).error?.code, -32602, 'no params at all');
  });

  it('takes any notification with an empty 202 [MCP-16]', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'no/such'])
      for (const params of [undefined, {}, { requestId: 1 }, []]) {
        const body = JSON.stringify({ jsonrpc: '2.0', method, params });
        const response = await fetch(`${at.agent.address}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        assert.equal(response.status, 202, body);
        assert.equal(await response.text(), '');
      }
  });

  it('answers 404 with the REST error body for an unknown store and any message [MCP-14]', async () => {
    const nobody = agentOf(at.running.baseUrl, 'no-such-store');
    for (const body of ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', '[]', '{broken', '']) {
      const answer = await nobody.send<ErrorBody>('POST', '/mcp', { body });
      assert.equal(answer.status, 404);
      assert.deepEqual(Object.keys(answer.body), ['error', 'code']);
      assert.equal(answer.body.code, 'not_found');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    }
    for (const method of ['GET', 'DELETE']) assert.equal((await nobody.send(method, '/mcp')).status, 404);
  });
});
