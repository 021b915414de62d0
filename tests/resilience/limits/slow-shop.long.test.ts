import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { agentOf, type ErrorBody, type ProductPage, type Session } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';

const CONCURRENCY = 4;
const WAITING = 100;
const MAKES_CART = { shopify: 'CreateCart', woocommerce: 'POST /cart/create' } as const;
/** Longer than any of these tests. */
const VERY_SLOW = { kind: 'slow', delayMs: 10_000 } as const;

describe('one slow shop', () => {
  // Before the service is closed, which would wait a minute for connections that clients gave up before any request.
  after(() => running.service.server.server.closeAllConnections());
  const running = forSuite(() =>
    startTestService({ database: anyDatabase, settings: { PLATFORM_TIMEOUT_MS: '60000' } }),
  );
  afterEach(() => {
    for (const platform of PLATFORMS) running.shop(`demo-${platform}`).control.clearFaults();
  });
  const search = (platform: string, words: string, init: RequestInit = {}) =>
    agentOf(running.baseUrl, `demo-${platform}`).send<ProductPage & ErrorBody>(
      'GET',
      `/catalog/search?q=${words}`,
      init,
    );

  PLATFORMS.forEach((platform, index) => {
    const other = PLATFORMS[1 - index] ?? assert.fail();

    it(`gets a bounded number of calls, others are refused with Retry-After, and no other store is delayed (${platform})`, async () => {
      const { control } = running.shop(`demo-${platform}`);
      control.inject(VERY_SLOW);
      control.resetCalls();
      const client = new AbortController();
      const refused: { status: number; retryAfter: string | null; code: string }[] = [];
      const enough = Promise.withResolvers<void>();
      const answers = Array.from({ length: CONCURRENCY + WAITING + 10 }, async (_, number) => {
        const { status, headers, body } = await search(platform, `word${number}`, { signal: client.signal });
        refused.push({ status, retryAfter: headers.get('retry-after'), code: body.code });
        if (refused.length === 10) enough.resolve();
      });
      await enough.promise;
      for (const each of refused)
        assert.deepEqual(each, { status: 503, retryAfter: '2', code: 'platform_unavailable' });
      const calls = Object.values(control.calls()).reduce((sum, count) => sum + count, 0);
      assert.ok(calls <= CONCURRENCY, String(calls));
      assert.equal((await search(other, 'mug')).status, 200);
      assert.equal((await agentOf(running.baseUrl, `demo-${other}`).get('')).status, 200);

      // All clients disconnect, and nothing waits for the slow answers.
      client.abort();
      await Promise.allSettled(answers);
      control.clearFaults();
      let again = await search(platform, 'mug');
      for (let time = 0; time < 500 && again.status === 503; time += 1) again = await search(platform, 'mug');
      assert.equal(again.status, 200);
    });

    it(`answers a slow shop’s call within the agent’s timeout (${platform})`, async () => {
      const { control } = running.shop(`demo-${platform}`);
      control.inject(VERY_SLOW);
      const answer = await search(platform, 'hurry', { headers: { prefer: 'respond-async, wait=1' } });
      assert.deepEqual([answer.status, answer.body.code], [504, 'platform_timeout']);
    });

    it(`completes a create whose agent has disconnected (${platform})`, async () => {
      const agent = agentOf(running.baseUrl, `demo-${platform}`);
      const { products } = (await search(platform, 't')).body;
      const item =
        products.flatMap(({ variants }) => variants).find(({ available }) => available) ?? assert.fail();
      const headers = { 'idempotency-key': `hung-up-${platform}` };
      const body = { line_items: [{ item: { id: item.id }, quantity: 1 }] };
      const { control } = running.shop(`demo-${platform}`);
      control.resetCalls();
      control.inject({ kind: 'slow', delayMs: 500, operation: MAKES_CART[platform] });
      const client = new AbortController();
      const answer = fetch(`${agent.address}/checkout-sessions`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: client.signal,
      });
      while (!control.calls()[MAKES_CART[platform]]) await new Promise((resolve) => setImmediate(resolve));
      client.abort();
      await assert.rejects(answer);
      control.clearFaults();
      const replayed = await agent.post<Session>('/checkout-sessions', body, headers);
      assert.ok([200, 201].includes(replayed.status), JSON.stringify(replayed.body));
      assert.equal(replayed.body.status, 'requires_escalation');
    });
  });
});
