import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { ConnectionLimits } from '../../../src/http/limits/connection-limits.ts';
import { agentOf } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

const IMPATIENT: Partial<ConnectionLimits> = {
  headersMs: 300,
  requestMs: 600,
  checkEveryMs: 50,
  idleMs: 200,
};
const PATH = '/api/ucp/demo-shopify';
const HEAD = `POST ${PATH}/checkout-sessions HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n`;

function startWith(
  connectionLimits: Partial<ConnectionLimits>,
  settings: Record<string, string> = {},
): Promise<TestService> {
  return startTestService({ database: anyDatabase, settings, overrides: { connectionLimits } });
}

async function open({ baseUrl }: TestService): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Reads until the server closes the connection. */
async function ending(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  // `once` of node:events would reject for a byte that is sent after the server has closed.
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  return text;
}

/** Sends `text`, then a byte at intervals until the server closes the connection. */
function drip(socket: Socket, text: string): void {
  socket.write(text);
  const timer = setInterval(() => socket.write('x'), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a slow client', () => {
  const running = forSuite(() => startWith(IMPATIENT));

  const othersAreServed = async () => {
    assert.equal((await agentOf(running.baseUrl, 'demo-shopify').get('')).status, 200);
  };

  for (const [what, text] of [
    ['the request line', 'GET /api'],
    ['the headers', `${HEAD}X-Slow: `],
    ['the body', `${HEAD}\r\n{"`],
    [
      'the chunks of a body',
      `${HEAD.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')}\r\n1000\r\n{`,
    ],
  ] as const)
    it(`gets an error and is disconnected while it sends ${what}`, async () => {
      const slow = await Promise.all(Array.from({ length: 20 }, () => open(running)));
      const endings = slow.map(ending);
      for (const socket of slow) drip(socket, text);
      await othersAreServed();
      for (const ended of await Promise.all(endings)) {
        assert.match(ended, /^HTTP\/1\.1 408 Request Timeout\r\n/);
        assert.match(ended, /"code":"too_slow"/);
        assert.match(ended, /connection: close/i);
      }
      await othersAreServed();
    });

  it('disconnects a client that sends nothing', async () => {
    const silent = await Promise.all(Array.from({ length: 20 }, () => open(running)));
    const endings = silent.map(ending);
    await othersAreServed();
    for (const ended of await Promise.all(endings)) assert.match(ended, /^(HTTP\/1\.1 408 |$)/);
  });

  it('disconnects a client that is idle after an answer', async () => {
    const socket = await open(running);
    const ended = ending(socket);
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: shop\r\n\r\n`);
    assert.match(await ended, /^HTTP\/1\.1 200 OK\r\n/);
  });

  it('disconnects a client that does not read its answers', async () => {
    const stalled = await startWith({ ...IMPATIENT, stalledMs: 300, idleMs: 60_000 });
    const socket = await open(stalled);
    socket.pause();
    const request = `GET ${PATH}/catalog/search?q=e&first=50 HTTP/1.1\r\nHost: shop\r\n\r\n`;
    socket.write(request.repeat(2_000));
    const server = stalled.service.server.server;
    await once(await connectionOf(server), 'close');
    socket.destroy();
    await stalled.close();
  });
});

/** Returns the server's only connection. */
async function connectionOf(server: TestService['service']['server']['server']): Promise<Socket> {
  const [request] = (await once(server, 'request')) as [{ socket: Socket }];
  return request.socket;
}

describe('a client with many connections', () => {
  it('gets no more than its limit, and those keep working', async () => {
    const running = await startWith({ connectionsPerAddress: 3 }, { TRUST_PROXY: '10.0.0.0/8' });
    const asks = `GET ${PATH} HTTP/1.1\r\nHost: shop\r\n\r\n`;
    const answered = async (socket: Socket) => {
      socket.write(asks);
      const [chunk] = await once(socket, 'data');
      return String(chunk).startsWith('HTTP/1.1 200 OK');
    };
    const served = await Promise.all([open(running), open(running), open(running)]);
    for (const socket of served) assert.ok(await answered(socket));
    assert.equal(await ending(await open(running)), '');
    for (const socket of served) assert.ok(await answered(socket));
    const [first] = served;
    assert.ok(first);
    const gone = once(first, 'close');
    const counted = new Promise<void>((resolve) => {
      running.service.server.server.getConnections(() => resolve());
    });
    first.end();
    await gone;
    await counted;
    const next = await open(running);
    assert.ok(await answered(next));
    for (const socket of [...served, next]) socket.destroy();
    await running.close();
  });

  it('serves many clients of a trusted proxy beyond the connections per address', async () => {
    const running = await startWith({ connectionsPerAddress: 2 }, { TRUST_PROXY: 'loopback' });
    const sockets = await Promise.all(Array.from({ length: 6 }, () => open(running)));
    const answers = sockets.map((socket) => {
      socket.write(`GET ${PATH} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
      return ending(socket);
    });
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 OK/);
    await running.close();
  });

  it('refuses every new connection at the process’s limit', async () => {
    const running = await startWith({ connections: 2 });
    const sockets = [await open(running), await open(running)];
    assert.equal(await ending(await open(running)), '');
    for (const socket of sockets) socket.destroy();
    await running.close();
  });
});
