import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf } from '../../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';

const STATELESS = '2026-07-28';
const SUPPORTED = [STATELESS, '2025-11-25', '2025-06-18', '2025-03-26'];
const VERSION = 'io.modelcontextprotocol/protocolVersion';

type Headers = Record<string, string>;

/** Sends a request of revision 2026-07-28; `headers` override those that mirror its body. */
function stateless(
  at: Somewhere,
  method: string,
  params: Record<string, unknown> = {},
  headers: Headers = {},
) {
  const _meta = {
    [VERSION]: STATELESS,
    'io.modelcontextprotocol/clientInfo': { name: 'a-test-agent', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const mirrored: Headers = { 'mcp-protocol-version': STATELESS, 'mcp-method': method };
  if (typeof params.name === 'string') mirrored['mcp-name'] = params.name;
  const body = { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } };
  return at.agent.rpc(body, { ...mirrored, ...headers });
}

const get = { name: 'get_checkout_session', arguments: { session_id: 'nonsense' } };

everywhere('revisions of MCP', (at) => {
  it('negotiates the client’s revision when supported, else the newest with a handshake [MCP-18]', async () => {
    const asked = [...SUPPORTED.slice(1), STATELESS, '2024-11-05', 'nonsense', '', 7, null, {}, undefined];
    for (const protocolVersion of asked) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
      const { body } = await at.agent.rpc({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      const agreed = SUPPORTED.slice(1).find((version) => version === protocolVersion) ?? '2025-11-25';
      assert.equal(body.result?.protocolVersion, agreed, JSON.stringify(protocolVersion));
      assert.deepEqual(body.result?.capabilities, { tools: {} });
      const { name } = (body.result?.serverInfo ?? {}) as { name?: string };
      assert.equal(name, 'ucp-host');
    }
  });

  it('starts no MCP session and ignores a session id', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const { status, headers } = await at.agent.rpc(ping, { 'mcp-session-id': 'left over' });
    assert.equal(status, 200);
    assert.equal(headers.get('mcp-session-id'), null);
  });

  it('accepts any supported revision in the header, or no header', async () => {
    for (const headers of [
      {},
      ...SUPPORTED.slice(1).map((version) => ({ 'mcp-protocol-version': version })),
    ]) {
      const body = bodyOf(200, await at.agent.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers));
      assert.deepEqual(Object.keys(body.result ?? {}), ['tools']);
    }
  });

  it('refuses an unsupported revision with 400 and -32022 and lists the supported ones', async () => {
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    for (const version of ['1999-01-01', 'nonsense', '2026-07-28 ']) {
      const inMeta = bodyOf(400, await at.agent.rpc({ ...ping, params: { _meta: { [VERSION]: version } } }));
      assert.partialDeepStrictEqual(inMeta, { id: 7, error: { code: -32022 } });
      assert.deepEqual(inMeta.error?.data, { supported: SUPPORTED, requested: version });
    }
    const inHeader = bodyOf(400, await at.agent.rpc(ping, { 'mcp-protocol-version': '1999-01-01' }));
    assert.deepEqual(inHeader.error?.data, { supported: SUPPORTED, requested: '1999-01-01' });
  });

  it('refuses a revision that is no string in the same way, however deep it is nested', async () => {
    const deep = `${'['.repeat(9_900)}${']'.repeat(9_900)}`;
    for (const version of ['7', 'null', '{"toString":1}', `["${STATELESS}"]`, deep]) {
      const body = `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"${VERSION}":${version}}}}`;
      const answer = await at.agent.send<{ error: { code: number } }>('POST', '/mcp', { body });
      assert.equal(answer.status, 400, version.slice(0, 40));
      assert.equal(answer.body.error.code, -32022);
    }
  });

  it('refuses headers that are missing or contradict a stateless body with 400 and -32020', async () => {
    const contradictions: Headers[] = [
      { 'mcp-protocol-version': '2025-11-25' },
      { 'mcp-method': 'tools/list' },
      { 'mcp-method': '' },
      { 'mcp-name': 'cancel_checkout_session' },
      { 'mcp-name': '' },
    ];
    for (const headers of contradictions) {
      const body = bodyOf(400, await stateless(at, 'tools/call', get, headers));
      assert.partialDeepStrictEqual(body, { id: 7, error: { code: -32020 } });
    }
    const params = { ...get, _meta: { [VERSION]: STATELESS } };
    const complete: Headers = {
      'mcp-protocol-version': STATELESS,
      'mcp-method': 'tools/call',
      'mcp-name': get.name,
    };
    for (const missing of Object.keys(complete)) {
      const headers = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== missing));
      const { status, body } = await at.agent.rpc(
        { jsonrpc: '2.0', id: 7, method: 'tools/call', params },
        headers,
      );
      assert.equal(status, 400, missing);
      assert.equal(body.error?.code, -32020);
    }
  });

  it('answers server/discover with revisions, capabilities, its name and a cache lifetime [MCP-19]', async () => {
    const body = bodyOf(200, await stateless(at, 'server/discover'));
    const { resultType, supportedVersions, capabilities, ttlMs, cacheScope, _meta } = body.result ?? {};
    assert.equal(resultType, 'complete');
    assert.deepEqual(supportedVersions, SUPPORTED);
    assert.deepEqual(capabilities, { tools: {} });
    assert.ok(Number.isInteger(ttlMs) && Number(ttlMs) > 0);
    assert.equal(cacheScope, 'public');
    const server = (_meta as Record<string, { name: string }>)['io.modelcontextprotocol/serverInfo'];
    assert.equal(server?.name, 'ucp-host');
  });

  it('marks every result as complete and gives the list of tools a cache lifetime', async () => {
    const list = (await stateless(at, 'tools/list')).body.result;
    assert.equal(list?.resultType, 'complete');
    assert.ok(Number.isInteger(list?.ttlMs));
    assert.equal(list?.cacheScope, 'public');
    const again = (await stateless(at, 'tools/list')).body.result;
    assert.deepEqual(again, list, 'always in the same order');
  });

  it('answers tool errors in 200, and an unknown method with 404 and -32601', async () => {
    const call = bodyOf(200, await stateless(at, 'tools/call', get));
    assert.deepEqual(call.error?.data, { status: 404, code: 'not_found' });
    const unknown = bodyOf(404, await stateless(at, 'no/such'));
    assert.partialDeepStrictEqual(unknown, { error: { code: -32601 }, id: 7 });
  });
});
