import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { JobKinds } from '../../../src/jobs/job-kind.ts';
import { staggerInterval } from '../../../src/jobs/job-kinds.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { tasksAtHand } from './test-jobs.ts';

const MINUTE_MS = 60_000;
const MANY = 2_000;

onEveryDatabase('a runner that finds the work of thousands of stores due at once', (database) => {
  const hand = forEachTest(async () => tasksAtHand(await database.migrated()));

  const runner = (kinds: JobKinds, rest: (ms: number) => Promise<void>) => hand.runner(kinds, { rest });

  /** As after a pause of the service: each store's, all of them due for long. */
  async function dueOfMany(kind: string, more: object = {}): Promise<void> {
    const store = { storeId: hand.storeId, organizationId: hand.storeId };
    const row = { ...store, kind, runAt: hand.at(-MINUTE_MS), createdAt: hand.at() };
    const rows = Array.from({ length: MANY }, (_, index) => ({
      ...row,
      id: randomUUID(),
      subject: String(index),
      rerunRequested: false,
      attempts: 0,
      ...more,
    }));
    for (let from = 0; from < MANY; from += 500)
      await hand.database
        .insertInto('jobs')
        .values(rows.slice(from, from + 500))
        .execute();
  }

  it('rests after each recurring job, and delays no urgent one', async () => {
    await dueOfMany('regular');
    let regular = 0;
    let rests = 0;
    const urgent = Promise.withResolvers<number>();
    const some = Promise.withResolvers<void>();
    const paced = runner(
      {
        regular: {
          lane: 'recurring',
          run: async () => {
            regular += 1;
            if (regular === 20) some.resolve();
            return undefined;
          },
        },
        urgent: {
          run: async () => {
            urgent.resolve(regular);
            return undefined;
          },
        },
      },
      async (ms) => {
        assert.ok(ms > 0);
        rests += 1;
        await new Promise(setImmediate);
      },
    );
    paced.start();
    await some.promise;
    await hand.jobs.enqueue({ storeId: hand.storeId, kind: 'urgent' }, hand.at());
    paced.wake();
    const before = await urgent.promise;
    assert.ok(before < MANY / 2, `${before} of ${MANY} were done before it`);
    await paced.stop();
    assert.ok(rests >= regular - 2, `${rests} rests for ${regular} tasks`);
  });

  it('begins no other one while it rests', async () => {
    await dueOfMany('regular');
    let regular = 0;
    const resting = Promise.withResolvers<void>();
    const rested = Promise.withResolvers<void>();
    const paced = runner(
      {
        regular: {
          lane: 'recurring',
          run: async () => {
            regular += 1;
            return undefined;
          },
        },
      },
      async () => {
        resting.resolve();
        await rested.promise;
      },
    );
    paced.start();
    await resting.promise;
    for (let look = 0; look < 5; look += 1) paced.wake();
    await hand.jobs.listOfStore(hand.storeId);
    assert.ok(regular <= 2, `${regular} were begun`);
    rested.resolve();
  });

  it('runs the job of a store that has never run one after a single job of those that wait longer', async () => {
    await dueOfMany('import', { progress: '{"done":5}' });
    const other = await hand.addStore();
    await hand.jobs.enqueue({ storeId: other, kind: 'import', subject: 'the first' }, hand.at());
    const begun = [
      await hand.jobs.lease(hand.lease('one'), ['import']),
      await hand.jobs.lease(hand.lease('two'), ['import']),
    ];
    assert.deepEqual(new Set(pluck(begun, 'storeId')), new Set([hand.storeId, other]));
  });
});

onEveryDatabase('a recurring job', (database) => {
  it('schedules a recurring job again at a different time for each store', async () => {
    await using running = await startTestService({ database });
    await running.settle();
    const now = Date.now();
    const waits: number[] = [];
    for (const slug of ['demo-shopify', 'demo-woocommerce']) {
      const { id = '' } = (await running.service.stores.find(slug)) ?? {};
      const jobs = await running.service.jobs.listOfStore(id);
      const checked = jobs.find(({ kind }) => kind === 'check_subscriptions') ?? assert.fail();
      const waitMs = Date.parse(checked.runAt) - now;
      assert.ok(waitMs > 20 * MINUTE_MS && waitMs <= 30 * MINUTE_MS, `in ${waitMs} ms`);
      waits.push(waitMs);
    }
    assert.equal(new Set(waits).size, 2);
  });

  it('spreads the times of a recurring job evenly over a fifth of its interval', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let store = 0; store < 5_000; store += 1) {
      const ms = staggerInterval(100_000, randomUUID());
      assert.ok(ms >= 80_000 && ms <= 100_000);
      const tenth = Math.min(9, Math.floor((ms - 80_000) / 2_000));
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) assert.ok(count > 250 && count < 1_000, tenths.join(' '));
    const store = randomUUID();
    assert.equal(staggerInterval(100_000, store), staggerInterval(100_000, store));
  });
});
