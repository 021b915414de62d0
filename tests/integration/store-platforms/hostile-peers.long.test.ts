import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { createProbe } from '../../../src/outbound/guarded-fetch/ask-whole.ts';
import {
  createGuardedFetch,
  type OutgoingPolicy,
} from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import {
  HOSTILE_PEERS,
  type HostileServer,
  honest,
  startHostileServer,
} from '../../../testing/hostile-peers.ts';

const TIMEOUT_MS = 400;
/** Far above any deadline here: what has not settled by then never does. */
const NEVER_MS = 20_000;

const UNSETTLED = Symbol('unsettled');

/** The outcome of the work, or a failure of the test when it does not settle. */
async function outcomeOf<Result>(work: Promise<Result>): Promise<Result | Error> {
  const waiting = new AbortController();
  const late = delay(NEVER_MS, UNSETTLED, { signal: waiting.signal }).catch(() => UNSETTLED);
  const outcome = await Promise.race([work.catch((error: Error) => error), late]);
  waiting.abort();
  if (outcome === UNSETTLED) assert.fail('the call never settled');
  return outcome as Result | Error;
}

async function hostile(
  t: TestContext,
  peer: Parameters<typeof startHostileServer>[0],
): Promise<HostileServer> {
  const server = await startHostileServer(peer);
  t.after(() => server.close());
  return server;
}

const LOCAL: OutgoingPolicy = { allowPrivate: true };
const LIMITS = { timeoutMs: TIMEOUT_MS, maxBytes: 256 * 1024 };
const READ = { operation: 'Read', method: 'GET', headers: {}, repeatable: false } as const;

describe('an outbound call to a peer that', () => {
  for (const [name, peer] of Object.entries(HOSTILE_PEERS))
    describe(name, () => {
      it('settles when its signal is aborted, and leaves no listener and no connection', async (t) => {
        const server = await hostile(t, peer);
        const stop = new AbortController();
        const timer = setTimeout(() => stop.abort(new Error('stopped')), TIMEOUT_MS);
        const answer = createGuardedFetch(LOCAL)(server.url, { signal: stop.signal });
        await outcomeOf(answer.then((response) => response.arrayBuffer()));
        clearTimeout(timer);
        stop.abort();
        await outcomeOf(server.left());
        assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
      });

      it('settles a probe with an answer that is cut, or a failure', async (t) => {
        const server = await hostile(t, peer);
        const probe = createProbe(createGuardedFetch({ ...LOCAL, untrusted: true }), LIMITS);
        const probed = await outcomeOf(probe(server.url));
        assert.ok(!(probed instanceof Error));
        if (probed.kind === 'answer') assert.ok(probed.tooLarge, probed.text);
        await outcomeOf(server.left());
      });

      it('settles a call of a store, and gives its slot back', async (t) => {
        const server = await hostile(t, peer);
        const lanes = { concurrency: 1, waiting: 10, maxWaitMs: NEVER_MS };
        const send = createTransport({ fetch: createGuardedFetch(LOCAL), timeoutMs: TIMEOUT_MS, lanes });
        const failed = await outcomeOf(send({ ...READ, url: server.url }));
        assert.ok(failed instanceof CommerceError, String(failed));
        server.become(honest);
        const answer = await outcomeOf(send({ ...READ, url: server.url }));
        assert.ok(!(answer instanceof Error), String(answer));
        assert.equal(answer.text, '{}');
      });
    });

  it('never ends its TLS handshake settles at the deadline', async (t) => {
    const server = await hostile(t, HOSTILE_PEERS['says nothing']);
    const url = server.url.replace('http:', 'https:');
    const probed = await outcomeOf(createProbe(createGuardedFetch(LOCAL), LIMITS)(url));
    assert.deepEqual(probed, { kind: 'failure', failure: 'timeout', code: 'TIMEOUT' });
    await outcomeOf(server.left());
  });

  it('settles at the deadline when the name of the peer never resolves', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const fetch = createGuardedFetch({ ...LOCAL, resolve });
    const probed = await outcomeOf(createProbe(fetch, LIMITS)('https://shop.example/'));
    assert.deepEqual(probed, { kind: 'failure', failure: 'timeout', code: 'TIMEOUT' });
  });

  it('settles at the deadline when all connections to the peer are taken, and frees its slot', async (t) => {
    const server = await hostile(t, HOSTILE_PEERS['says nothing']);
    const probe = createProbe(createGuardedFetch({ ...LOCAL, untrusted: true }), LIMITS);
    const probed = await outcomeOf(Promise.all(Array.from({ length: 40 }, () => probe(server.url))));
    assert.ok(!(probed instanceof Error));
    assert.ok(probed.every((each) => each.kind === 'failure' && each.failure === 'timeout'));
    await outcomeOf(server.left());
    assert.ok(server.connections().made <= 40);
    server.become(honest);
    const later = await outcomeOf(probe(server.url));
    assert.ok(!(later instanceof Error) && later.kind === 'answer', JSON.stringify(later));
  });
});

describe('connections', () => {
  const server = forSuite(() => startHostileServer(honest));

  it('opens ten connections at once at most to a stranger, and closes each after its exchange', async () => {
    const probe = createProbe(createGuardedFetch({ ...LOCAL, untrusted: true }), {
      ...LIMITS,
      timeoutMs: NEVER_MS,
    });
    let maxOpen = 0;
    server.become((socket) => {
      maxOpen = Math.max(maxOpen, server.connections().open);
      setImmediate(() => honest(socket));
    });
    const probed = await outcomeOf(Promise.all(Array.from({ length: 60 }, () => probe(server.url))));
    assert.ok(!(probed instanceof Error) && probed.every(({ kind }) => kind === 'answer'));
    assert.ok(maxOpen <= 10, `${maxOpen} at once`);
    await outcomeOf(server.left());
  });

  it('limits the idle connections to a shop, whatever number was open', async () => {
    const fetch = createGuardedFetch(LOCAL);
    const waiting: (() => void)[] = [];
    server.become((socket) => {
      waiting.push(() => honest(socket));
      if (waiting.length === 60) for (const answer of waiting) answer();
    });
    const signal = AbortSignal.timeout(NEVER_MS);
    const answers = await outcomeOf(
      Promise.all(Array.from({ length: 60 }, async () => (await fetch(server.url, { signal })).text())),
    );
    assert.ok(!(answers instanceof Error), String(answers));
    for (let tries = 0; tries < 500 && server.connections().open > 20; tries += 1) await delay(10);
    assert.ok(server.connections().open <= 20, `${server.connections().open} are idle`);
  });
});
