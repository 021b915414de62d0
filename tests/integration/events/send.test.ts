import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EventEndpoint } from '../../../src/commerce/events.ts';
import type { Store } from '../../../src/commerce/store.ts';
import { endpointSender } from '../../../src/events/send-to-endpoint.ts';
import { guardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import type { EndpointMessage } from '../../../src/storage/repositories/outbox.ts';
import { type EventReceiver, startEventReceiver, verifyEvent } from '../../../testing/event-receiver.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('one attempt to send an event', () => {
  let receiver: EventReceiver;
  before(async () => {
    receiver = await startEventReceiver();
  });
  after(() => receiver.close());

  const send = (url: string, allowPrivate = true) => {
    const sender = endpointSender({
      fetch: guardedFetch({ allowPrivate, untrusted: true }),
      eventEndpoints: { secretsOf: async () => [SECRET] },
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

  it('is accepted by the reference library', async () => {
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
});
