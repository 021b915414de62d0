import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { LEASE_MS, type TasksAtHand, tasksAtHand } from './test-jobs.ts';
import { startWorker, type WorkerProcess } from './worker-process.ts';

onEveryDatabase('several processes on one database', (kind) => {
  let hand: TasksAtHand;
  let workers: WorkerProcess[];
  beforeEach(async () => {
    hand = await tasksAtHand(await kind.migrated());
    workers = [];
  });
  afterEach(async () => {
    for (const worker of workers) await worker.kill();
    await hand.close();
  });

  const start = async () => {
    const worker = await startWorker(hand.url, hand.now());
    workers.push(worker);
    return worker;
  };
  const enqueue = (job: string, subject: string) =>
    hand.jobs.enqueue({ storeId: hand.storeId, kind: job, subject }, hand.at());

  it('runs each job once in several processes on one database', async () => {
    const subjects = Array.from({ length: 60 }, (_, index) => `task ${index}`);
    for (const subject of subjects) await enqueue('count', subject);
    const both = await Promise.all([start(), start()]);
    for (const worker of both) worker.drain();
    await Promise.all(both.map((worker) => worker.heard('drained')));

    const messages = both.flatMap((worker) => worker.messages);
    assert.deepEqual(messages.flatMap(({ did }) => did ?? []).sort(), subjects.sort());
    const failures = messages.flatMap(({ failed }) => failed ?? []);
    assert.deepEqual(failures, []);
    assert.deepEqual(await hand.jobs.listOfStore(hand.storeId), []);
  });

  it('go on with what one that was killed has begun', async () => {
    await enqueue('hang', 'heavy');
    const killed = await start();
    killed.drain();
    await killed.heard('holds');
    await killed.kill();

    const [left] = await hand.jobs.listOfStore(hand.storeId);
    assert.equal(left?.running, true);
    assert.equal(await hand.jobs.lease(hand.lease('too early'), ['hang']), undefined);
    hand.advance(LEASE_MS);
    const heir = await start();
    heir.drain();
    await heir.heard('holds');
    const [job] = await hand.jobs.listOfStore(hand.storeId);
    assert.deepEqual([job?.attempts, job?.progress], [2, { reached: 'the middle' }]);
  });
});
