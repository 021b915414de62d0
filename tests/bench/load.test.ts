import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { openConnections } from '../../bench/load.ts';
import { startHttpServer } from '../../testing/http-server.ts';

const REQUEST = Buffer.from('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');

async function bodiesFrom(listener: RequestListener, answers: number): Promise<string[]> {
  await using server = await startHttpServer(listener);
  using connections = await openConnections(server.port, 1);
  const bodies: string[] = [];
  await connections.run({
    next: () => REQUEST,
    until: { answers },
    onAnswer: ({ body, bytes, status }) => bodies.push(`${status} ${bytes} ${body()}`),
  });
  return bodies;
}

describe('load generator', () => {
  it('reads responses with a Content-Length', async () => {
    const bodies = await bodiesFrom(
      (_, reply) => reply.writeHead(201, { 'content-length': 5 }).end('hello'),
      2,
    );
    assert.deepEqual(bodies, ['201 5 hello', '201 5 hello']);
  });

  it('refuses responses without a Content-Length, whose end it would not know', async () => {
    await assert.rejects(
      bodiesFrom((_, reply) => {
        reply.write('one');
        reply.end();
      }, 1),
      /sent no Content-Length/,
    );
  });
});
