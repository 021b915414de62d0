import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf } from '../../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';

const STATELESS = '2026-07-28';
const SUPPORTED = [STATELESS, '2025-11-25', '2025-06-18'];
/** Demands that servers take batches. */
const WITH_BATCHES = '2025-03-26';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const META = {
  [VERSION]: STATELESS,
  [CAPABILITIES]: {},
  'io.modelcontextprotocol/clientInfo': { name: 'a-test-agent', version: '1.0.0' },
};

type Headers = Record<string, string>;

/** Request of revision 2026-07-28 with the headers that mirror it. */
function stateless(method: string, params: Record<string, unknown> = {}) {
  const headers: Headers = { 'mcp-protocol-version': STATELESS, 'mcp-method': method };
  if (typeof params.name === 'string') headers['mcp-name'] = params.name;
  return { body: { jsonrpc: '2.0', id: 7, method, params: { _meta: META, ...params } }, headers };
}

/** Sends a request of revision 2026-07-28; `headers` override those that mirror its body. */
function ask(at: Somewhere, method: string, params: Record<string, unknown> = {}, headers: Headers = {}) {
  const request = stateless(method, params);
  return at.agent.rpc(request.body, { ...request.headers, ...headers });
}

/** MCP endpoints of a store in all protocols. */
function endpointsOf({ running: { baseUrl }, slug }: Somewhere): string[] {
  return [`/api/ucp/${slug}/mcp`, `/ucp/${slug}/mcp`, `/mcp/${slug}`].map((path) => baseUrl + path);
}

interface Answer {
  id: unknown;
  result?: Record<string, unknown>;
  error?: { code: number };
}

async function send(endpoint: string, body: object, headers: Headers = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(endpoint, { ...init, body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** HTTP status and JSON-RPC error code of a request. */
async function outcome(endpoint: string, { body, headers }: { body: object; headers?: Headers }) {
  const { status, answer } = await send(endpoint, body, headers);
  assert.equal(answer.id, 7);
  return { status, code: answer.error?.code };
}

const get = { name: 'get_checkout_session', arguments: { session_id: 'nonsense' } };

everywhere('revisions of MCP', (at) => {
  it('negotiates the client’s revision when supported, else the newest with a handshake [MCP-18]', async () => {
    const versions = [...SUPPORTED, WITH_BATCHES, '2024-11-05', 'nonsense', '', 7, null, {}, undefined];
    for (const protocolVersion of versions) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
      const { body } = await at.agent.rpc({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      const agreed = SUPPORTED.slice(1).find((version) => version === protocolVersion) ?? '2025-11-25';
      assert.equal(body.result?.protocolVersion, agreed, JSON.stringify(protocolVersion));
      assert.deepEqual(body.result?.capabilities, { tools: {} });
      const { name } = (body.result?.serverInfo ?? {}) as { name?: string };
      assert.equal(name, 'ucp-host');
    }
  });

  it('offers no revision that demands batches, and refuses a batch at every endpoint [MCP-9]', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 7,
      method: 'initialize',
      params: { protocolVersion: WITH_BATCHES },
    };
    for (const endpoint of endpointsOf(at)) {
      const { result } = (await send(endpoint, initialize)).answer;
      assert.equal(result?.protocolVersion, '2025-11-25', endpoint);
      const { status, answer } = await send(endpoint, [initialize]);
      assert.deepEqual([status, answer.id, answer.error?.code], [200, null, -32600], endpoint);
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
    for (const version of [WITH_BATCHES, '1999-01-01', 'nonsense', '2026-07-28 ']) {
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
      const body = bodyOf(400, await ask(at, 'tools/call', get, headers));
      assert.partialDeepStrictEqual(body, { id: 7, error: { code: -32020 } });
    }
    const { body, headers } = stateless('tools/call', get);
    for (const endpoint of endpointsOf(at))
      for (const missing of Object.keys(headers)) {
        const others = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== missing));
        assert.deepEqual(await outcome(endpoint, { body, headers: others }), { status: 400, code: -32020 });
      }
  });

  it('names the contradiction, not the revision, when header and body declare different ones', async () => {
    for (const endpoint of endpointsOf(at))
      for (const inMeta of ['1999-01-01', '2025-11-25', 7, null]) {
        const { body, headers } = stateless('tools/list', { _meta: { ...META, [VERSION]: inMeta } });
        assert.deepEqual(await outcome(endpoint, { body, headers }), { status: 400, code: -32020 });
      }
  });

  it('compares a name that its header encodes, and refuses another one', async () => {
    const name = 'größer';
    const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
    const same = bodyOf(200, await ask(at, 'tools/call', { name }, { 'mcp-name': encoded(name) }));
    assert.equal(same.error?.code, -32601, 'there is no such tool');
    for (const wrong of [encoded('kleiner'), encoded(name).replace('=?=', '?='), `=?base64?gr??=`]) {
      const body = bodyOf(400, await ask(at, 'tools/call', { name }, { 'mcp-name': wrong }));
      assert.equal(body.error?.code, -32020, wrong);
    }
  });

  it('refuses a request that lacks _meta, its revision or the client’s capabilities with 400 and -32602', async () => {
    const { [VERSION]: _, ...withoutVersion } = META;
    const { [CAPABILITIES]: __, ...withoutCapabilities } = META;
    for (const endpoint of endpointsOf(at))
      for (const _meta of [
        undefined,
        7,
        {},
        withoutVersion,
        withoutCapabilities,
        { ...META, [CAPABILITIES]: [] },
      ])
        for (const method of ['server/discover', 'tools/list', 'initialize', 'no/such']) {
          const { body, headers } = stateless(method, { _meta });
          assert.deepEqual(await outcome(endpoint, { body, headers }), { status: 400, code: -32602 }, method);
        }
  });

  it('answers initialize, ping and unknown methods with 404 and -32601', async () => {
    for (const endpoint of endpointsOf(at))
      for (const method of ['initialize', 'ping', 'logging/setLevel', 'no/such'])
        assert.deepEqual(await outcome(endpoint, stateless(method)), { status: 404, code: -32601 }, method);
  });

  it('takes a notification without those headers and members', async () => {
    for (const params of [{ _meta: { [VERSION]: STATELESS } }, {}]) {
      const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
      const { status } = await at.agent.send('POST', '/mcp', {
        body: JSON.stringify(body),
        headers: { 'mcp-protocol-version': STATELESS },
      });
      assert.equal(status, 202);
    }
  });

  it('keeps the rules of a handshake for clients that declare no revision or one of 2025', async () => {
    const headers = ['2025-11-25', '2025-06-18'].map((version) => ({
      'mcp-protocol-version': version,
    }));
    for (const endpoint of endpointsOf(at))
      for (const headerSet of [{}, ...headers]) {
        const outcomeOf = async (method: string, params = {}) =>
          outcome(endpoint, { body: { jsonrpc: '2.0', id: 7, method, params }, headers: headerSet });
        for (const method of ['initialize', 'ping', 'tools/list', 'server/discover'])
          assert.deepEqual(await outcomeOf(method), { status: 200, code: undefined }, method);
        assert.deepEqual(await outcomeOf('no/such'), { status: 200, code: -32601 });
        assert.deepEqual(await outcomeOf('tools/call', { name: 'no_such_tool' }), {
          status: 200,
          code: -32601,
        });
      }
  });

  it('answers server/discover with revisions, capabilities, its name and a cache lifetime [MCP-19]', async () => {
    const body = bodyOf(200, await ask(at, 'server/discover'));
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
    const list = (await ask(at, 'tools/list')).body.result;
    assert.equal(list?.resultType, 'complete');
    assert.ok(Number.isInteger(list?.ttlMs));
    assert.equal(list?.cacheScope, 'public');
    const again = (await ask(at, 'tools/list')).body.result;
    assert.deepEqual(again, list, 'always in the same order');
  });

  it('answers tool errors in 200', async () => {
    const call = bodyOf(200, await ask(at, 'tools/call', get));
    assert.deepEqual(call.error?.data, { status: 404, code: 'not_found' });
  });
});
