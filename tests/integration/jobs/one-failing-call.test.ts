import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { startTestService } from '../../../testing/test-service.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
/** Two hours from the first failure on, with its first minute in steps of two seconds. */
const STEPS_MS = [
  HALF_AN_HOUR_MS,
  ...Array.from({ length: 30 }, () => 2 * SECOND_MS),
  ...Array.from({ length: 119 }, () => MINUTE_MS),
];
const SLUG = 'demo-woocommerce';

/** By the job that makes the call. */
const CALLS: Record<string, (url: URL) => boolean> = {
  check_subscriptions: ({ pathname }) => pathname.endsWith('/webhooks/mend'),
  catch_up: ({ pathname, searchParams }) =>
    pathname.endsWith('/wc/v3/orders') && searchParams.has('modified_after'),
};

onEveryDatabase('a shop of which one call fails', (database) => {
  for (const [kind, isCall] of Object.entries(CALLS))
    it(`retries with waits that double up to half an hour while one kind of call fails and all others succeed (${kind})`, async (t) => {
      const attempts: number[] = [];
      let isBroken = false;
      let port = '';
      const breaking: typeof fetch = async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        if (!isBroken || url.port !== port || !isCall(url)) return fetch(input, init);
        attempts.push(running.now());
        return Response.json({ ok: true }, { status: 201 });
      };
      await using running = await startTestService({ database, overrides: { fetch: breaking } });
      await running.settle();
      port = new URL(running.shop(SLUG).url).port;
      isBroken = true;
      expectFailingJobs();

      for (const stepMs of STEPS_MS) {
        running.advance(stepMs);
        await running.service.backgroundWork.drain();
      }
      const waits = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
      t.diagnostic(`${attempts.length} attempts, ${waits.map((ms) => Math.round(ms / SECOND_MS))} s apart`);
      assert.ok(attempts.length >= 8 && attempts.length <= 16, `${attempts.length} attempts`);
      assert.ok((waits.at(-1) ?? 0) >= HALF_AN_HOUR_MS, `${waits.at(-1)} ms before the last`);

      isBroken = false;
      running.advance(HALF_AN_HOUR_MS);
      await running.service.backgroundWork.drain();
      const store = await running.service.stores.find(SLUG);
      const jobs = await running.service.jobs.listOfStore(store?.id ?? '');
      assert.equal(jobs.find((job) => job.kind === kind)?.attempts, 0);
    });
});
