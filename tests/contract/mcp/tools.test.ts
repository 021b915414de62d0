import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { bodyOf, type ErrorBody, findVariant, type Session } from '../../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';

interface ToolList {
  tools: {
    name: string;
    description: string;
    inputSchema: { type: string; required: string[]; properties: Record<string, unknown> };
  }[];
}

type ToolResult = { content: { type: string; text: string }[] };

type Arguments = Record<string, unknown>;

async function call(at: Somewhere, name: string, args: Arguments, headers?: Record<string, string>) {
  const params = { name, arguments: args };
  const answer = await at.agent.rpc<ToolResult>(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers,
  );
  assert.equal(answer.status, 200, 'tools/call answers with HTTP 200');
  return answer.body;
}

/** Returns the REST body that a tool's result carries as text. */
async function bought(at: Somewhere, name: string, args: Arguments, headers?: Record<string, string>) {
  const { result, error } = await call(at, name, args, headers);
  assert.equal(error, undefined, JSON.stringify(error));
  assert.equal(result?.content.length, 1);
  const [content] = result.content;
  assert.equal(content?.type, 'text');
  return JSON.parse(content.text) as Session;
}

async function oneMug(at: Somewhere): Promise<Arguments> {
  return { line_items: [{ item: { id: (await findVariant(at.agent, 'mug')).id } }] };
}

async function refusal(at: Somewhere, name: string, args: Arguments) {
  const { error, result } = await call(at, name, args);
  assert.equal(result, undefined);
  assert.ok(error, 'the call is refused');
  return error;
}

const sessionTools = ['get_checkout_session', 'complete_checkout_session', 'cancel_checkout_session'];

everywhere('tools over MCP', (at) => {
  it('lists exactly the four tools, each with an object as its input [MCP-1]', async () => {
    const { status, headers, body } = await at.agent.rpc<ToolList>({
      jsonrpc: '2.0',
      id: 'list',
      method: 'tools/list',
    });
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    const tools = body.result?.tools ?? [];
    assert.deepEqual(pluck(tools, 'name'), ['create_checkout_session', ...sessionTools]);
    for (const { name, description, inputSchema } of tools) {
      assert.ok(description.length > 10);
      assert.equal(inputSchema.type, 'object');
      const required = name === 'create_checkout_session' ? 'line_items' : 'session_id';
      assert.deepEqual(inputSchema.required, [required]);
      assert.ok(required in inputSchema.properties);
    }
  });

  it('answers create, get, complete and cancel with exactly the REST body [MCP-2]', async () => {
    const created = await bought(at, 'create_checkout_session', await oneMug(at));
    const rest = await at.agent.readSession(created.id);
    assert.deepEqual(created, rest.body);
    const { result } = await call(at, 'get_checkout_session', { session_id: created.id });
    const raw = await fetch(`${at.agent.address}/checkout-sessions/${created.id}`);
    assert.equal(result?.content[0]?.text, await raw.text(), 'to the byte');
    const completed = await bought(at, 'complete_checkout_session', { session_id: created.id });
    assert.equal(completed.status, 'completed');
    assert.deepEqual(completed, (await at.agent.readSession(created.id)).body);
    const other = await bought(at, 'create_checkout_session', await oneMug(at));
    const canceled = await bought(at, 'cancel_checkout_session', { session_id: other.id });
    assert.equal(canceled.status, 'failed');
    assert.deepEqual(canceled, (await at.agent.cancel(other.id)).body);
  });

  it('understands id and sessionId for session_id [MCP-13]', async () => {
    const created = await bought(at, 'create_checkout_session', await oneMug(at));
    for (const name of ['session_id', 'id', 'sessionId'])
      assert.deepEqual(await bought(at, 'get_checkout_session', { [name]: created.id }), created);
    assert.equal((await bought(at, 'complete_checkout_session', { id: created.id })).status, 'completed');
    const other = await bought(at, 'create_checkout_session', await oneMug(at));
    assert.equal((await bought(at, 'cancel_checkout_session', { sessionId: other.id })).status, 'failed');
  });

  it('replays by the idempotency_key argument and by the Idempotency-Key header, as REST does [MCP-3]', async () => {
    const key = randomUUID();
    const mug = await oneMug(at);
    const first = await bought(at, 'create_checkout_session', { ...mug, idempotency_key: key });
    const header = { 'idempotency-key': key };
    const replay = { ...first, replayed: true };
    assert.deepEqual(await bought(at, 'create_checkout_session', mug, header), replay);
    assert.deepEqual(await bought(at, 'create_checkout_session', { ...mug, idempotency_key: key }), replay);
    assert.deepEqual(bodyOf(200, await at.agent.post('/checkout-sessions', mug, header)), replay);
  });

  it('refuses a missing required argument with -32602 and names it [MCP-11]', async () => {
    const create = await refusal(at, 'create_checkout_session', { buyer: { email: 'ada@example.com' } });
    assert.equal(create.code, -32602);
    assert.match(create.message, /line_items/);
    for (const name of sessionTools) {
      const error = await refusal(at, name, {});
      assert.equal(error.code, -32602);
      assert.match(error.message, /session_id/);
    }
  });

  it('maps REST’s 400 to -32000 with the status in data [MCP-3]', async () => {
    const control = at.running.shop(at.slug).control;
    const mug = await oneMug(at);
    control.resetCalls();
    const wrong: [Arguments, path: string][] = [
      [{ line_items: [] }, 'line_items'],
      [{ line_items: null }, 'line_items'],
      [{ line_items: 'mug' }, 'line_items'],
      [{ line_items: [{}] }, 'line_items.0.item'],
      [{ line_items: [{ item: { id: 'nonsense' } }] }, 'line_items.0.item.id'],
      [{ ...mug, idempotency_key: 'x'.repeat(256) }, 'idempotency_key'],
      [{ ...mug, idempotency_key: 7 }, 'idempotency_key'],
      [{ ...mug, buyer: { email: 'nobody' } }, 'buyer.email'],
    ];
    for (const [args, path] of wrong) {
      const { code, data } = await refusal(at, 'create_checkout_session', args);
      assert.equal(code, -32000, JSON.stringify(args));
      assert.equal(data?.status, 400);
      assert.equal((data?.details as ErrorBody['details'])?.[0]?.path, path);
    }
    const { code, data } = await refusal(at, 'get_checkout_session', { session_id: 7 });
    assert.deepEqual([code, data?.status], [-32000, 400]);
    assert.deepEqual(control.calls(), {}, 'the platform is not asked');
  });

  it('maps REST’s 404 and 409 to -32000 with the status in data [MCP-12]', async () => {
    for (const name of sessionTools)
      for (const session_id of [randomUUID(), 'nonsense', '', '\u0000', 'a'.repeat(5_000)]) {
        const { code, data } = await refusal(at, name, { session_id });
        assert.deepEqual([code, data?.status], [-32000, 404]);
      }
    const { id } = await bought(at, 'create_checkout_session', await oneMug(at));
    await bought(at, 'complete_checkout_session', { session_id: id });
    const again = await refusal(at, 'complete_checkout_session', { session_id: id });
    assert.deepEqual([again.code, again.data?.status], [-32000, 409]);
    const cancel = await refusal(at, 'cancel_checkout_session', { session_id: id });
    assert.deepEqual([cancel.code, cancel.data?.status], [-32000, 404]);
  });

  it('maps an unreachable shop to -32000 with 503 and the seconds to retry after [MCP-12]', async (t) => {
    const mug = await oneMug(at);
    const control = at.running.shop(at.slug).control;
    control.inject({ kind: 'throttled' });
    t.after(() => control.clearFaults());
    const { code, data } = await refusal(at, 'create_checkout_session', mug);
    assert.deepEqual([code, data?.status], [-32000, 503]);
    assert.equal(typeof data?.retry_after, 'number');
  });
});
