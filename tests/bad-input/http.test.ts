import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { agentOf, type Answer, type ErrorBody, findVariant } from '../support/agent.ts';
import { everywhere, type Somewhere } from '../support/everywhere.ts';
import { exchangeBytes, type RawAnswer, type RawRequest, sendRaw } from './raw-http.ts';
import { assertRefused, changesNothing, type Expected } from './refusal.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NO_STORE = { status: 404, code: 'not_found' };
const NOT_HTTP = { status: 400, code: 'invalid_input' };

function raw(at: Somewhere, wanted: RawRequest): Promise<RawAnswer> {
  const path = `/api/ucp/${at.slug}${wanted.path}`;
  return sendRaw(at.running.baseUrl, { ...wanted, path });
}

function toAnswer({ status, headers, text }: RawAnswer): Answer<ErrorBody> {
  return { status, headers, body: JSON.parse(text) };
}

async function rawRefused(at: Somewhere, wanted: RawRequest, expected: Expected): Promise<void> {
  const told = `${wanted.method} ${wanted.path}`.slice(0, 80);
  assertRefused(toAnswer(await raw(at, wanted)), expected, told);
}

/** Paths that take no parameter from the request, with the methods that they offer. */
const session = `/checkout-sessions/${randomUUID()}`;
const cart = `/carts/${randomUUID()}`;
const OFFERED: Record<string, string> = {
  '': 'GET',
  '/': 'GET',
  '/mcp': 'POST',
  '/checkout-sessions': 'POST',
  [session]: 'GET, PUT',
  [`${session}/complete`]: 'POST',
  [`${session}/cancel`]: 'POST',
  '/catalog/search': 'GET',
  '/catalog/lookup': 'GET',
  '/carts': 'POST',
  [cart]: 'GET, PUT',
  [`${cart}/cancel`]: 'POST',
  [`/orders/${randomUUID()}`]: 'GET',
  '/fulfillment/quotes': 'POST',
};

everywhere('HTTP as it should not be', (at) => {
  it('takes JSON by any of its names, and without a name', async () => {
    const { id } = await findVariant(at.agent, 'mug');
    const body = JSON.stringify({ line_items: [{ item: { id } }] });
    const types = ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'];
    for (const type of [...types, 'APPLICATION/JSON', 'application/foo+json', 'application/ld+json; v=1']) {
      const answer = await raw(at, {
        method: 'POST',
        path: '/checkout-sessions',
        headers: { 'content-type': type },
        body,
      });
      assert.equal(answer.status, 201, type);
    }
    assert.equal((await raw(at, { method: 'POST', path: '/checkout-sessions', body })).status, 201);
  });

  it('refuses bodies of another type with 415, also when they hold JSON', () =>
    changesNothing(at, async () => {
      const types = ['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded'];
      const others = ['multipart/form-data; boundary=x', 'application/jsonp', 'application/xml', 'text/json'];
      for (const path of ['/checkout-sessions', '/carts', '/fulfillment/quotes']) {
        for (const type of [...types, ...others, '*/*', '@', 'json', '']) {
          const wanted = {
            method: 'POST',
            path,
            headers: { 'content-type': type },
            body: '{"line_items":[]}',
          };
          await rawRefused(at, wanted, { status: 415, code: 'unsupported_media_type' });
        }
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
        await rawRefused(
          at,
          { method: 'POST', path, headers, body: '{"line_items":[]}' },
          { status: 415, code: 'unsupported_media_type' },
        );
      }
    }));

  it('answers methods that a path does not offer with 405 and Allow', () =>
    changesNothing(at, async () => {
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'M-SEARCH'];
      for (const [path, offered] of Object.entries(OFFERED)) {
        for (const method of methods.filter((each) => !offered.split(', ').includes(each))) {
          const answer = await raw(at, { method, path });
          assertRefused(toAnswer(answer), { status: 405, code: 'method_not_allowed' }, `${method} ${path}`);
          const allowed = new Set(answer.headers.get('allow')?.split(', '));
          assert.deepEqual(allowed, new Set([...offered.split(', '), 'OPTIONS']), `${method} ${path}`);
        }
      }
    }));

  it('answers HEAD as GET, without a body', async () => {
    const { body } = await at.agent.createSession([(await findVariant(at.agent, 'mug')).id]);
    const found = ['', '/', `/checkout-sessions/${body.id}`, '/catalog/search?q=mug'];
    const statuses: [string, number][] = [
      ...found.map((path): [string, number] => [path, 200]),
      [session, 404],
      ['/catalog/search', 400],
      ['/mcp', 405],
    ];
    for (const [path, status] of statuses) {
      const answer = await raw(at, { method: 'HEAD', path });
      assert.equal(answer.status, status, path);
      assert.equal(answer.text, '');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.ok(answer.headers.get('x-request-id'));
    }
  });

  it('says 404 for paths where nothing is, decodable or not', () =>
    changesNothing(at, async () => {
      const paths = ['/nothing', '/checkout-sessions/', '/catalog', '/catalog/', '/mcp/', `${session}/pay`];
      const odd = [
        '/%zz',
        '/checkout-sessions/%',
        '/checkout-sessions/%ff',
        '/checkout-sessions/%00',
        '//',
        '/..',
      ];
      for (const path of [...paths, ...odd, `/checkout-sessions/${'a'.repeat(8_000)}`]) {
        await rawRefused(at, { path }, NO_STORE);
      }
      for (const path of [
        '/',
        '/api',
        '/api/ucp',
        '/api/ucp/',
        '/api/ucp/%zz',
        '//evil.example/',
        '/favicon.ico',
      ]) {
        assertRefused(toAnswer(await sendRaw(at.running.baseUrl, { path })), NO_STORE, path);
      }
    }));

  it('says 404 for slugs that cannot be', async () => {
    const slugs = [
      'no-such-store',
      at.slug.toUpperCase(),
      'a',
      '-',
      'a'.repeat(64),
      '%00',
      '..',
      `${at.slug}%20`,
    ];
    for (const slug of [...slugs, '__proto__', 'constructor', "'; drop table stores; --", `${at.slug};x`]) {
      const path = `/api/ucp/${slug.replaceAll(' ', '%20')}`;
      assertRefused(toAnswer(await sendRaw(at.running.baseUrl, { path })), NO_STORE, slug);
    }
  });

  it('says 404 for an unknown store before anything else that is wrong', async () => {
    const nobody = agentOf(at.running.baseUrl, 'no-such-store');
    for (const [path, offered] of Object.entries(OFFERED)) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const body = method === 'GET' ? {} : { body: '{broken', headers: { 'content-type': 'text/plain' } };
        const answer = await nobody.send<ErrorBody>(method, path, body);
        assertRefused(answer, NO_STORE, `${method} ${path} (${offered})`);
      }
    }
  });

  it('says 404 for an unknown session or cart before it looks at the body', async () => {
    for (const path of [session, cart]) {
      for (const type of ['application/json', 'text/plain']) {
        for (const body of ['{broken', '', '[]', '{}']) {
          const answer = await raw(at, { method: 'PUT', path, headers: { 'content-type': type }, body });
          assertRefused(toAnswer(answer), NO_STORE, `${path} ${type} ${body}`);
        }
      }
    }
  });

  it('keeps a sane X-Request-Id and replaces an insane one', async () => {
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

  it('refuses what is no HTTP in the words of every other error, and hangs up', () =>
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

  it('does not wait for ever for bytes that were promised', () => {
    const { requestTimeout, headersTimeout } = at.running.service.server.server;
    assert.ok(requestTimeout > 0 && requestTimeout <= 60_000);
    assert.ok(headersTimeout > 0 && headersTimeout <= 60_000);
  });

  it('repeats no secret in an error: neither the agent’s nor the store’s', async () => {
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
    for (const path of ['/checkout-sessions', '/carts', '/mcp']) {
      for (const body of bodies) {
        const answer = await raw(at, { method: 'POST', path, headers, body });
        assert.ok(!answer.text.includes(secret.slice(0, 8)), answer.text);
      }
    }
    const { id } = await findVariant(at.agent, 'mug');
    const { control, credentials } = at.running.shop(at.slug);
    for (const kind of ['server_error', 'malformed', 'throttled'] as const) {
      control.inject({ kind });
      const answer = await at.agent.createSession([id]);
      control.clearFaults();
      assert.ok(answer.status >= 500, kind);
      const text = JSON.stringify(answer.body);
      for (const [name, value] of Object.entries(credentials)) {
        assert.ok(value.length < 8 || !text.includes(value), `${kind}: ${name} is told: ${text}`);
      }
    }
  });
});
