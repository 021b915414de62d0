import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { JobKind, JobKinds, RunningJob } from '../../../src/jobs/job-kind.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { type TasksAtHand, tasksAtHand } from './test-jobs.ts';

const LANES: Record<string, Partial<JobKind>> = {
  quick: {},
  regular: { lane: 'recurring' },
  long: { lane: 'long' },
};
const HUNG = 3;

onEveryDatabase('a job that never settles', (database) => {
  let hand: TasksAtHand;
  let failures: string[];
  /** A process that waits for nothing else would end before a deadline. */
  let alive: NodeJS.Timeout;
  beforeEach(async () => {
    alive = setInterval(() => undefined, 1_000);
    hand = await tasksAtHand(await database.migrated());
    failures = [];
  });
  afterEach(async () => {
    clearInterval(alive);
    await hand.close();
  });

  const runner = (kinds: JobKinds, limits: { deadlineMs?: number; sliceMs?: number }) =>
    hand.runner(kinds, {
      onError: (job, error) => failures.push(`${job.subject}: ${String(error)}`),
      rest: async () => undefined,
      ...limits,
    });
  const enqueue = (kind: string, subject: string, storeId = hand.storeId) =>
    hand.jobs.enqueue({ storeId, kind, subject }, hand.at());
  const jobs = () => hand.jobs.listOfStore(hand.storeId);

  for (const [lane, flags] of Object.entries(LANES))
    it(`loses its place in the ${lane} lane and its lease at the deadline, and the other jobs go on`, async () => {
      const other = await hand.addStore();
      for (let index = 0; index < HUNG; index += 1) await enqueue('job', `hangs ${index}`);
      hand.advance(1);
      await enqueue('job', 'of the same store');
      await enqueue('job', 'of another store', other);
      const done: string[] = [];
      const run = ({ subject }: RunningJob) => {
        if (subject.startsWith('hangs')) return new Promise<undefined>(() => undefined);
        done.push(subject);
        return Promise.resolve(undefined);
      };
      await runner({ job: { ...flags, run } }, { deadlineMs: 50 }).drain();
      assert.deepEqual(done.sort(), ['of another store', 'of the same store']);
      const left = await jobs();
      assert.deepEqual(
        left.map(({ running, attempts, lastError }) => ({ running, attempts, lastError })),
        Array.from({ length: HUNG }, () => ({
          running: false,
          attempts: 1,
          lastError: 'The job did not end within 0.05 seconds and was given up.',
        })),
      );
      assert.equal(failures.length, HUNG);
    });

  it('changes nothing when it goes on after all', async () => {
    await enqueue('job', 'late');
    const released = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const run = async (job: RunningJob) => {
      if (job.attempts > 1) return { rerunAt: hand.at(1_000), progress: 'of the second run' };
      await released.promise;
      assert.equal(job.abandoned.aborted, true);
      late.resolve(await job.recordProgress('of the first run').catch((error: unknown) => error));
      return { rerunAt: hand.at(9_000), progress: 'of the first run' };
    };
    const both = runner({ job: { run } }, { deadlineMs: 50 });
    await both.drain();
    hand.advance(2_000);
    await both.drain();
    released.resolve();
    assert.match(String(await late.promise), /Another process took the job over/);
    await new Promise(setImmediate);
    const [job] = await jobs();
    assert.deepEqual([job?.progress, job?.runAt], ['of the second run', hand.at(1_000)]);
  });

  it('differs from a long job that saves its progress, which yields to other jobs and continues after them', async () => {
    const other = await hand.addStore();
    const order: string[] = [];
    const run = async (job: RunningJob) => {
      for (let page = Number(job.progress ?? 0) + 1; page <= 3; page += 1) {
        order.push(`${job.subject} ${page}`);
        hand.advance(1);
        await job.recordProgress(page);
      }
      return undefined;
    };
    await enqueue('import', 'first');
    hand.advance(1);
    await enqueue('import', 'second', other);
    await runner({ import: { lane: 'long', run } }, { sliceMs: -1 }).drain();
    for (const subject of ['first', 'second']) {
      const places = [1, 2, 3].map((page) => order.indexOf(`${subject} ${page}`));
      assert.ok(
        places.every((place, index) => place === index * 2 + (places[0] ?? 0)),
        order.join(', '),
      );
    }
    assert.deepEqual(await jobs(), []);
    assert.deepEqual(failures, []);
  });

  it('reruns a job as a whole when it is requested between two parts of a run', async () => {
    await enqueue('import', '');
    const pages: number[] = [];
    const run = async (job: RunningJob) => {
      const page = Number(job.progress ?? 0) + 1;
      pages.push(page);
      if (pages.length === 2) await enqueue('import', '');
      if (page < 2) await job.recordProgress(page);
      return undefined;
    };
    const turns = runner({ import: { lane: 'long', run } }, { sliceMs: -1 });
    await turns.drain();
    assert.deepEqual(pages, [1, 2, 1, 2]);
    const [first] = [await hand.jobs.listOfStore(hand.storeId)];
    assert.deepEqual(first, []);
  });
});
