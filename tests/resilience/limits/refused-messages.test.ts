import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, it, mock } from 'node:test';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startTestService } from '../../../testing/test-service.ts';

/** Per address and agent: 6 reads, 1 change, 1 new session, and 3 messages that are read before they are refused. */
const SETTINGS = { RATE_LIMIT: '0.01', TRUST_PROXY: '1' };
const STORE = 'demo-shopify';
const MCP_ENDPOINTS = [`/api/ucp/${STORE}/mcp`, `/ucp/${STORE}/mcp`, `/mcp/${STORE}`];
const MAX_SMALL_BYTES = 64 * 1024;
const MAX_SMALL_PARTS = 500;
const MAX_BODY_BYTES = 256 * 1024;

const toMessage = (a: string) => `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"a":${a}}}`;
const toNumbered = (count: number, render: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => render(index)).join(',');

/** Bodies within the limits of any message, of every shape. */
const HOSTILE = {
  bytes: toMessage(`"${'x'.repeat(200_000)}"`),
  members: toMessage(`[${toNumbered(4_900, () => '{"a":1,"b":2}')}]`),
  names: toMessage(`{${toNumbered(9_900, (index) => `"k${index}":0`)}}`),
  shapes: toMessage(`[${toNumbered(9_900, (index) => `{"k${index}":0}`)}]`),
  depth: toMessage(`${'['.repeat(9_900)}${']'.repeat(9_900)}`),
  unclosed: toMessage(`${'{"a":['.repeat(4_900)}`),
};
const READ = '{"jsonrpc":"2.0","id":7,"method":"ping"}';

/** Requests that are answered before their body is read, once one cart has been created. */
const UNREAD = [`POST /api/ucp/${STORE}/carts`, `GET /api/ucp/${STORE}`];

interface Rpc {
  id: unknown;
  error?: { code: number; data: { status: number; code: string; retry_after: number } };
}

onEveryDatabase('messages before admission', (database) => {
  let minute = Math.floor(Date.now() / 60_000) * 60_000 + 1_000;
  const overrides = { now: () => minute };
  const running = forSuite(() => startTestService({ database, settings: SETTINGS, overrides }));
  let lastNetwork = 0;
  // The counts of the store begin anew.
  beforeEach(() => {
    minute += 60_000;
  });

  const createAddress = () => {
    lastNetwork += 1;
    return `192.0.2.${lastNetwork}`;
  };
  const headersOf = (address: string) => ({
    'content-type': 'application/json',
    'x-forwarded-for': address,
    'user-agent': 'shopper/1.0',
  });
  const send = (path: string, address: string, body: string) =>
    fetch(running.baseUrl + path, { method: 'POST', body, headers: headersOf(address) });

  async function useUpReads(path: string, address: string): Promise<void> {
    for (let time = 0; time < 6; time += 1) await (await send(path, address, READ)).text();
  }

  async function assertRefused(answer: Response, id: unknown): Promise<void> {
    const body = (await answer.json()) as Rpc;
    const { status, code, retry_after } = body.error?.data ?? {};
    assert.deepEqual([body.id, body.error?.code, status, code], [id, -32000, 429, 'too_many_requests']);
    assert.equal(answer.headers.get('retry-after'), String(retry_after));
    assert.match(answer.headers.get('ratelimit') ?? '', /r=0;t=\d+$/);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  }

  for (const path of MCP_ENDPOINTS)
    describe(path, () => {
      it('parses a large message only as one of the changes that its address may send', async () => {
        for (const [shape, body] of Object.entries(HOSTILE)) {
          const address = createAddress();
          const parsed = await countParsed(async () => {
            await (await send(path, address, body)).text();
            await assertRefused(await send(path, address, body), null);
            await assertRefused(await send(path, address, body), null);
          });
          assert.deepEqual(parsed.filter((each) => each === body).length, 1, shape);
        }
      });

      it('parses a message once when it is over its limit', async () => {
        const address = createAddress();
        await useUpReads(path, address);
        const parsed = await countParsed(async () => assertRefused(await send(path, address, READ), 7));
        assert.equal(parsed.filter((each) => each === READ).length, 1);
      });

      it('reads no body of an address once three of its messages were read and refused', async () => {
        const address = createAddress();
        await useUpReads(path, address);
        for (let time = 0; time < 3; time += 1) await assertRefused(await send(path, address, READ), 7);
        const parsed = await countParsed(async () => {
          for (const body of [READ, ...Object.values(HOSTILE)])
            await assertRefused(await send(path, address, body), null);
        });
        assert.deepEqual(
          parsed.filter((each) => each.startsWith('{"jsonrpc":"2.0","id":7')),
          [],
        );
        assert.match(await sendHead(path, address, 30), /"code":"too_many_requests"/);
        await assertRefused(await send(path, address, READ), null);
        assert.equal((await send(path, createAddress(), READ)).status, 200);
      });

      it('refuses a large message by its length, before its body has come', async () => {
        const address = createAddress();
        await (await send(path, address, HOSTILE.bytes)).text();
        assert.match(await sendHead(path, address, MAX_SMALL_BYTES + 1), /"code":"too_many_requests"/);
      });
    });

  it('goes on with a purchase in a small message while the quotas of its address are used up', async () => {
    const path = `/api/ucp/${STORE}/mcp`;
    const address = createAddress();
    const { id } = await findVariant(agentOf(running.baseUrl, STORE), 'mug');
    const created = await send(
      path,
      address,
      toCall('create_checkout_session', { line_items: [{ item: { id }, quantity: 1 }] }),
    );
    const { result } = (await created.json()) as { result: { content: { text: string }[] } };
    const session = JSON.parse(result.content[0]?.text ?? '') as { id: string };
    await useUpReads(path, address);
    const read = await send(path, address, toCall('get_checkout_session', { session_id: session.id }));
    const answer = (await read.json()) as Rpc;
    assert.equal(answer.error, undefined);
    const stuffed = { session_id: session.id, note: Array(MAX_SMALL_PARTS).fill({}) };
    await (await send(path, address, toCall('get_checkout_session', stuffed))).text();
    const refused = await send(path, address, toCall('get_checkout_session', stuffed));
    await assertRefused(refused, null);
  });

  it('parses no large checkout of a cart over REST before it is admitted', async () => {
    const path = `/ucp/${STORE}/checkout-sessions`;
    const address = createAddress();
    const body = `{"cart_id":"0190b5a0-0000-7000-8000-000000000000","a":[${toNumbered(9_900, (index) => `{"k${index}":0}`)}]}`;
    await (await send(path, address, body)).text();
    const parsed = await countParsed(async () => {
      for (let time = 0; time < 6; time += 1) assert.equal((await send(path, address, body)).status, 429);
    });
    assert.deepEqual(
      parsed.filter((each) => each === body),
      [],
    );
  });

  for (const target of UNREAD)
    describe(target, () => {
      it('closes the connection of a body above the limit that is answered unread', async () => {
        const socket = await openUnread(target, { 'content-length': MAX_BODY_BYTES + 1 });
        socket.write('x'.repeat(1_000));
        assert.match(await text(socket), /^HTTP\/1\.1 (?:200|429) [\s\S]*connection: close/i);
      });

      it('closes the connection once an unread body of unknown length exceeds the limit', async () => {
        const socket = await openUnread(target, { 'transfer-encoding': 'chunked' });
        const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
        const [answer] = (await once(socket, 'data')) as [Buffer];
        assert.match(String(answer), /^HTTP\/1\.1 (?:200|429) /);
        const chunk = 'x'.repeat(MAX_SMALL_BYTES);
        for (let time = 0; time < 5; time += 1) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
        socket.resume();
        await closed;
      });

      it('goes on with a connection whose unread body is within the limit', async () => {
        const socket = await openUnread(target, { 'content-length': MAX_BODY_BYTES });
        await once(socket, 'data');
        socket.write('x'.repeat(MAX_BODY_BYTES));
        socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
        assert.match(await text(socket), /^HTTP\/1\.1 200 /);
      });
    });

  /** Sends the head of a request alone, and returns the answer to it. */
  function sendHead(path: string, address: string, length: number): Promise<string> {
    return text(openRequest(`POST ${path}`, address, { connection: 'close', 'content-length': length }));
  }

  async function openUnread(target: string, headers: Record<string, string | number>): Promise<Socket> {
    const address = createAddress();
    await (await send(`/api/ucp/${STORE}/carts`, address, '{}')).text();
    return openRequest(target, address, headers);
  }

  function openRequest(target: string, address: string, headers: Record<string, string | number>): Socket {
    const { hostname, port } = new URL(running.baseUrl);
    const socket = connect(Number(port), hostname);
    const all = { host: `${hostname}:${port}`, ...headers, ...headersOf(address) };
    const lines = Object.entries(all).map((each) => each.join(': '));
    socket.write(`${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  }
});

function toCall(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } });
}

/** Returns the texts that are parsed as JSON meanwhile. The request log has a time budget of its own. */
async function countParsed(work: () => Promise<void>): Promise<string[]> {
  const texts: string[] = [];
  const { parse } = JSON;
  const mocked = mock.method(JSON, 'parse', (...args: Parameters<typeof JSON.parse>) => {
    if (!new Error().stack?.includes('/request-log/')) texts.push(String(args[0]));
    return parse(...args);
  });
  try {
    await work();
    return texts;
  } finally {
    mocked.mock.restore();
  }
}
