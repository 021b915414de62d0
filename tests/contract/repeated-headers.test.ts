import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { it } from 'node:test';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { PROFILE } from '../../testing/ucp-agent.ts';

type Headers = Record<string, string | string[]>;

interface Body {
  id?: string;
  error?: object;
}

/** Sends a list of values as one header line each. */
async function post(
  url: string,
  body: object,
  headers: Headers,
): Promise<{ status: number | undefined; body: Body }> {
  const outgoing = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  outgoing.end(JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: (await json(response)) as Body };
}

everywhere('repeated headers', (at) => {
  const goods = unlimited(at, 'mug');
  const content = () => ({ line_items: [{ item: { id: goods.mug }, quantity: 1 }] });
  const contract = (headers: Headers) => post(`${at.agent.address}/checkout-sessions`, content(), headers);
  const official = (headers: Headers) =>
    post(`${at.running.baseUrl}/ucp/${at.slug}/checkout-sessions`, content(), {
      'ucp-agent': `profile="${PROFILE}"`,
      ...headers,
    });

  it('reads equal lines as one value', async () => {
    for (const create of [contract, official]) {
      const key = randomUUID();
      const agent = `profile="${PROFILE}"`;
      const first = await create({ 'idempotency-key': key, 'ucp-agent': agent });
      const twice = { 'idempotency-key': [key, key], 'ucp-agent': [agent, agent] };
      const again = await create({ ...twice, 'content-type': ['application/json', 'application/json'] });
      assert.equal(first.status, 201);
      assert.equal(again.body.id, first.body.id, JSON.stringify(again.body));
    }
  });

  it('refuses different lines with a 400 that names the header', async () => {
    const different: [name: string, values: [string, string]][] = [
      ['Idempotency-Key', [randomUUID(), randomUUID()]],
      ['Content-Type', ['application/json', 'text/plain']],
      ['UCP-Agent', [`profile="${PROFILE}"`, 'profile="https://other.example/profile.json"']],
      ['Authorization', ['Bearer one', 'Bearer two']],
    ];
    for (const create of [contract, official])
      for (const [name, values] of different) {
        const { status, body } = await create({ [name.toLowerCase()]: values });
        assert.equal(status, 400, `${name}: ${JSON.stringify(body)}`);
        assert.match(JSON.stringify(body), new RegExp(`The header ${name} has several values`));
      }
  });

  it('refuses different lines over MCP as REST does', async () => {
    const call = { name: 'create_checkout_session', arguments: content() };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const headers = { 'idempotency-key': [randomUUID(), randomUUID()] };
    const { status, body } = await post(`${at.agent.address}/mcp`, message, headers);
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(body.error ?? {}, { code: -32000, data: { status: 400 } });
  });

  it('answers 404 for an unknown store whatever the lines', async () => {
    const url = `${at.running.baseUrl}/api/ucp/no-such-store/checkout-sessions`;
    const { status } = await post(url, content(), { 'idempotency-key': ['one', 'two'] });
    assert.equal(status, 404);
  });

  it('accepts different lines of tracing headers', async () => {
    const { status, body } = await contract({ 'x-request-id': ['one', 'two'] });
    assert.equal(status, 201, JSON.stringify(body));
  });
});
