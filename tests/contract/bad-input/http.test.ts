import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { agentOf, type ErrorBody, findVariant } from '../../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';
import { type RawRequest, sendRaw } from './raw-http.ts';
import { assertRefused, changesNothing, type Expected, raw, toAnswer } from './refusal.ts';

const NOT_FOUND = { status: 404, code: 'not_found' };

async function rawRefused(at: Somewhere, request: RawRequest, expected: Expected): Promise<void> {
  const about = `${request.method} ${request.path}`.slice(0, 80);
  assertRefused(toAnswer(await raw(at, request)), expected, about);
}

const session = `/checkout-sessions/${randomUUID()}`;
const cart = `/carts/${randomUUID()}`;
/** Paths of a store with the methods they offer. */
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
  '/orders/gid://shopify/Order/5001': 'GET',
  '/fulfillment/quotes': 'POST',
};

everywhere('unusual HTTP', (at) => {
  it('accepts JSON with any JSON content type and without one', async () => {
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

  it('refuses bodies of another type with 415, also when they hold JSON [ERR-6]', () =>
    changesNothing(at, async () => {
      const types = ['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded'];
      const others = ['multipart/form-data; boundary=x', 'application/jsonp', 'application/xml', 'text/json'];
      for (const path of ['/checkout-sessions', '/carts', '/fulfillment/quotes']) {
        for (const type of [...types, ...others, '*/*', '@', 'json', '']) {
          const request = {
            method: 'POST',
            path,
            headers: { 'content-type': type },
            body: '{"line_items":[]}',
          };
          await rawRefused(at, request, { status: 415, code: 'unsupported_media_type' });
        }
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
        await rawRefused(
          at,
          { method: 'POST', path, headers, body: '{"line_items":[]}' },
          { status: 415, code: 'unsupported_media_type' },
        );
      }
    }));

  it('refuses a body in another encoding than UTF-8, which would lose letters of a name', () =>
    changesNothing(at, async () => {
      const order = { line_items: [{ item: { id: '1' } }], buyer: { first_name: 'Jörg' } };
      const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
      for (const path of ['/checkout-sessions', '/carts']) {
        const body = Buffer.from(JSON.stringify(order), 'latin1');
        await rawRefused(at, { method: 'POST', path, headers, body }, { status: 400, code: 'invalid_input' });
      }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Jörg' } };
      const body = Buffer.from(JSON.stringify(call), 'latin1');
      const { text } = await raw(at, { method: 'POST', path: '/mcp', headers, body });
      assert.match(text, /"code":-32700,"message":"The body is not UTF-8/);
    }));

  it('answers methods that a path does not offer with 405 and Allow [ERR-5] [MCP-15]', () =>
    changesNothing(at, async () => {
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'M-SEARCH'];
      for (const [path, offered] of Object.entries(OFFERED))
        for (const method of methods.filter((each) => !offered.split(', ').includes(each))) {
          const answer = await raw(at, { method, path, headers: { accept: 'text/event-stream' } });
          assertRefused(toAnswer(answer), { status: 405, code: 'method_not_allowed' }, `${method} ${path}`);
          const allowed = new Set(answer.headers.get('allow')?.split(', '));
          assert.deepEqual(allowed, new Set([...offered.split(', '), 'OPTIONS']), `${method} ${path}`);
        }
    }));

  it('answers HEAD as GET, without a body', async () => {
    const { body } = await at.agent.createSession([(await findVariant(at.agent, 'mug')).id]);
    const paths = ['', '/', `/checkout-sessions/${body.id}`, '/catalog/search?q=mug'];
    const statuses: [string, number][] = [
      ...paths.map((path): [string, number] => [path, 200]),
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

  it('answers 404 for unknown paths, decodable or not', () =>
    changesNothing(at, async () => {
      const paths = ['/nothing', '/checkout-session', '/catalog', '/catalog/', '/mcp/x', `${session}/pay`];
      const odd = [
        '/%zz',
        '/checkout-sessions/%',
        '/checkout-sessions/%ff',
        '/checkout-sessions/%00',
        '//',
        '/..',
      ];
      for (const path of [...paths, ...odd, `/checkout-sessions/${'a'.repeat(8_000)}`])
        await rawRefused(at, { path }, NOT_FOUND);
      for (const path of [
        '/',
        '/api',
        '/api/ucp',
        '/api/ucp/',
        '/api/ucp/%zz',
        '//evil.example/',
        '/favicon.ico',
      ])
        assertRefused(toAnswer(await sendRaw(at.running.baseUrl, { path })), NOT_FOUND, path);
    }));

  it('answers 404 for odd ids that would mean something to a database or a shop', async () => {
    const texts = ['%00', '%0A', '%22', '%ED%A0%80', '%F0%9F%98%80', '1%20OR%201=1', '*', '__proto__', "'--"];
    const numbers = ['0', '-1', '1e3', '9007199254740993', '9'.repeat(40), '%D9%A1'];
    const gids = [
      `gid://${at.platform}/Order/0`,
      `gid://${at.platform}/Order/${'9'.repeat(40)}`,
      'gid://x/Order/1',
    ];
    for (const id of [...texts, ...numbers, ...gids.map(encodeURIComponent)]) {
      await rawRefused(at, { path: `/orders/${id}` }, NOT_FOUND);
      for (const path of [`/checkout-sessions/${id}`, `/carts/${id}`]) {
        await rawRefused(at, { path }, NOT_FOUND);
        await rawRefused(at, { method: 'PUT', path, body: '{}' }, NOT_FOUND);
        await rawRefused(at, { method: 'POST', path: `${path}/cancel` }, NOT_FOUND);
      }
    }
  });

  it('answers 404 for malformed slugs', async () => {
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
      assertRefused(toAnswer(await sendRaw(at.running.baseUrl, { path })), NOT_FOUND, slug);
    }
  });

  it('answers 404 for an unknown store before any other error [GEN-1] [ERR-1]', async () => {
    const nobody = agentOf(at.running.baseUrl, 'no-such-store');
    for (const [path, offered] of Object.entries(OFFERED))
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const body = method === 'GET' ? {} : { body: '{broken', headers: { 'content-type': 'text/plain' } };
        const answer = await nobody.send<ErrorBody>(method, path, body);
        assertRefused(answer, NOT_FOUND, `${method} ${path} (${offered})`);
      }
  });

  it('answers 404 for an unknown session or cart before validating the body', async () => {
    for (const path of [session, cart])
      for (const type of ['application/json', 'text/plain'])
        for (const body of ['{broken', '', '[]', '{}']) {
          const answer = await raw(at, { method: 'PUT', path, headers: { 'content-type': type }, body });
          assertRefused(toAnswer(answer), NOT_FOUND, `${path} ${type} ${body}`);
        }
  });
});
