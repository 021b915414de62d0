import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import type { JobKinds } from '../../../src/jobs/job-kind.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { tasksAtHand } from './test-jobs.ts';

const DOWN = new CommerceError('platform_unavailable', 'The store is down.');

onEveryDatabase('a runner of tasks', (database) => {
  let failures: string[];
  const hand = forEachTest(async () => tasksAtHand(await database.migrated()));
  beforeEach(async () => {
    failures = [];
  });

  const runner = (kinds: JobKinds) =>
    hand.runner(kinds, {
      onError: (job, error) => failures.push(`${job.kind}: ${String(error)}`),
      onFailedPoll: (error) => failures.push(String(error)),
    });
  const enqueue = (kind: string) => hand.jobs.enqueue({ storeId: hand.storeId, kind }, hand.at());
  const queued = async () => (await hand.jobs.listOfStore(hand.storeId))[0];

  it('tries again after 2 seconds, then twice as long each time, and half an hour at most', async () => {
    const down = runner({ flaky: { run: () => Promise.reject(DOWN) } });
    await enqueue('flaky');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 13; attempt += 1) {
      await down.drain();
      const wait = Date.parse((await queued())?.runAt ?? '') - hand.now();
      waits.push(wait / 1000);
      hand.advance(wait - 1);
      await down.drain();
      assert.equal((await queued())?.attempts, attempt + 1, 'not before its time');
      hand.advance(1);
    }
    assert.deepEqual(waits, [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1800, 1800, 1800]);
    assert.equal((await queued())?.lastError, 'The store is down.');
  });

  it('waits as long as a throttling shop asks for', async () => {
    const error = new CommerceError('platform_unavailable', 'Slow down.', { retryAfterSeconds: 90 });
    await enqueue('throttled');
    await runner({ throttled: { run: () => Promise.reject(error) } }).drain();
    assert.equal((await queued())?.runAt, hand.at(90_000));
  });

  it('keeps the text of an unexpected error out of the jobs', async () => {
    await enqueue('broken');
    await runner({ broken: { run: () => Promise.reject(new TypeError('a secret in a text')) } }).drain();
    assert.equal((await queued())?.lastError, 'Internal error');
    assert.deepEqual(failures, ['broken: TypeError: a secret in a text']);
  });

  it('leaves undone what has failed too often', async () => {
    const hopeless = runner({ hopeless: { run: () => Promise.reject(DOWN), maxAttempts: 2 } });
    await enqueue('hopeless');
    await hopeless.drain();
    assert.ok(await queued());
    hand.advance(2_000);
    await hopeless.drain();
    assert.equal(await queued(), undefined);
  });

  it('runs a recurring job again when it is due, and keeps its progress', async () => {
    let runs = 0;
    const regular = runner({
      regular: {
        run: async () => {
          runs += 1;
          return { rerunAt: hand.at(1_000), progress: { runs } };
        },
      },
    });
    await enqueue('regular');
    await regular.drain();
    await regular.drain();
    assert.equal(runs, 1);
    hand.advance(1_000);
    await regular.drain();
    assert.deepEqual((await queued())?.progress, { runs: 2 });
  });

  it('runs quick jobs while a long one is running', async () => {
    const [begun, released, done] = [gate(), gate(), gate()];
    const busy = runner({
      long: {
        lane: 'long',
        run: async () => {
          begun.open();
          await released.passed;
          return undefined;
        },
      },
      quick: {
        run: async () => {
          done.open();
          return undefined;
        },
      },
    });
    await enqueue('long');
    busy.start();
    await begun.passed;
    await enqueue('quick');
    busy.wake();
    await done.passed;
    released.open();
    await busy.stop();
    assert.deepEqual(await hand.jobs.listOfStore(hand.storeId), []);
  });

  it('gives long work back when it is stopped, where another goes on at once', async () => {
    const [begun, stopping] = [gate(), gate()];
    const interrupted = runner({
      import: {
        lane: 'long',
        run: async (job) => {
          begun.open();
          await stopping.passed;
          await job.recordProgress({ page: 7 });
          return assert.fail('it should have ended');
        },
      },
    });
    await enqueue('import');
    interrupted.start();
    await begun.passed;
    const stopped = interrupted.stop();
    stopping.open();
    await stopped;
    assert.deepEqual(failures, []);

    const pages: unknown[] = [];
    await runner({
      import: {
        run: async (job) => {
          pages.push([job.attempts, job.progress]);
          return undefined;
        },
      },
    }).drain();
    assert.deepEqual(pages, [[1, { page: 7 }]]);
  });

  it('ends work that another process has taken over', async () => {
    await enqueue('slow');
    await runner({
      slow: {
        run: async (job) => {
          hand.advance(61_000);
          await hand.jobs.lease(hand.lease('another'), ['slow']);
          await job.recordProgress({ page: 1 });
          return assert.fail('it should have ended');
        },
      },
    }).drain();
    assert.deepEqual([(await queued())?.running, (await queued())?.lastError], [true, null]);
  });

  it('reports once that the jobs cannot be read, and goes on when they can', async () => {
    await hand.database.schema.alterTable('jobs').renameTo('jobs_away').execute();
    let runs = 0;
    const count = runner({
      count: {
        run: async () => {
          runs += 1;
          return undefined;
        },
      },
    });
    await count.drain();
    await count.drain();
    assert.equal(failures.length, 1);
    await hand.database.schema
      .alterTable('jobs_away' as 'jobs')
      .renameTo('jobs')
      .execute();
    await enqueue('count');
    await count.drain();
    assert.equal(runs, 1);
  });
});

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}
