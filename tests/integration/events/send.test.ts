import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { EventEndpoint } from '../../../src/commerce/order/events.ts';
import type { Store } from '../../../src/commerce/store/store.ts';
import { createEndpointSender } from '../../../src/events/send-to-endpoint.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import type { LookUp } from '../../../src/outbound/name-servers.ts';
import type { EndpointMessage } from '../../../src/storage/repositories/events/outbox.ts';
import { startEventReceiver, verifyEvent } from '../../../testing/event-receiver.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startHttpServer } from '../../../testing/http-server.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('one attempt to send an event', () => {
  const receiver = forSuite(() => startEventReceiver());

  const send = (url: string, allowPrivate = true, resolve?: LookUp) => {
    const sender = createEndpointSender({
      fetch: createGuardedFetch({ allowPrivate, untrusted: true, ...(resolve ? { resolve } : {}) }),
      eventEndpoints: { findSecrets: async () => [SECRET] },
      now: Date.now,
      timeoutMs: 300,
    });
    const message = {
      receiver: 'endpoint',
      messageId: 'msg_1',
      occurredAt: '2026-01-01T00:00:00.000Z',
      data: { type: 'test' },
    } as EndpointMessage;
    const store = { id: 's', slug: 'mugs', sandbox: false } as Store;
    return sender(store, { id: 'e', storeId: 's', url } as EventEndpoint, message);
  };

  it('sends an event whose signature the reference library accepts', async () => {
    assert.deepEqual(await send(receiver.url), { status: 204, error: null });
    const event = receiver.arrived.at(-1) ?? assert.fail('nothing arrived');
    const body = {
      type: 'test',
      timestamp: '2026-01-01T00:00:00.000Z',
      store: 'mugs',
      test: false,
      data: {},
    };
    assert.deepEqual(verifyEvent(event, SECRET), body);
    assert.throws(() => verifyEvent({ ...event, text: event.text.replace('mugs', 'cups') }, SECRET));
  });

  it('ends at its timeout when the endpoint hangs', async () => {
    receiver.answers = ['hang'];
    assert.deepEqual(await send(receiver.url), { status: null, error: 'It did not answer in time.' });
  });

  it('follows no redirect, and takes the wait that it is asked for up to an hour', async () => {
    receiver.answers = [
      { status: 307, headers: { location: receiver.url } },
      { status: 503, headers: { 'retry-after': '999999' } },
    ];
    const before = receiver.arrived.length;
    assert.equal((await send(receiver.url)).error, 'It answered 307: redirects are not followed.');
    const busy = { status: 503, error: 'It answered 503.', retryAfterMs: 3_600_000 };
    assert.deepEqual(await send(receiver.url), busy);
    assert.equal(receiver.arrived.length, before + 2);
  });

  it('reaches no private address where the operator does not allow it', async () => {
    const before = receiver.arrived.length;
    for (const url of [receiver.url, 'https://169.254.169.254/latest', 'https://localhost/'])
      assert.match((await send(url, false)).error ?? '', /not on the public internet/);
    assert.equal(receiver.arrived.length, before);
  });

  it('reaches no private address by another notation, by its name, or by a name that changes its answer', async () => {
    const { port } = new URL(receiver.url);
    const before = receiver.arrived.length;
    const notations = [
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ];
    const others = [
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fd00:ec2::254]',
      '[::]',
      '0.0.0.0',
      '100.64.0.1',
    ];
    for (const host of [...notations, ...others])
      for (const at of ['', `:${port}`])
        assert.match((await send(`http://${host}${at}/`, false)).error ?? '', /not on the public/, host + at);
    const answers = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1'], ['::ffff:10.0.0.1']];
    for (const addresses of answers) {
      const lookUp = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      assert.match((await send('https://shop.example/', false, lookUp)).error ?? '', /not on the public/);
    }
    const special = ['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '[64:ff9b::a9fe:a9fe]'];
    for (const host of special)
      assert.match((await send(`http://${host}/latest`)).error ?? '', /not on the public/, host);
    assert.equal(receiver.arrived.length, before);
  });

  it('takes an answer by its status, however large, slow, compressed or cut off its body is', async () => {
    await using server = await startHttpServer((request, response) => {
      request.resume();
      response.on('error', () => undefined);
      ANSWERS[(request.url ?? '').slice(1)]?.(response);
    });
    for (const kind of Object.keys(ANSWERS)) {
      const heap = process.memoryUsage().arrayBuffers;
      assert.deepEqual(await send(`${server.url}/${kind}`), { status: 200, error: null }, kind);
      assert.ok(process.memoryUsage().arrayBuffers - heap < 200_000_000, kind);
    }
  });
});

const BOMB = gzipSync(Buffer.alloc(50_000_000));
const PACKED = { 'content-encoding': 'gzip' };

/** Answers of the status 200, by what is wrong with their bodies. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  huge: (response) => void response.writeHead(200, { 'content-length': 5e9 }).write(Buffer.alloc(65_536)),
  endless: (response) => endless(response.writeHead(200)),
  packed: (response) => void response.writeHead(200, PACKED).end(BOMB),
  silent: (response) => void response.writeHead(200).write('{'),
  cut: (response) =>
    void response.writeHead(200, { 'content-length': 10 }).write('{', () => response.destroy()),
  unpackable: (response) => void response.writeHead(200, PACKED).end('not packed'),
};

/** Writes until the receiver closes the connection. */
function endless(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', write);
  write();
}
