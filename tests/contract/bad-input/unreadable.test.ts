import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { findVariant } from '../../../testing/agent.ts';
import { everywhere } from '../../../testing/everywhere.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { shopperAt } from '../../shopping/shopper.ts';
import { exchangeBytes } from './raw-http.ts';
import { assertRefused, changesNothing, raw, toAnswer } from './refusal.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const MCP_VERSION = 'io.modelcontextprotocol/protocolVersion';
const NOT_HTTP = { status: 400, code: 'invalid_input' };

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

everywhere('unreadable requests and the content of errors', (at) => {
  it('keeps a sane X-Request-Id and replaces an insane one [ERR-8]', async () => {
    for (const id of ['abc-123', randomUUID(), 'trace:1.2_3', 'x'.repeat(128)]) {
      const answer = await raw(at, { path: '', headers: { 'x-request-id': id } });
      assert.equal(answer.headers.get('x-request-id'), id);
    }
    for (const id of ['', ' ', 'a b', 'a\tb', 'x'.repeat(300), 'ä', '<script>', 'a"b', 'a\\nb', '%0d%0a']) {
      const answer = await raw(at, { path: '', headers: { 'x-request-id': id } });
      assert.match(answer.headers.get('x-request-id') ?? '', UUID, id);
    }
    const twice = await raw(at, { path: '', headers: { 'x-request-id': ['one', 'two'] } });
    assert.match(twice.headers.get('x-request-id') ?? '', UUID);
    const folded = `GET /api/ucp/${at.slug} HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\n b: c\r\n\r\n`;
    const answer = await exchangeBytes(at.running.baseUrl, folded);
    assertRefused(toAnswer(answer), NOT_HTTP, 'a newline in the id');
    assert.match(answer.headers.get('x-request-id') ?? '', UUID);
  });

  it('refuses invalid HTTP with the usual error body and closes the connection', () =>
    changesNothing(at, async () => {
      const post = `POST /api/ucp/${at.slug}/checkout-sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
      const requests = [
        ...['garbage\r\n\r\n', '\u0000\u0001\u0002\r\n\r\n', `NONSENSE /api/ucp/${at.slug} HTTP/1.1\r\n\r\n`],
        `${post}Content-Length: nonsense\r\n\r\n{}`,
        `${post}Content-Length: -1\r\n\r\n{}`,
        `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
        `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
        `${post}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n{}`,
        `${post}No colon here\r\n\r\n`,
        `${post}X-Null: a\u0000b\r\n\r\n`,
      ];
      for (const bytes of requests) {
        const answer = await exchangeBytes(at.running.baseUrl, bytes);
        assertRefused(toAnswer(answer), NOT_HTTP, JSON.stringify(bytes));
      }
      const long = `GET /api/ucp/${at.slug} HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
      const answer = await exchangeBytes(at.running.baseUrl, long);
      assertRefused(toAnswer(answer), { status: 431, code: 'too_large' });
    }));

  it('refuses a body by the length that it claims, before it is sent', () =>
    changesNothing(at, async () => {
      const head = `POST /api/ucp/${at.slug}/checkout-sessions HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
      const bytes = `${head}Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{}`;
      const answer = await exchangeBytes(at.running.baseUrl, bytes);
      assertRefused(toAnswer(answer), { status: 413, code: 'too_large' });
    }));

  it('stops waiting for the rest of an announced body', () => {
    const { requestTimeout, headersTimeout } = at.running.service.server.server;
    assert.ok(requestTimeout > 0 && requestTimeout <= 60_000);
    assert.ok(headersTimeout > 0 && headersTimeout <= 60_000);
  });

  it('repeats a text of a request short, on one line and without invisible characters', async () => {
    const unreadable = `no\u202ene\u200b\n\r\u2028\u0007 ${'x'.repeat(1_900)}`;
    const agentPlatform = ucpAgentOf(at);
    const shopper = shopperAt(at);
    const rpc = (method: string, name: string, version?: string) =>
      at.agent.rpc(
        { jsonrpc: '2.0', id: 1, method, params: { name, _meta: version && { [MCP_VERSION]: version } } },
        { accept: 'application/json, text/event-stream' },
      );
    const path = encodeURIComponent(unreadable);
    const answers: unknown[] = await Promise.all([
      ...['carts', 'checkout-sessions', 'orders'].map((each) =>
        at.agent.get(`/${each}/${path.slice(0, 600)}`),
      ),
      rpc(unreadable, 'any'),
      rpc('tools/call', unreadable),
      rpc('ping', 'any', unreadable),
      shopper.failed('get_product', { id: unreadable }),
      shopper.failed('get_order', { order_id: unreadable }),
      agentPlatform.post('/catalog/lookup', { ids: [unreadable] }),
      agentPlatform.post('/catalog/product', { id: unreadable }),
      agentPlatform.get(`/orders/${path.slice(0, 600)}`),
    ]);
    for (const answer of answers) {
      const texts = textsIn(answer).filter((text) => /x/.test(text));
      for (const text of texts) {
        assert.ok(text.length < 400, text.slice(0, 400));
        assert.doesNotMatch(text, /[\p{Cc}\u200b\u2028\u202e]/u, JSON.stringify(text));
      }
    }
  });

  it('names a hundred unknown products in less than 64 KB', async () => {
    const host = new URL((await at.agent.search('mug')).products[0]?.url ?? '').origin;
    const path = at.platform === 'shopify' ? 'products' : 'product';
    const ids = Array.from({ length: 100 }, (_, place) => `${host}/${path}/${place}?${'x'.repeat(2_000)}`);
    const answers = [
      await at.agent.createSession(ids),
      await at.agent.createCart(ids),
      await ucpAgentOf(at).createCart(ids),
    ];
    for (const { body } of answers) {
      const text = JSON.stringify(body);
      assert.match(text, /\/99\?x/);
      assert.ok(text.length < 65_536, String(text.length));
    }
  });

  it('repeats no secret of the agent or the store in an error [ERR-9]', async () => {
    const secret = 'sk-live-51f2a7c3';
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${secret}`,
      cookie: `session=${secret}`,
      'x-api-key': secret,
    };
    const bodies = [
      `{"token":"${secret}",}`,
      `{"token":${secret}}`,
      `${secret}`,
      `{"line_items":"${secret}"}`,
    ];
    for (const path of ['/checkout-sessions', '/carts', '/mcp'])
      for (const body of bodies) {
        const answer = await raw(at, { method: 'POST', path, headers, body });
        assert.ok(!answer.text.includes(secret.slice(0, 8)), answer.text);
      }
    const { id } = await findVariant(at.agent, 'mug');
    const { control, credentials } = at.running.shop(at.slug);
    for (const kind of ['server_error', 'malformed', 'throttled'] as const) {
      control.inject({ kind });
      const answer = await at.agent.createSession([id]);
      control.clearFaults();
      assert.ok(answer.status >= 500, kind);
      const text = JSON.stringify(answer.body);
      for (const [name, value] of Object.entries(credentials))
        assert.ok(value.length < 8 || !text.includes(value), `${kind}: ${name} is told: ${text}`);
    }
  });
});
