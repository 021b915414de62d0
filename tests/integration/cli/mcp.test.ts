import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { runBridge } from '../../../src/cli/commands/stdio-bridge.ts';
import { toShoppingUrl } from '../../../src/cli/commands/store-address.ts';
import { UsageError } from '../../../src/cli/shell/errors.ts';
import { everywhere } from '../../../testing/everywhere.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { type OfficialClient, officialClients } from '../../contract/mcp/official-clients.ts';
import { buyOverStdio } from './stdio-purchases.ts';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');

/** Each revision of the protocol at one store platform, as a client starts a process; the long tests play all of them. */
const CLIENTS: Record<string, OfficialClient[]> = {
  shopify: officialClients.slice(1, 2),
  woocommerce: officialClients.slice(2),
};

everywhere('ucp-host mcp', (at) => {
  for (const kind of CLIENTS[at.platform] ?? [])
    it(`lets ${kind.name} buy over stdio and follow the order`, () => buyOverStdio(at, kind));

  it('prints nothing but JSON-RPC, and ends after the last answer when its input ends', async () => {
    const child = spawn(process.execPath, [
      MAIN,
      'mcp',
      '--store',
      `${at.running.baseUrl}/api/ucp/${at.slug}`,
    ]);
    child.stdin.end(
      `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}\nno JSON\n\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":2,"method":"no/such"}`,
    );
    const [out, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    assert.deepEqual([code, errors], [0, '']);
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(answers.length, 3);
    const byId = (id: unknown) => answers.find((each) => each.id === id);
    assert.equal(byId('a').result.protocolVersion, '2025-06-18');
    assert.equal(byId(2).error.code, -32_601);
    assert.equal(byId(null).error.code, -32_700);
  });
});

const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', clientInfo: { name: 'Desk Agent', version: '1' } },
};

/** Sends messages through the bridge to a server, one after the other, and returns the answers and the received requests. */
async function exchange(listener: RequestListener, ...messages: object[]) {
  const requests: IncomingMessage[] = [];
  await using server = await startHttpServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const answers = [];
  const input = new PassThrough();
  const output = new EventEmitter();
  const url = new URL('/mcp/shop', server.url);
  const bridged = runBridge(url, { input, write: (line) => output.emit('line', line) });
  for (const message of messages) {
    const answer = once(output, 'line');
    input.write(`${JSON.stringify(message)}\n`);
    answers.push(JSON.parse((await answer)[0]));
  }
  input.end();
  await bridged;
  return { answers, requests, url };
}

function json(response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

describe('errors of ucp-host mcp', () => {
  const failed: [string, RequestListener, RegExp][] = [
    [
      'a store that is not there',
      (_, response) => json(response, { error: 'There is no store "shop".', code: 'not_found' }, 404),
      /^There is no store at http:.+\/mcp\/shop: "There is no store "shop"\." Check the address given to --store\.$/,
    ],
    [
      'a page of a proxy',
      (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
      /answered with status 502 and no MCP message/,
    ],
    [
      'a redirect',
      (_, response) => response.writeHead(301, { location: 'https://shop.example/mcp' }).end(),
      /redirects to https:\/\/shop\.example\/mcp\. Give that address to --store\.$/,
    ],
    ['a cut connection', (request) => request.socket.destroy(), /cannot be reached: the connection was cut/],
  ];
  for (const [name, listener, message] of failed)
    it(`names the problem and the address for ${name}`, async () => {
      const { answers } = await exchange(listener, PING);
      assert.deepEqual([answers[0].jsonrpc, answers[0].id], ['2.0', 7]);
      assert.match(answers[0].error.message, message);
    });

  it('names the address when nothing listens there', async () => {
    const { url } = await exchange(
      (_, response) => json(response, { jsonrpc: '2.0', id: 7, result: {} }),
      PING,
    );
    const lines: string[] = [];
    const input = Readable.from([`${JSON.stringify(PING)}\n`]);
    await runBridge(url, { input, write: (line) => lines.push(line) });
    const { id, error } = JSON.parse(lines[0] ?? '');
    assert.equal(id, 7);
    assert.match(error.message, /cannot be reached: nothing listens there/);
  });

  it('passes errors of the endpoint on, with the id of the request', async () => {
    const error = { code: -32_000, message: 'Too many requests.', data: { retry_after: 3 } };
    const { answers } = await exchange(
      (_, response) => json(response, { jsonrpc: '2.0', id: null, error }, 429),
      PING,
    );
    assert.deepEqual(answers, [{ jsonrpc: '2.0', id: 7, error }]);
  });

  it('hangs up on a canceled request, and answers nothing to it', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 8 } };
    const requests = new EventEmitter();
    await using server = await startHttpServer(async (request, response) => {
      const { id } = JSON.parse(await text(request));
      if (id === undefined) response.writeHead(202).end();
      else requests.emit('request', once(response, 'close'));
    });
    const url = new URL(server.url);
    const input = new PassThrough();
    const lines: string[] = [];
    const bridged = runBridge(url, { input, write: (line) => lines.push(line) });
    const request = once(requests, 'request');
    input.write(`${JSON.stringify({ ...PING, id: 8 })}\n`);
    const [hungUp] = await request;
    input.end(`${JSON.stringify(cancel)}\n`);
    await Promise.all([hungUp, bridged]);
    assert.deepEqual(lines, []);
  });
});

describe('headers of ucp-host mcp', () => {
  const initialized: RequestListener = (_, response) =>
    json(response, { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } }, 200, {
      'mcp-session-id': 'a-session',
    });

  it('repeat the version and the session of the handshake', async () => {
    const { requests } = await exchange(initialized, INITIALIZE, PING);
    assert.equal(requests[0]?.headers['mcp-protocol-version'], undefined);
    assert.equal(requests[1]?.headers['mcp-protocol-version'], '2025-06-18');
    assert.equal(requests[1]?.headers['mcp-session-id'], 'a-session');
  });

  it('begin the user agent with the client, for which the store counts calls', async () => {
    const { requests } = await exchange(initialized, INITIALIZE, PING);
    assert.match(requests[1]?.headers['user-agent'] ?? '', /^Desk-Agent ucp-host-bridge\//);
  });

  it('name version, method and tool of a stateless request', async () => {
    const params = {
      name: 'get_cart',
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    };
    const { requests } = await exchange(initialized, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const { headers = {} } = requests[0] ?? {};
    assert.deepEqual(
      [headers['mcp-protocol-version'], headers['mcp-method'], headers['mcp-name']],
      ['2026-07-28', 'tools/call', 'get_cart'],
    );
  });

  it('encode a name that a header cannot carry as it is', async () => {
    const params = { name: 'größer', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const { requests } = await exchange(initialized, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    assert.equal(requests[0]?.headers['mcp-name'], '=?base64?Z3LDtsOfZXI=?=');
  });
});

describe('addresses of ucp-host mcp', () => {
  const understood = [
    ['https://ucp.example.com/mcp/my-store', 'https://ucp.example.com/mcp/my-store'],
    ['https://ucp.example.com/my-store', 'https://ucp.example.com/mcp/my-store'],
    ['https://ucp.example.com/api/ucp/my-store', 'https://ucp.example.com/mcp/my-store'],
    ['https://ucp.example.com/api/ucp/my-store/mcp', 'https://ucp.example.com/mcp/my-store'],
    ['https://ucp.example.com/ucp/my-store/.well-known/ucp', 'https://ucp.example.com/mcp/my-store'],
    ['https://ucp.example.com/mcp/my-store/mcp', 'https://ucp.example.com/mcp/my-store'],
    ['https://example.com/agents/mcp/my-store/?text', 'https://example.com/agents/mcp/my-store?text'],
    ['https://shop.example', 'https://shop.example/mcp'],
    ['shop.example/mcp', 'https://shop.example/mcp'],
    ['https://shop.example/.well-known/ucp', 'https://shop.example/mcp'],
    ['https://shop.example/llms.txt', 'https://shop.example/mcp'],
    ['127.0.0.1:8787/mcp/demo-shopify', 'http://127.0.0.1:8787/mcp/demo-shopify'],
  ] as const;
  for (const [typed, url] of understood)
    it(`understands the MCP address: ${typed}`, () => assert.equal(toShoppingUrl(typed).href, url));

  for (const typed of ['', 'my-store', 'ftp://shop.example', 'https://user:secret@shop.example/mcp/x'])
    it(`refuses the MCP address with an example: "${typed}"`, () =>
      assert.throws(() => toShoppingUrl(typed), UsageError));
});
