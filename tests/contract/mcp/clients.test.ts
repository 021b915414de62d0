import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sessionResponse } from '../../../src/protocols/contract/responses.ts';
import { pay, type Session } from '../../../testing/agent.ts';
import { everywhere, type Somewhere, findUnlimited } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';
import { type ConnectedClient, HANDSHAKE, type OfficialClient, officialClients } from './official-clients.ts';

const TOOLS = [
  'create_checkout_session',
  'get_checkout_session',
  'complete_checkout_session',
  'cancel_checkout_session',
];

/** Connects, runs and closes a client, and asserts that its `onerror` got nothing. */
async function withClient(
  at: Somewhere,
  kind: OfficialClient,
  run: (client: ConnectedClient) => Promise<void>,
): Promise<void> {
  const client = await kind.connect(new URL(`${at.agent.address}/mcp`));
  try {
    await run(client);
    // Read before closing, which makes the client report its own aborted requests.
    assert.deepEqual(client.noise, []);
  } finally {
    await client.close();
  }
}

async function session(client: ConnectedClient, name: string, given: object): Promise<Session> {
  const result = await client.call(name, { ...given });
  const { content } = result as { content: { type: string; text: string }[] };
  assert.equal(content[0]?.type, 'text');
  return sessionResponse.parse(JSON.parse(content[0].text));
}

/** Error of a client with the code and data that the service sent. */
async function thrown(call: Promise<unknown>): Promise<{ code: unknown; data: unknown }> {
  const error: unknown = await call.then(
    () => assert.fail('the call should have been refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error);
  const { code, data } = error as Error & { code?: unknown; data?: unknown };
  return { code, data };
}

everywhere('official MCP clients', (at) => {
  for (const kind of officialClients) {
    it(`${kind.name} connects, lists the tools and buys with them [MCP-4]`, () =>
      withClient(at, kind, async (client) => {
        assert.equal(client.serverName, 'ucp-host');
        assert.equal(client.protocolVersion, kind.speaks);
        assert.deepEqual(pluck(await client.tools(), 'name'), TOOLS);
        const id = await findUnlimited(at, 'mug');
        const line_items = [{ item: { id }, quantity: 1 }];
        const created = await session(client, 'create_checkout_session', { line_items });
        assert.equal(created.status, 'requires_escalation');
        const session_id = created.id;
        assert.deepEqual(await session(client, 'get_checkout_session', { session_id }), created);
        await pay(created);
        const completed = await session(client, 'complete_checkout_session', { session_id });
        assert.partialDeepStrictEqual(completed, { status: 'completed', payment: 'verified' });
        const other = await session(client, 'create_checkout_session', { line_items });
        const canceled = await session(client, 'cancel_checkout_session', { session_id: other.id });
        assert.equal(canceled.status, 'failed');
      }));

    it(`${kind.name} gets errors with their code and data`, () =>
      withClient(at, kind, async (client) => {
        const unknown = await thrown(client.call('get_checkout_session', { session_id: 'nonsense' }));
        assert.deepEqual(unknown, { code: -32000, data: { status: 404, code: 'not_found' } });
        const empty = await thrown(client.call('create_checkout_session', { line_items: [] }));
        assert.equal(empty.code, -32000);
        assert.equal((empty.data as { status: number }).status, 400);
        assert.equal((await thrown(client.call('create_checkout_session', {}))).code, -32602);
        assert.equal((await thrown(client.call('no_such_tool', {}))).code, -32601);
      }));
  }

  for (const kind of officialClients.filter((each) => each.speaks === HANDSHAKE))
    it(`${kind.name} pings [MCP-17]`, () =>
      withClient(at, kind, async (client) => {
        assert.deepEqual(await client.ping(), {});
      }));

  it('serves bare clients, without a handshake and with Accept: application/json only [AUT-1]', async () => {
    const headers = { accept: 'application/json' };
    const list = await at.agent.rpc<{ tools: { name: string }[] }>(
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      headers,
    );
    assert.deepEqual(pluck(list.body.result?.tools, 'name'), TOOLS);
    const params = { name: 'get_checkout_session', arguments: { session_id: 'nonsense' } };
    const { status, body } = await at.agent.rpc(
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params },
      headers,
    );
    assert.equal(status, 200);
    assert.equal(body.error?.code, -32000);
  });
});
