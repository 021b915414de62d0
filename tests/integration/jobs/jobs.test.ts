import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { createJobRepository } from '../../../src/storage/repositories/jobs/jobs.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { LEASE_MS, tasksAtHand } from './test-jobs.ts';

const KINDS = ['refresh'];
const DAY_MS = 86_400_000;

onEveryDatabase('tasks', (kind) => {
  const hand = forEachTest(async () => tasksAtHand(await kind.migrated()));

  const enqueue = (subject = 'a', storeId = hand.storeId) =>
    hand.jobs.enqueue({ storeId, kind: 'refresh', subject }, hand.at());
  const take = (by: string) => hand.jobs.lease(hand.lease(by), KINDS);
  const subjects = async () => (await hand.jobs.listOfStore(hand.storeId)).map((job) => job.subject);

  it('merges a job that is enqueued twice, and removes it when done', async () => {
    await enqueue();
    await enqueue();
    const job = await take('one');
    assert.equal(job?.subject, 'a');
    assert.equal(await take('two'), undefined);
    await hand.jobs.finish(job, 'one', { now: hand.at() });
    assert.deepEqual(await subjects(), []);
  });

  it('run once more when asked for while they run, however often', async () => {
    await enqueue();
    const first = await take('one');
    await enqueue();
    await enqueue();
    assert.equal(await take('two'), undefined);
    await hand.jobs.finish(first ?? assert.fail(), 'one', { now: hand.at() });
    const second = await take('two');
    assert.equal(second?.id, first?.id);
    assert.equal(second?.attempts, 1);
    await hand.jobs.finish(second ?? assert.fail(), 'two', { now: hand.at() });
    assert.deepEqual(await subjects(), []);
  });

  it('keep what was asked for while they failed', async () => {
    await enqueue();
    const job = await take('one');
    await enqueue();
    await hand.jobs.fail(job ?? assert.fail(), 'one', hand.at(5_000), 'The store is down.');
    assert.equal(await take('two'), undefined);
    hand.advance(5_000);
    const again = await take('two');
    assert.partialDeepStrictEqual(again, { attempts: 2, lastError: 'The store is down.' });
    await hand.jobs.finish(again ?? assert.fail(), 'two', { now: hand.at() });
    assert.deepEqual(await subjects(), []);
  });

  it('go to another when their holder is not heard of any more, who then can do nothing to them', async () => {
    await enqueue();
    const job = (await take('dead')) ?? assert.fail();
    await hand.jobs.keep(job, hand.lease('dead'), { progress: { page: 3 } });
    hand.advance(LEASE_MS);
    assert.deepEqual((await take('heir'))?.progress, { page: 3 });

    assert.equal(await hand.jobs.keep(job, hand.lease('dead'), { progress: { page: 1 } }), false);
    await hand.jobs.finish(job, 'dead', { now: hand.at() });
    await hand.jobs.fail(job, 'dead', hand.at(), 'late');
    await hand.jobs.release(job, 'dead', hand.at());
    const [queued] = await hand.jobs.listOfStore(hand.storeId);
    assert.deepEqual([queued?.running, queued?.progress, queued?.lastError], [true, { page: 3 }, null]);
  });

  it('go to another when a clock that was ahead has dated their lease beyond the end of any', async () => {
    await enqueue();
    hand.advance(DAY_MS);
    await take('ahead');
    hand.advance(-DAY_MS);
    assert.equal((await take('heir'))?.subject, 'a');
  });

  it('keeps a job with a worker that renews its lease in time', async () => {
    await enqueue();
    const job = await take('one');
    hand.advance(LEASE_MS - 1);
    assert.equal(await hand.jobs.keep(job ?? assert.fail(), hand.lease('one')), true);
    hand.advance(LEASE_MS - 1);
    assert.equal(await take('two'), undefined);
  });

  it('wait for their time when they recur, and are not taken from a list that is out of date', async () => {
    await enqueue();
    const job = await take('one');
    await hand.jobs.finish(job ?? assert.fail(), 'one', {
      now: hand.at(),
      runAt: hand.at(1_000),
      progress: 'fine',
    });
    assert.equal(await take('two'), undefined);
    hand.advance(1_000);
    assert.equal((await take('two'))?.progress, 'fine');
  });

  it('gives one job to each of two stores before either gets another', async () => {
    const other = await hand.addStore();
    await enqueue('a');
    await enqueue('b');
    hand.advance(1);
    await enqueue('c', other);
    const subjectsTaken = pluck([await take('one'), await take('two'), await take('three')], 'subject');
    assert.deepEqual(subjectsTaken?.slice(0, 2).sort(), ['a', 'c']);
    assert.equal(subjectsTaken?.[2], 'b');
  });

  it('leaves jobs of a kind that this version does not know to workers that know it', async () => {
    await hand.jobs.enqueue({ storeId: hand.storeId, kind: 'of a newer version' }, hand.at());
    assert.equal(await take('one'), undefined);
    assert.equal((await hand.jobs.listOfStore(hand.storeId)).length, 1);
  });

  it('end with their store, also while they run', async () => {
    await enqueue();
    const job = (await take('one')) ?? assert.fail();
    await hand.database.deleteFrom('stores').where('id', '=', hand.storeId).execute();
    assert.equal(await hand.jobs.keep(job, hand.lease('one')), false);
    await hand.jobs.fail(job, 'one', hand.at(), 'gone');
    await hand.jobs.finish(job, 'one', { now: hand.at() });
    assert.deepEqual(await subjects(), []);
  });

  it('ensures a recurring job for every store once', async () => {
    const other = await hand.addStore();
    for (let round = 0; round < 2; round += 1) {
      const check = { kind: 'check', runAt: hand.at() };
      await Promise.all([1, 2].map(() => hand.jobs.ensure([hand.storeId, other], [check], hand.at())));
    }
    for (const storeId of [hand.storeId, other])
      assert.deepEqual(pluck(await hand.jobs.listOfStore(storeId), 'kind'), ['check']);
  });

  it('go to one each, when several connections take them at once', async () => {
    const connections = await Promise.all([1, 2, 3].map(() => openDatabase(hand.url)));
    const subjects = Array.from({ length: 40 }, (_, index) => `subject ${index}`);
    for (const subject of subjects) await enqueue(subject);
    const takeAll = async (by: string, mine: ReturnType<typeof createJobRepository>): Promise<string[]> => {
      const job = await mine.lease(hand.lease(by), KINDS);
      return job ? [job.subject, ...(await takeAll(by, mine))] : [];
    };
    const batches = await Promise.all(
      connections.map((each, index) => takeAll(`taker ${index}`, createJobRepository(each))),
    );
    assert.deepEqual(batches.flat().sort(), subjects.sort());
    await Promise.all(connections.map((each) => each.destroy()));
  });

  it('keeps a job that is enqueued while its previous run is being finished', async () => {
    await using elsewhere = await openDatabase(hand.url);
    for (let round = 0; round < 30; round += 1) {
      await enqueue();
      const job = await take('one');
      const sameJob = { storeId: hand.storeId, kind: 'refresh', subject: 'a' };
      await Promise.all([
        hand.jobs.finish(job ?? assert.fail(), 'one', { now: hand.at() }),
        createJobRepository(elsewhere).enqueue(sameJob, hand.at()),
      ]);
      const next = await take('two');
      assert.equal(next?.subject, 'a', `round ${round}`);
      await hand.jobs.finish(next, 'two', { now: hand.at() });
    }
  });
});
