import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import type { Caller } from '../../../src/commerce/call/caller.ts';
import { CommerceError, type ErrorKind } from '../../../src/commerce/errors.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import type { UpstreamRequest } from '../../../src/store-platforms/transport/upstream.ts';
import { type Script, scriptedServer } from '../../integration/store-platforms/scripted-server.ts';

async function opened(t: TestContext, script: Script) {
  const server = await scriptedServer(script);
  t.after(() => server.close());
  const transport = createTransport({ fetch: createGuardedFetch({ allowPrivate: true }), timeoutMs: 20_000 });
  const usual = { operation: 'Ask', method: 'POST', url: server.url, headers: {}, repeatable: true } as const;
  return { server, send: (request: Partial<UpstreamRequest>) => transport({ ...usual, ...request }) };
}

async function failsAs(kind: ErrorKind, work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error) => error instanceof CommerceError && error.kind === kind);
}

const soon = (ms: number): Caller => ({ requestId: 'soon', deadline: performance.now() + ms });
const READ = { shared: true } as const;

describe('a deadline', () => {
  it('ends a slower read with a timeout', async (t) => {
    const { server, send } = await opened(t, () => 'never');
    await failsAs('platform_timeout', send({ ...READ, caller: soon(100) }));
    assert.equal(server.requests.length, 1);
  });

  it('starts no read once it has passed, but lets a cleanup change start', async (t) => {
    const { server, send } = await opened(t, () => ({ body: 'well' }));
    await failsAs('platform_timeout', send({ ...READ, caller: soon(-1) }));
    assert.equal(server.requests.length, 0);
    assert.equal((await send({ caller: soon(-1) })).text, 'well');
  });

  it('lets no retry begin after it', async (t) => {
    const { server, send } = await opened(t, () => ({ status: 500 }));
    await failsAs('platform_error', send({ caller: soon(20) }));
    assert.equal(server.requests.length, 1);
    await failsAs('platform_error', send({ caller: soon(60_000) }));
    assert.equal(server.requests.length, 4);
  });

  it('keeps a shared read alive for other callers when one caller’s deadline passes', async (t) => {
    const late = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { server, send } = await opened(t, () => {
      arrived.resolve();
      return 'never';
    });
    const impatient = send({ ...READ, caller: soon(50) });
    const waiting = send({ ...READ, caller: soon(60_000) });
    const ended = waiting.then(
      () => 'answered',
      () => 'failed',
    );
    await failsAs('platform_timeout', impatient);
    await arrived.promise;
    late.resolve();
    assert.equal(server.requests.length, 1);
    assert.equal(await Promise.race([ended, late.promise.then(() => 'still waiting')]), 'still waiting');
    await server.close();
    assert.equal(await ended, 'failed');
  });
});

describe('a client that disconnects', () => {
  it('ends its read at the shop when no other caller waits for it', async (t) => {
    const arrived = Promise.withResolvers<void>();
    const { send } = await opened(t, () => {
      arrived.resolve();
      return 'never';
    });
    const [one, other] = [new AbortController(), new AbortController()];
    const answers = [one, other].map((client) =>
      send({ ...READ, caller: { requestId: 'r', gone: () => client.signal } }),
    );
    await arrived.promise;
    one.abort();
    await failsAs('platform_unavailable', answers[0] ?? assert.fail());
    const ended = once(other.signal, 'abort');
    other.abort();
    await ended;
    await failsAs('platform_unavailable', answers[1] ?? assert.fail());
    await failsAs(
      'platform_unavailable',
      send({ ...READ, caller: { requestId: 'r', gone: () => one.signal } }),
    );
  });

  it('completes a change that has begun when its client disconnects', async (t) => {
    const client = new AbortController();
    const { send } = await opened(t, () => {
      client.abort();
      return { body: 'done' };
    });
    assert.equal((await send({ caller: { requestId: 'r', gone: () => client.signal } })).text, 'done');
  });
});
