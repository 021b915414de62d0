import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { connectShop, startTestService } from '../../../testing/test-service.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
/** Two hours from the first failure on, with its first minute in steps of two seconds. */
const STEPS_MS = [
  HALF_AN_HOUR_MS,
  ...Array.from({ length: 30 }, () => 2 * SECOND_MS),
  ...Array.from({ length: 119 }, () => MINUTE_MS),
];

const SECOND_SLUG = 'second-woocommerce';

/** Call that fails at one store, by the job that makes it. */
interface FailingCall {
  kind: string;
  slug: string;
  isCall(url: URL): boolean;
}

const CALLS: FailingCall[] = [
  {
    kind: 'check_subscriptions',
    slug: 'demo-woocommerce',
    isCall: ({ pathname }) => pathname.endsWith('/webhooks/mend'),
  },
  {
    kind: 'catch_up',
    slug: SECOND_SLUG,
    isCall: ({ pathname, searchParams }) =>
      pathname.endsWith('/wc/v3/orders') && searchParams.has('modified_after'),
  },
];

onEveryDatabase('a shop of which one call fails', (database) => {
  it('retries with waits that double up to half an hour while one kind of call fails and all others succeed', async (t) => {
    const calls = CALLS.map((call) => ({ ...call, attempts: [] as number[], port: '' }));
    let isBroken = false;
    const breaking: typeof fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const call = calls.find(({ port, isCall }) => url.port === port && isCall(url));
      if (!isBroken || !call) return fetch(input, init);
      call.attempts.push(running.now());
      return Response.json({ ok: true }, { status: 201 });
    };
    await using running = await startTestService({ database, overrides: { fetch: breaking } });
    const second = await startWooCommerceShop({ name: 'Second Goods' });
    t.after(() => second.close());
    await connectShop(running, { slug: SECOND_SLUG, platform: 'woocommerce' }, second);
    await running.settle();
    for (const call of calls) {
      const { url } = call.slug === SECOND_SLUG ? second : running.shop(call.slug);
      call.port = new URL(url).port;
    }
    isBroken = true;
    expectFailingJobs();

    for (const stepMs of STEPS_MS) {
      running.advance(stepMs);
      await running.service.backgroundWork.drain();
    }
    for (const { kind, attempts } of calls) {
      const waits = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
      t.diagnostic(`${kind}: waits of ${waits.map((ms) => Math.round(ms / SECOND_MS))} s`);
      assertDoubling(kind, waits);
    }

    isBroken = false;
    running.advance(HALF_AN_HOUR_MS);
    await running.service.backgroundWork.drain();
    for (const { kind, slug } of calls) {
      const store = await running.service.stores.find(slug);
      const jobs = await running.service.jobs.listOfStore(store?.id ?? '');
      assert.equal(jobs.find((job) => job.kind === kind)?.attempts, 0, kind);
    }
  });
});

function assertDoubling(kind: string, waits: readonly number[]): void {
  assert.ok(waits.length >= 7 && waits.length <= 15, `${kind}: ${waits.length} waits`);
  assert.ok((waits.at(-1) ?? 0) >= HALF_AN_HOUR_MS, `${kind}: ${waits.at(-1)} ms before the last`);
}
