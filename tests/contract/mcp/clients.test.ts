import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sessionResponse } from '../../../src/protocols/contract/responses.ts';
import { pay, type Session } from '../../../testing/agent.ts';
import { everywhere, findUnlimited } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';
import { type ConnectedClient, HANDSHAKE, officialClients, thrown, withClient } from './official-clients.ts';

const TOOLS = [
  'create_checkout_session',
  'get_checkout_session',
  'complete_checkout_session',
  'cancel_checkout_session',
];

async function session(client: ConnectedClient, name: string, args: object): Promise<Session> {
  const result = await client.call(name, { ...args });
  const { content } = result as { content: { type: string; text: string }[] };
  assert.equal(content[0]?.type, 'text');
  return sessionResponse.parse(JSON.parse(content[0].text));
}

everywhere('official MCP clients', (at) => {
  const endpoint = () => `${at.agent.address}/mcp`;

  for (const kind of officialClients) {
    it(`${kind.name} connects, lists the tools and buys with them [MCP-4]`, () =>
      withClient(kind, endpoint(), async (client) => {
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
      withClient(kind, endpoint(), async (client) => {
        const unknown = await thrown(client.call('get_checkout_session', { session_id: 'nonsense' }));
        assert.deepEqual([unknown.code, unknown.data], [-32000, { status: 404, code: 'not_found' }]);
        const empty = await thrown(client.call('create_checkout_session', { line_items: [] }));
        assert.deepEqual([empty.code, (empty.data as { status: number }).status], [-32000, 400]);
        assert.equal((await thrown(client.call('create_checkout_session', {}))).code, -32602);
        assert.equal((await thrown(client.call('no_such_tool', {}))).code, -32601);
      }));
  }

  for (const kind of officialClients.filter((each) => each.speaks === HANDSHAKE))
    it(`${kind.name} pings [MCP-17]`, () =>
      withClient(kind, endpoint(), async (client) => {
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
