import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CommerceError, type ErrorKind } from '../../../src/commerce/errors.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import type { UpstreamRequest, UpstreamResponse } from '../../../src/store-platforms/transport/upstream.ts';
import { pluck } from '../../../testing/pluck.ts';
import { type Script, type ScriptedServer, scriptedServer } from './scripted-server.ts';

interface Infrastructure {
  server: ScriptedServer;
  calls: string[];
  send(request?: Partial<UpstreamRequest>): Promise<UpstreamResponse>;
}

async function opened(t: TestContext, script: Script, timeoutMs = 5_000): Promise<Infrastructure> {
  const server = await scriptedServer(script);
  t.after(() => server.close());
  const calls: string[] = [];
  const ask = createGuardedFetch({ allowPrivate: true });
  const transport = createTransport({ fetch: ask, timeoutMs, onCall: (operation) => calls.push(operation) });
  const usual = { operation: 'Ask', method: 'POST', url: server.url, headers: {}, repeatable: true } as const;
  return { server, calls, send: (request) => transport({ ...usual, ...request }) };
}

async function failsAs(kind: ErrorKind, work: Promise<unknown>): Promise<CommerceError> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CommerceError, String(error));
  assert.equal(error.kind, kind, error.message);
  return error;
}

const UNKNOWN_DOMAIN = 'The domain of the store does not exist. Check its spelling.';

const once =
  (first: ReturnType<Script>): Script =>
  (_, index) =>
    index === 0 ? first : { body: 'well' };

describe('the transport to a shop', () => {
  it('returns the shop’s answer, and records every call', async (t) => {
    const { server, calls, send } = await opened(t, () => ({ status: 404, body: 'no such thing' }));
    const response = await send({ headers: { 'x-request-id': 'r1' }, body: '{"a":1}' });
    assert.partialDeepStrictEqual(response, { status: 404, text: 'no such thing' });
    assert.equal(server.requests[0]?.headers['x-request-id'], 'r1');
    assert.equal(server.requests[0]?.body, '{"a":1}');
    assert.deepEqual(calls, ['Ask']);
  });

  it('gives up on a shop that does not answer in time, without asking twice', async (t) => {
    const { server, send } = await opened(t, () => 'never', 50);
    await failsAs('platform_timeout', send());
    assert.equal(server.requests.length, 1);
  });

  it('blames the address of a shop whose domain does not exist', async () => {
    const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const transport = createTransport({ fetch, timeoutMs: 50, onCall: () => {} });
    const request = { operation: 'Ask', method: 'GET', url: 'https://mugs.example/', headers: {} } as const;
    const { message, wrong } = await failsAs(
      'platform_unavailable',
      transport({ ...request, repeatable: false }),
    );
    assert.deepEqual([message, wrong], [UNKNOWN_DOMAIN, 'address']);
  });

  it('returns a redirect without following it, which could carry credentials to another host', async (t) => {
    const location = 'http://127.0.0.1:1/elsewhere';
    const { server, send } = await opened(t, () => ({ status: 301, headers: { location } }));
    const response = await send();
    assert.equal(response.status, 301);
    assert.equal(response.headers.get('location'), location);
    assert.equal(server.requests.length, 1);
  });

  for (const [what, answer] of [
    ['a dropped answer', 'drop'],
    ['an internal error', { status: 500, body: '<html>' }],
    ['a moment of absence', { status: 503 }],
  ] as const)
    it(`asks again after ${what} when that is safe, and only once when the request may have been done`, async (t) => {
      const repeatable = await opened(t, once(answer));
      assert.equal((await repeatable.send()).text, 'well');
      assert.equal(repeatable.calls.length, 2);
      const { calls, send } = await opened(t, once(answer));
      await assert.rejects(send({ repeatable: false }), CommerceError);
      assert.equal(calls.length, 1);
    });

  it('asks three times at most, and says whether the shop is away or broken', async (t) => {
    const { server, calls, send } = await opened(t, () => 'drop');
    assert.ok(((await failsAs('platform_unavailable', send())).retryAfterSeconds ?? 0) > 0);
    assert.equal(calls.length, 3);
    server.answer(() => ({ status: 502 }));
    assert.match((await failsAs('platform_error', send())).message, /502/);
    assert.equal(calls.length, 6);
  });

  it('asks a throttled write again after the short wait that the shop asks for: it was not done', async (t) => {
    const { calls, send } = await opened(t, once({ status: 429, headers: { 'retry-after': '1' } }));
    assert.equal((await send({ repeatable: false })).text, 'well');
    assert.equal(calls.length, 2);
  });

  it('passes a longer wait on to the agent', async (t) => {
    const { server, calls, send } = await opened(t, () => ({
      status: 429,
      headers: { 'retry-after': '7' },
    }));
    assert.equal((await failsAs('platform_unavailable', send())).retryAfterSeconds, 7);
    server.answer(() => ({ status: 430 }));
    assert.ok(((await failsAs('platform_unavailable', send())).retryAfterSeconds ?? 0) > 0);
    assert.equal(calls.length, 2);
  });

  it('takes a wait of a throttled call or of maintenance from a date too, and does not ask again before it', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-23T12:00:00Z') });
    for (const status of [429, 503])
      for (const wait of ['600', 'Mon, 23 Nov 2026 12:10:00 GMT']) {
        const { calls, send } = await opened(t, () => ({ status, headers: { 'retry-after': wait } }));
        assert.equal((await failsAs('platform_unavailable', send())).retryAfterSeconds, 600);
        assert.equal(calls.length, 1);
      }
  });

  it('reads no more than 2 MB of an answer, however it is sent, and does not ask for it twice', async (t) => {
    const tooMuch = 'x'.repeat(2 * 1024 * 1024 + 1);
    const bomb = { body: gzipSync(tooMuch), headers: { 'content-encoding': 'gzip' } };
    const announced = { body: tooMuch, headers: { 'content-length': String(tooMuch.length) } };
    for (const answer of [{ body: tooMuch }, announced, bomb]) {
      const { server, send } = await opened(t, () => answer);
      assert.match((await failsAs('platform_error', send())).message, /2 MB/);
      assert.equal(server.requests.length, 1);
    }
  });

  it('reads an answer of two megabytes whole, compressed or not', async (t) => {
    const much = 'é'.repeat(1024 * 1024);
    const compressed = { body: gzipSync(much), headers: { 'content-encoding': 'gzip' } };
    for (const answer of [{ body: much }, compressed]) {
      const { send } = await opened(t, () => answer);
      assert.equal((await send()).text === much, true);
    }
  });

  it('lets the adapter recognise a throttle in disguise', async (t) => {
    const { send } = await opened(t, () => ({ status: 200, body: 'slow down' }));
    const throttledFor = (response: UpstreamResponse) => (response.text === 'slow down' ? 9 : undefined);
    assert.equal((await failsAs('platform_unavailable', send({ throttledFor }))).retryAfterSeconds, 9);
  });

  it('shares identical reads in flight, and nothing else', async (t) => {
    const { server, calls, send } = await opened(t, ({ body }) => ({ body: `answer to ${body}` }));
    const read = { shared: true, body: 'a' };
    const answers = await Promise.all([send(read), send(read), send({ ...read, body: 'b' })]);
    assert.deepEqual(pluck(answers, 'text'), ['answer to a', 'answer to a', 'answer to b']);
    assert.equal(calls.length, 2);
    await Promise.all([send({ body: 'a' }), send({ body: 'a' })]);
    assert.equal(calls.length, 4);
    await send(read);
    assert.equal(server.requests.length, 5);
  });

  it('reports to a call that joins a read when it began, and lets none join that knows of a later change', async (t) => {
    const { calls, send } = await opened(t, () => ({ body: 'well' }));
    const joined: number[] = [];
    const onJoined = (beganAt: number) => void joined.push(beganAt);
    const before = performance.now();
    const first = send({ shared: true, caller: { requestId: 'first', onJoined } });
    const after = performance.now();
    await Promise.all([
      first,
      send({ shared: true, caller: { requestId: 'joins', onJoined, notBefore: before } }),
      send({ shared: true, caller: { requestId: 'knows', onJoined, notBefore: after + 1 } }),
    ]);
    assert.equal(joined.length, 1);
    assert.ok(joined.every((beganAt) => beganAt >= before && beganAt <= after));
    assert.equal(calls.length, 2);
  });

  it('shares a failure too, but does not keep it', async (t) => {
    const { calls, send } = await opened(t, once({ status: 429, headers: { 'retry-after': '30' } }));
    const read = { shared: true };
    const both = await Promise.allSettled([send(read), send(read)]);
    assert.deepEqual(pluck(both, 'status'), ['rejected', 'rejected']);
    assert.equal((await send(read)).text, 'well');
    assert.equal(calls.length, 2);
  });

  it('leaves a shop alone that fails again and again, and tries it later', async (t) => {
    const now = performance.now.bind(performance);
    let passed = 0;
    t.mock.method(performance, 'now', () => now() + passed);
    const { server, calls, send } = await opened(t, () => ({ status: 500 }));
    for (let failed = 0; failed < 10; failed += 1)
      await failsAs('platform_error', send({ repeatable: false }));
    const alone = await failsAs('platform_unavailable', send({ repeatable: false }));
    assert.ok((alone.retryAfterSeconds ?? 0) > 0);
    assert.equal(calls.length, 10);
    server.answer(() => ({ body: 'well' }));
    passed = 60_000;
    assert.equal((await send()).text, 'well');
    assert.equal((await send()).text, 'well');
  });

  it('counts no answer below 500 as a failure of the shop', async (t) => {
    const { send } = await opened(t, () => ({ status: 401 }));
    for (let count = 0; count < 20; count += 1) assert.equal((await send()).status, 401);
  });

  it('refuses a forbidden connection without a retry, and discloses no address', async (t) => {
    const { server } = await opened(t, () => ({ body: 'well' }));
    const calls: string[] = [];
    const fetch = createGuardedFetch({ allowPrivate: false });
    const strict = createTransport({ fetch, onCall: (operation) => calls.push(operation) });
    const request = {
      operation: 'Ask',
      method: 'GET',
      url: server.url,
      headers: {},
      repeatable: true,
    } as const;
    const error = await failsAs('platform_unavailable', strict(request));
    assert.match(error.message, /not on the public internet/);
    assert.doesNotMatch(error.message, /127/);
    assert.equal(calls.length, 1);
    assert.equal(server.requests.length, 0);
  });
});
