import { payCheckout } from '../../testing/pay-checkout.ts';
import type { Sent } from './recorder.ts';
import { inStock, type Stage, type Wire } from './stage.ts';

const STATELESS = '2026-07-28';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

export const contractMcp: Wire = {
  async play(stage) {
    await stage.settle();
    await withHandshake(stage);
    await callTools(stage);
    await withoutHandshake(stage);
    await misbehave(stage);
  },
};

/** Methods of both eras of MCP, spoken to one address. */
export function rpcAt(stage: Stage, path: string, headers: (body: string) => Promise<Sent['headers']>) {
  const send = async (body: object | string, more: Sent['headers'] = {}, note = '') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return stage.call('POST', path, { headers: { ...(await headers(text)), ...more }, body: text }, note);
  };
  const rpc = (method: string, params?: object, more?: Sent['headers']) =>
    send({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }, more, noteOf(method, params));

  return {
    send,
    rpc,
    tool: (name: string, args: object) => rpc('tools/call', { name, arguments: args }),
    /** As revision 2026-07-28 does it: each request says its revision, in its body and in headers. */
    stateless(method: string, params: Record<string, unknown> = {}, more: Sent['headers'] = {}) {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': STATELESS,
        'io.modelcontextprotocol/clientInfo': { name: 'a-recorded-agent', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const name: Sent['headers'] = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
      const mirrored = { 'mcp-protocol-version': STATELESS, 'mcp-method': method, ...name };
      return rpc(method, { ...params, _meta }, { ...mirrored, ...more });
    },
  };
}

function noteOf(method: string, params: object = {}): string {
  return 'name' in params ? `${method} ${params.name}` : method;
}

export type Rpc = ReturnType<typeof rpcAt>;

const rpcOf = (stage: Stage) =>
  rpcAt(stage, `/api/ucp/${stage.slug}/mcp`, async () => ({ 'content-type': 'application/json' }));

async function withHandshake(stage: Stage): Promise<void> {
  const { rpc, send } = rpcOf(stage);
  const clientInfo = { name: 'a-recorded-agent', version: '1.0.0' };
  for (const protocolVersion of ['2025-11-25', '2025-03-26', '2024-11-05', undefined])
    await rpc('initialize', { protocolVersion, capabilities: {}, clientInfo });
  await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await rpc('ping');
  await rpc('tools/list', undefined, { 'mcp-protocol-version': '2025-06-18' });
}

async function callTools(stage: Stage): Promise<void> {
  const { tool } = rpcOf(stage);
  const mug = await inStock(stage, 'mug');
  const line_items = [{ item: { id: mug.id }, quantity: 2 }];
  const key = 'a-key-of-the-agent';
  const args = { line_items, discounts: { codes: ['SUMMER10', 'NO-SUCH-CODE'] }, idempotency_key: key };
  const creation = await tool('create_checkout_session', args);
  await tool('create_checkout_session', args);
  const session = JSON.parse(creation.body.result.content[0].text);
  await tool('get_checkout_session', { session_id: session.id });
  await tool('get_checkout_session', { id: session.id });
  await payCheckout(session.continue_url);
  await tool('complete_checkout_session', { session_id: session.id });
  await tool('complete_checkout_session', { session_id: session.id });
  await tool('cancel_checkout_session', { session_id: session.id });
  const other = await tool('create_checkout_session', { line_items });
  await tool('cancel_checkout_session', { session_id: JSON.parse(other.body.result.content[0].text).id });
  await tool('create_checkout_session', {});
  await tool('create_checkout_session', { line_items: [{ item: { id: 7 }, quantity: 0 }] });
  await tool('create_checkout_session', { line_items: [{ item: { id: 'nonsense' } }] });
  for (const args of [{}, { session_id: 'nonsense' }, { session_id: UNKNOWN }])
    await tool('get_checkout_session', args);
  await tool('no_such_tool', {});
}

async function withoutHandshake(stage: Stage): Promise<void> {
  const { stateless } = rpcOf(stage);
  await stateless('server/discover');
  await stateless('tools/list');
  const get = { name: 'get_checkout_session', arguments: { session_id: UNKNOWN } };
  await stateless('tools/call', get);
  await stateless('tools/call', { name: 'no_such_tool', arguments: {} });
  await stateless('resources/list');
  await stateless('tools/call', get, { 'mcp-name': 'cancel_checkout_session' });
  await stateless('ping', {}, { 'mcp-protocol-version': '1999-01-01' });
}

async function misbehave(stage: Stage): Promise<void> {
  const { rpc, send } = rpcOf(stage);
  await rpc('resources/list');
  await rpc('ping', undefined, { 'mcp-protocol-version': '1999-01-01' });
  await rpc('ping', undefined, { 'mcp-session-id': 'left over' });
  await rpc('tools/call', { name: 'get_checkout_session', arguments: 'none' });
  await rpc('tools/call');
  for (const body of [
    '{',
    '',
    '[]',
    '7',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"x"}',
  ])
    await send(body);
  await send([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
  const path = `/api/ucp/${stage.slug}/mcp`;
  await stage.call('GET', path);
  await stage.call('DELETE', path);
  await stage.call('POST', '/api/ucp/nobody/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
}
